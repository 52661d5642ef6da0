"""What was named: models, instance types, providers, regions, ways to procure; and what is to be left out."""

from collections.abc import Iterator
from typing import Any

from bot.understanding.draft import Draft
from bot.understanding.kinds import Kind, Token
from bot.understanding.refusals import REMOVES
from bot.understanding.request import Way
from bot.understanding.slots.losing import says_who_loses
from bot.understanding.slots.slot import Places
from pricing.catalog import Instance

_NAMED = frozenset(
    {Kind.GPU, Kind.PROVIDER, Kind.WAY, Kind.REGION, Kind.INSTANCE, Kind.FAMILY, Kind.COMMIT, Kind.BUY, Kind.OWN}
    | {Kind.BASIS}
)
_LISTED = frozenset(
    {Kind.AND, Kind.OR, Kind.FILLER, Kind.OF, Kind.ON, Kind.IN, Kind.WITH, Kind.NODE, Kind.ALL, Kind.FULL, Kind.A}
    | {Kind.FOR, Kind.FROM, Kind.AT, Kind.PRICE, Kind.MORE, Kind.ALSO, Kind.SUPPLIER}
)
"""Words that a list of names to leave out may hold."""
_CLOUDS = ((Way.CLOUD,), (Way.CLOUD, Way.SPECIALISED))
FIELDS = {Kind.GPU: "gpus", Kind.PROVIDER: "providers", Kind.WAY: "ways"}
_HARDWARE = (Kind.GPU, Kind.NUM, Kind.CARD, Kind.NODE, Kind.INSTANCE, Kind.COMPARE, Kind.STOP)
_BEFORE_EXCEPTED = (Kind.AND, Kind.OR, Kind.FILLER, Kind.ALL)
_POSSESSIVES = ("our", "my", "your", "their", "its", "his", "her")


def read(draft: Draft, left: Places) -> None:
    """Collects all names, also those inside phrases that gave numbers."""
    del left
    for token, negated in _with_negation(draft):
        match token.kind:
            case Kind.GPU:
                if token.value:
                    if not (negated and draft.gpus):  # "64 H100, not H200": reported
                        draft.mark("gpus", token)
                    _add(draft.without_gpus if negated else draft.gpus, token.value)
            case Kind.INSTANCE:
                _read_instance(draft, token)
            case Kind.FAMILY:
                draft.said.setdefault("family", token.value)
                _add(draft.providers, (token.value.provider,))
                draft.mark("gpus", token)
            case Kind.PROVIDER:
                _add(draft.without_providers if negated else draft.providers, (token.value,))
                draft.mark("exclude_providers" if negated else "providers", token)
            case Kind.WAY:
                _add(draft.without_ways if negated else draft.ways, token.value)
                draft.mark("exclude_ways" if negated else "ways", token)
            case Kind.BASIS:
                draft.say("work_basis", token.value, token)
            case Kind.REGION if not negated:
                draft.say("region", token.value, token)


def _read_instance(draft: Draft, token: Token) -> None:
    instance: Instance = token.value
    _add(draft.gpus, (instance.gpu,))
    draft.say("system_gpus", instance.gpus_per_node, token)
    if instance.provider:
        draft.say("instance", instance.id, token)
        _add(draft.providers, (instance.provider,))


def _add(items: list[Any], more: tuple[Any, ...]) -> None:
    items += [item for item in more if item not in items]


def _with_negation(draft: Draft) -> Iterator[tuple[Token, bool]]:
    """Names, and whether a "no" or "except" before them reaches them. Names behind "instead of" are kept aside."""
    reach: Kind | None = None  # NOT at first, then the kind of the names it reached
    replaced = False
    excepted = _excepted(draft)
    for at, token in enumerate(draft.tokens):
        kind = token.kind
        if says_who_loses(draft, at):
            reach = None
        elif (
            kind in (Kind.NOT, Kind.INSTEAD_OF)
            or (kind is Kind.SET and draft.lower(token) in REMOVES)
            or (kind is Kind.BUT and _follows_all(draft, at))
        ):
            reach, replaced = Kind.NOT, kind is Kind.INSTEAD_OF
        elif kind in _NAMED:
            named = None if reach is Kind.WORD and kind is Kind.WAY else _as_name(draft, at)
            reach = None if reach is Kind.WORD else reach
            if at in excepted:
                reach, replaced = kind, False
            if named is not None and reach and replaced:
                draft.replaced.append(named)
                draft.mark(FIELDS.get(named.kind, "region"), named)
            elif named is not None and _is_left_behind(draft, at):
                draft.replaced.append(named)
                draft.mark("gpus", named)
            elif named is not None:
                yield named, reach is not None
            reach = kind if reach else None
        elif reach and kind is Kind.COMMA:
            goes_on = draft.kind_at(at + 1) is reach and draft.kind_at(at + 2) in (
                Kind.COMMA,
                Kind.AND,
                Kind.OR,
                Kind.STOP,
            )
            reach = reach if goes_on else None
        elif kind is Kind.WORD and reach is Kind.NOT:
            reach = Kind.WORD  # "no foreign cloud": which cloud is not known, so none is taken
        elif kind not in _LISTED:
            reach = None


def _follows_all(draft: Draft, at: int) -> bool:
    """any cloud but: all of them, save what comes now."""
    return any(draft.kind_at(place) in (Kind.ALL, Kind.FULL) for place in range(at - 3, at))


def _is_left_behind(draft: Draft, at: int) -> bool:
    """from A100 to B200: the first one."""
    kinds = [draft.kind_at(place) for place in (at - 1, at, at + 1, at + 2)]
    return kinds[0] is Kind.FROM and kinds[1] is kinds[3] is Kind.GPU and kinds[2] in (Kind.TO, Kind.BECOME)


def _excepted(draft: Draft) -> set[int]:
    """Places of names in lists with the exclusion behind them: AWS除外, "spot excluded", 腾讯去掉, "tencent out"."""
    places: set[int] = set()
    excepted = False
    ends = True  # whether nothing is named up to the end of the clause: "AWS, no spot" keeps AWS
    for at in range(len(draft.tokens) - 1, -1, -1):
        kind = draft.tokens[at].kind
        if kind in _NAMED and excepted:
            places.add(at)
        elif kind not in _NAMED and kind not in _BEFORE_EXCEPTED:
            excepted = kind is Kind.EXCEPTED or (ends and _removes(draft, at))
        if kind not in (Kind.FILLER, Kind.NOT):
            ends = kind in (Kind.STOP, Kind.COMMA, Kind.AND)
    return places


def _removes(draft: Draft, at: int) -> bool:
    """A verb that may stand behind the name it leaves out; "out" where no data goes out."""
    if draft.kind_at(at) is Kind.EGRESS:
        return draft.lower(draft.tokens[at]) == "out" and not draft.has(Kind.BYTES)
    return draft.kind_at(at) is Kind.NOT and not says_who_loses(draft, at)


def _as_name(draft: Draft, at: int) -> Token | None:
    """A name token; buy, own and commit as the ways they mean here, or None where they mean none."""
    token, before = draft.tokens[at], draft.kind_at(at - 1)
    match token.kind:
        case Kind.BUY if _is_idiom(draft, before) or draft.is_sum(at - 1):
            return None
        case Kind.OWN if _is_possessive(draft, at):
            return None
        case Kind.BUY | Kind.OWN:
            return Token(Kind.WAY, token.start, token.end, (Way.OWN,))
        case Kind.COMMIT:
            return Token(Kind.WAY, token.start, token.end, (Way.COMMITTED,))
        case Kind.WAY if token.value in _CLOUDS and _says_whose_cloud(draft, at):
            draft.mark("ways", token)
            return None
    return token


def _says_whose_cloud(draft: Draft, at: int) -> bool:
    """AWS cloud, reserved cloud, 云上按需, 按需租: names the provider or the mode, not all clouds."""
    modes = ((Way.ON_DEMAND,), (Way.COMMITTED,), (Way.SPOT,))
    beside = (draft.tokens[place] for place in (at - 1, at + 1) if 0 <= place < len(draft.tokens))
    of_provider = draft.kind_at(at - 1) is Kind.PROVIDER and draft.tokens[at].value == (Way.CLOUD,)
    return of_provider or any(t.kind is Kind.WAY and t.value in modes for t in beside)


def _is_idiom(draft: Draft, before: Kind) -> bool:
    """what does $2M buy, 能买多少: what money can get, not owning."""
    return before is Kind.MONEY or (draft.has(Kind.CUR) and draft.has(Kind.HOW_MANY, Kind.AFFORD, Kind.BUDGET))


def _is_possessive(draft: Draft, at: int) -> bool:
    """our own storage: not owning the hardware."""
    before = draft.before(at)
    whose = before is not None and draft.lower(before) in _POSSESSIVES
    return whose and draft.kind_at(at + 1) not in _HARDWARE
