"""Gathers what a text says into the fields of a request, before anybody asks whether it makes sense."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from bot.understanding import dates, facts, quantities
from bot.understanding.dates import Day
from bot.understanding.kinds import Kind, Number, Token
from bot.understanding.names import Family, Names
from bot.understanding.phrases import rewrite, spelled
from bot.understanding.quantities import Cash, Data
from bot.understanding.request import Period, Way
from bot.understanding.text import Plain
from bot.understanding.tokens import Tokeniser
from pricing.catalog import Instance
from pricing.units import TimeUnit

DATE_EXPECTED = frozenset({Kind.START, Kind.FROM, Kind.BY, Kind.ON})
_VAGUELY = frozenset({Kind.APPROX, Kind.BOUND})  # "about 64" and "at least 64" are read as 64
_NAME_KINDS = frozenset({Kind.GPU, Kind.PROVIDER, Kind.REGION, Kind.INSTANCE})
CASH_SIGNS = {"$": "USD", "£": "GBP"}


@dataclass(slots=True)
class Mark:
    """Characters that went to a field."""

    start: int
    end: int
    field: str


@dataclass(slots=True)
class Draft:
    """What was said, as said: numbers not yet checked, names not yet compared."""

    text: Plain
    names: Names
    today: date
    words: list[Token] = field(default_factory=list)  # the tokens as cut
    tokens: list[Token] = field(default_factory=list)  # after the grammar
    marks: list[Mark] = field(default_factory=list)
    said: dict[str, Any] = field(default_factory=dict)
    twice: dict[str, list[Any]] = field(default_factory=dict)  # other values of a field said again
    gpus: list[str] = field(default_factory=list)
    providers: list[str] = field(default_factory=list)
    ways: list[Way] = field(default_factory=list)
    without_providers: list[str] = field(default_factory=list)
    without_ways: list[Way] = field(default_factory=list)
    replaced: list[Token] = field(default_factory=list)  # names behind "instead of"
    bad_name: str = ""  # a model with a memory or form that it does not come in
    near: tuple[str, ...] = ()
    no_such_day: bool = False

    @property
    def language(self) -> str:
        """zh when the text has Chinese characters outside names, else en."""
        text = self.text.text
        spoken = (text[token.start : token.end] for token in self.words if token.kind not in _NAME_KINDS)
        return "zh" if any("\u3400" <= char <= "\u9fff" for piece in spoken for char in piece) else "en"

    def has(self, *kinds: Kind) -> bool:
        return any(token.kind in kinds for token in self.words)

    def say(self, name: str, value: object, *spans: Token) -> None:
        """Notes a field; the first value stands, others are kept aside."""
        if name in self.said and self.said[name] != value:
            self.twice.setdefault(name, []).append(value)
            return
        self.said[name] = value
        self.mark(name, *spans)

    def mark(self, name: str, *spans: Token) -> None:
        self.marks += [Mark(token.start, token.end, name) for token in spans]

    def is_marked(self, token: Token) -> bool:
        """Whether a field was made of it."""
        return any(mark.start <= token.start and token.end <= mark.end for mark in self.marks)

    def is_replaced(self, token: Token) -> bool:
        """Whether it stands behind "instead of": the old value."""
        return token in self.tokens and _is_replaced(self, self.tokens.index(token))

    def typed(self, token: Token) -> str:
        return self.text.typed(token.start, token.end)

    def lower(self, token: Token) -> str:
        return self.text.text[token.start : token.end]


def draft(text: Plain, names: Names, today: date) -> Draft:
    """Reads a text: cuts it, finds dates and amounts, gives each number its meaning, collects names."""
    found = Draft(text, names, today)
    found.words = Tokeniser(text, names).run()
    tokens = _with_dates([token for token in found.words if token.kind not in _VAGUELY], today)
    tokens = quantities.read(_with_near_names(found, tokens))
    found.tokens = _with_variants(found, _with_later_days(tokens, today))
    _read_dates(found)
    taken = _read_facts(found)
    _read_names(found)
    _read_left_over(found, taken)
    return found


def _with_dates(tokens: list[Token], today: date) -> list[Token]:
    tables = dates.tables(today)
    tokens = rewrite(tokens, tables.strict)
    result: list[Token] = []
    letters, at = spelled(tokens), 0
    while at < len(tokens):
        if result and result[-1].kind in DATE_EXPECTED and tokens[at].kind is Kind.NUM:
            made = tables.expected.at(letters, tokens, at)
            after = tokens[at + made[1]].kind if made and at + made[1] < len(tokens) else Kind.STOP
            if made and (made[0].value.grain != "year" or after in (Kind.STOP, Kind.COMMA, Kind.FOR)):
                result.append(made[0])
                at += made[1]
                continue
        result.append(tokens[at])
        at += 1
    return result


def _with_later_days(tokens: list[Token], today: date) -> list[Token]:
    """two weeks from now; behind "start" also "in two weeks", which is a length of time elsewhere."""
    tables = dates.tables(today)
    for at in range(len(tokens) - 2):
        if tokens[at].kind is Kind.START and tokens[at + 1].kind is Kind.IN and tokens[at + 2].kind is Kind.DURATION:
            return tokens[: at + 1] + rewrite(tokens[at + 1 :], tables.in_time)
    return rewrite(tokens, tables.later)


def _with_near_names(found: Draft, tokens: list[Token]) -> list[Token]:
    """Words near to the name of a GPU get a kind of their own: what is counted is known, which GPU must be asked."""
    result: list[Token] = []
    looked_up = 0
    for token in tokens:
        before = result[-1] if result else None
        if token.kind is Kind.NUM and before is not None and _heads_a_name(found, before, token):
            result[-1] = token = Token(Kind.NAMELIKE, before.start, token.end)
        else:
            result.append(token)
        if token.kind is Kind.NAMELIKE and looked_up < 8:
            looked_up += 1
            if any(name.kind is Kind.GPU for name in found.names.near(found.lower(token))):
                result[-1] = Token(Kind.NEAR, token.start, token.end)
    return result


def _heads_a_name(found: Draft, word: Token, number: Token) -> bool:
    """RTX 9999: a first word of GPU names and a number behind it."""
    return word.kind is Kind.WORD and word.end + 1 >= number.start and found.names.is_head(found.lower(word))


# names of GPUs with their memory and form


def _with_variants(found: Draft, tokens: list[Token]) -> list[Token]:
    """A100 80GB, 80G的A100, A100(40G), H100 PCIe: model and variant as one token."""
    result: list[Token] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token.kind is Kind.SIZE and _is_memory(token):
            gpu_at = at + 1 + (at + 1 < len(tokens) and tokens[at + 1].kind is Kind.OF)
            if gpu_at < len(tokens) and tokens[gpu_at].kind is Kind.GPU:
                result.append(_variant(found, tokens[gpu_at], token))
                at = gpu_at + 1
                continue
        if token.kind is Kind.GPU:
            token, at = _with_what_follows(found, tokens, at)
            result.append(token)
            continue
        result.append(token)
        at += 1
    return result


def _with_what_follows(found: Draft, tokens: list[Token], at: int) -> tuple[Token, int]:
    counted = at > 0 and tokens[at - 1].kind in (Kind.NUM, Kind.TIMES, Kind.CARD, Kind.OF)
    token, at = _with_bare_memory(found, tokens, tokens[at], at + 1, counted)
    while at < len(tokens):
        opened = tokens[at].kind in (Kind.OPEN, Kind.DASH, Kind.COLON, Kind.SLASH)
        detail_at = at + opened
        detail = tokens[detail_at] if detail_at < len(tokens) else None
        after = tokens[detail_at + 1] if detail_at + 1 < len(tokens) else None
        if detail is None or not (detail.kind is Kind.FORM or (detail.kind is Kind.SIZE and _is_memory(detail))):
            break
        if detail.kind is Kind.SIZE and after is not None and after.kind in (Kind.STORAGE, Kind.EGRESS):
            break
        token = _variant(found, token, detail)
        at = detail_at + 1
        if opened and at < len(tokens) and tokens[at].kind is Kind.CLOSE:
            at += 1
    return token, at


def _with_bare_memory(found: Draft, tokens: list[Token], gpu: Token, at: int, counted: bool) -> tuple[Token, int]:
    """A100-80; 8 A100 80, A100 80 x 16: the number is the memory. A100-8 is no model; "A100 80" alone may be a count."""
    dash = at < len(tokens) and tokens[at].kind is Kind.DASH and tokens[at].start == gpu.end
    place = at + dash
    if place >= len(tokens) or tokens[place].kind is not Kind.NUM or (dash and tokens[place].start > gpu.end + 1):
        return gpu, at
    number = tokens[place]
    if number.value.suffix or not number.value.single or not gpu.value:
        return gpu, at
    known = any(model.memory_gb == number.value.low for model in found.names.variants(gpu.value[0]))
    multiplied = place + 1 < len(tokens) and tokens[place + 1].kind is Kind.TIMES
    if dash or (known and (counted or multiplied)):
        detail = Token(Kind.SIZE, number.start, number.end, Data(number.value.low, "GB"))
        return _variant(found, gpu, detail), place + 1
    return gpu, at


def _is_memory(token: Token) -> bool:
    return token.value.unit in ("GB", "GiB") and token.value.amount <= 400


def _variant(found: Draft, gpu: Token, detail: Token) -> Token:
    start, end = min(gpu.start, detail.start), max(gpu.end, detail.end)
    model = found.names.variant(gpu.value[0], detail.value) if gpu.value else None
    if model is None and not found.bad_name:
        found.bad_name = found.text.typed(start, end)
        found.near = tuple(variant.id for variant in found.names.variants(gpu.value[0])) if gpu.value else ()
    return Token(Kind.GPU, start, end, (model,) if model else ())


# dates


def _read_dates(found: Draft) -> None:
    """Start dates and calendar periods: starting Jan 15; from 1 Jan to 31 March; for Q1; 下季度."""
    tokens = found.tokens
    for at, token in enumerate(tokens):
        if token.kind is not Kind.WHEN:
            continue
        day: Day = token.value
        before = _back(tokens, at, (Kind.FILLER, Kind.ON, Kind.IN, Kind.AT, Kind.COLON, Kind.FROM))
        after = tokens[at + 1] if at + 1 < len(tokens) else None
        cued = (before is not None and before.kind in (Kind.START, Kind.FROM)) or (after is not None and after.kind is Kind.START) or (at > 0 and tokens[at - 1].kind is Kind.FROM)  # fmt: skip  # noqa: E501
        if at > 0 and tokens[at - 1].kind in (Kind.BY, Kind.TO) and not cued:
            continue  # a deadline or an end is no start
        if day.first is None:
            found.no_such_day = True
            found.mark("start_date", token)
            continue
        if "start_date" in found.said:
            continue
        until = _until(tokens, at)
        if until is not None:
            _say_range(found, token, until)
            continue
        prepared = at > 0 and tokens[at - 1].kind in (Kind.IN, Kind.ON, Kind.FOR, Kind.AT, Kind.START)
        if day.bare and not cued and not prepared:
            continue
        if found.lower(token) in ("today", "now", "今天", "今日", "right away") and not cued:
            continue
        found.say("start_date", day.first, token)
        if not cued and day.grain in ("month", "quarter", "half-year", "year", "week"):
            found.say("period", day, token)


def _back(tokens: list[Token], at: int, skipped: tuple[Kind, ...]) -> Token | None:
    """The token before this one, small words aside."""
    at -= 1
    while at >= 0 and tokens[at].kind in skipped:
        at -= 1
    return tokens[at] if at >= 0 else None


def _until(tokens: list[Token], at: int) -> Token | None:
    ahead = tokens[at + 1 : at + 4]
    if len(ahead) >= 2 and ahead[0].kind in (Kind.TO, Kind.DASH, Kind.BY) and ahead[1].kind is Kind.WHEN:
        return ahead[1]
    if len(ahead) >= 3 and ahead[0].kind is Kind.START and ahead[1].kind is Kind.TO and ahead[2].kind is Kind.WHEN:
        return ahead[2]
    return None


def _say_range(found: Draft, start: Token, end: Token) -> None:
    """From-to dates: days, both ends counted; the end of a period is its last day."""
    first, last = start.value.first, _last_day(end.value)
    if last is None or last < first:
        found.no_such_day = True
        found.mark("start_date", start, end)
        return
    days = Decimal((last - first).days + 1)
    found.say("start_date", first, start, end)
    found.say("duration", Period(low=days, high=days, unit=TimeUnit.DAY), start, end)


def _last_day(day: Day) -> date | None:
    if day.first is None or day.grain == "day":
        return day.first
    if day.grain == "week":
        return day.first + timedelta(days=6)
    months = {"month": 1, "quarter": 3, "half-year": 6, "year": 12}[day.grain]
    after = day.first.month - 1 + months
    return date(day.first.year + after // 12, after % 12 + 1, 1) - timedelta(days=1)


# numbers


_SAY_MORE = frozenset(
    {Kind.GPU, Kind.INSTANCE, Kind.PROVIDER, Kind.WAY, Kind.REGION, Kind.NEAR, Kind.NAMELIKE}
)  # these are read as names, or reported


def _read_facts(found: Draft) -> set[int]:
    """Takes the phrases that give numbers a meaning; the places of tokens they took."""
    taken: set[int] = set()
    for start, end, said in facts.phrases().find(found.tokens):
        numbers = [token for token in found.tokens[start:end] if token.kind not in _SAY_MORE]
        for fact in said:
            found.say(fact.field, fact.value, *numbers)
        taken.update(range(start, end))
    return taken


# names and ways


def _read_names(found: Draft) -> None:
    for token, negated in _with_negation(found):
        match token.kind:
            case Kind.GPU:
                if not negated:
                    _add(found.gpus, token.value)
                if token.value:
                    found.mark("gpus", token)
            case Kind.INSTANCE:
                _read_instance(found, token)
            case Kind.FAMILY:
                family: Family = token.value
                found.said.setdefault("family", family)
                found.mark("gpus", token)
            case Kind.PROVIDER:
                _add(found.without_providers if negated else found.providers, (token.value,))
                found.mark("exclude_providers" if negated else "providers", token)
            case Kind.WAY:
                _add(found.without_ways if negated else found.ways, token.value)
                found.mark("exclude_ways" if negated else "ways", token)
            case Kind.REGION:
                found.say("region", token.value, token)


def _read_instance(found: Draft, token: Token) -> None:
    instance: Instance = token.value
    _add(found.gpus, (instance.gpu,))
    if instance.provider:
        found.say("instance", instance.id, token)
        _add(found.providers, (instance.provider,))
    found.say("system_gpus", instance.gpus_per_node, token)


def _add(items: list[Any], more: tuple[Any, ...]) -> None:
    items += [item for item in more if item not in items]


_LISTED = frozenset({Kind.AND, Kind.OR, Kind.FILLER, Kind.OF, Kind.ON, Kind.IN, Kind.WITH, Kind.NODE, Kind.ALL, Kind.A, Kind.FOR, Kind.FROM, Kind.AT, Kind.PRICE, Kind.MORE})  # fmt: skip  # noqa: E501
_NAMED = frozenset(
    {Kind.GPU, Kind.PROVIDER, Kind.WAY, Kind.REGION, Kind.INSTANCE, Kind.FAMILY, Kind.COMMIT, Kind.BUY, Kind.OWN}
)


def _with_negation(found: Draft) -> Iterator[tuple[Token, bool]]:
    """Names, and whether a "no" or "except" before them reaches them."""
    tokens = found.tokens
    negated: Kind | bool = False
    replaced = False
    for at, token in enumerate(tokens):
        kind = token.kind
        if kind in (Kind.NOT, Kind.INSTEAD_OF):
            negated, replaced = True, kind is Kind.INSTEAD_OF
            continue
        if kind in _NAMED:
            named = _as_way(found, at)
            if named is not None and negated and replaced:
                found.replaced.append(named)
            elif named is not None:
                yield named, bool(negated)
            if negated:
                negated = kind
        elif negated and kind is Kind.COMMA:
            following = tokens[at + 1].kind if at + 1 < len(tokens) else None
            after = tokens[at + 2].kind if at + 2 < len(tokens) else Kind.STOP
            if following is not negated or after not in (Kind.COMMA, Kind.AND, Kind.OR, Kind.STOP):
                negated = False
        elif negated and kind not in _LISTED:
            negated = False


def _as_way(found: Draft, at: int) -> Token | None:
    """A name token; buy, own and commit as the ways they mean here, or None where they mean none."""
    token = found.tokens[at]
    before = found.tokens[at - 1] if at else None
    after = found.tokens[at + 1].kind if at + 1 < len(found.tokens) else Kind.STOP
    match token.kind:
        case Kind.BUY:
            if (found.has(Kind.MONEY, Kind.CUR) and found.has(Kind.HOW_MANY, Kind.AFFORD, Kind.BUDGET)) or _is_idiom(
                found, at
            ):
                return None
            return Token(Kind.WAY, token.start, token.end, (Way.OWN,))
        case Kind.OWN:
            possessive = before is not None and found.lower(before) in (
                "our",
                "my",
                "your",
                "their",
                "its",
                "his",
                "her",
            )
            if possessive and after not in (
                Kind.GPU,
                Kind.NUM,
                Kind.CARD,
                Kind.NODE,
                Kind.INSTANCE,
                Kind.COMPARE,
                Kind.STOP,
            ):
                return None
            return Token(Kind.WAY, token.start, token.end, (Way.OWN,))
        case Kind.COMMIT:
            return Token(Kind.WAY, token.start, token.end, (Way.COMMITTED,))
        case Kind.WAY:
            if token.value == (Way.CLOUD,) and before is not None and before.kind is Kind.PROVIDER:
                return None
    return token


def _is_idiom(found: Draft, at: int) -> bool:
    """what does $2M buy."""
    return at > 0 and found.tokens[at - 1].kind is Kind.MONEY


# what is left


def _read_left_over(found: Draft, taken: set[int]) -> None:
    left = [at for at in range(len(found.tokens)) if at not in taken]
    _read_reserved_term(found, left)
    _read_data(found, left)
    _read_shares(found, left)
    for at in left:
        token = found.tokens[at]
        if token.kind is Kind.DURATION and not _is_replaced(found, at):
            found.say("duration", token.value, token)
        elif token.kind is Kind.MONEY:
            before = _back(found.tokens, at, (Kind.FILLER, Kind.ONLY))
            if before is not None and before.kind is Kind.AT and token.value.amount < 1000:
                found.say("unit_price", facts.Rate(token.value, "gpu", "hour"), token)
            elif before is not None and before.kind is Kind.PRICE:
                found.say("unit_price", facts.Rate(token.value, "", ""), token)
            else:
                found.say("budget", token.value, token)
        elif token.kind is Kind.CUR:
            found.say("currency", CASH_SIGNS.get(token.value, token.value), token)
        elif token.kind is Kind.PER and token.value:
            found.say("per", token.value.value, token)
        elif token.kind in (Kind.PER, Kind.SLASH, Kind.A) and at + 1 < len(found.tokens):
            follower = found.tokens[at + 1]
            if follower.kind in (Kind.UNIT, Kind.MOON) and token.kind is not Kind.A:
                found.say("per", "month" if follower.kind is Kind.MOON else follower.value.value, token, follower)
            elif follower.kind is Kind.GPU_TIME:
                found.say("per", follower.value.value, token, follower)
        elif token.kind is Kind.NUM:
            _read_bare_number(found, at)
    _read_bare_count(found)


def _is_replaced(found: Draft, at: int) -> bool:
    """Whether it stands behind "instead of": the old value."""
    before = _back(found.tokens, at, (Kind.FILLER, Kind.FOR))
    return before is not None and before.kind is Kind.INSTEAD_OF


def _read_reserved_term(found: Draft, left: list[int]) -> None:
    """12 months, reserved 1 year: of two lengths the one behind "reserved" is the commitment."""
    lengths = [at for at in left if found.tokens[at].kind is Kind.DURATION]
    for at in lengths if len(lengths) > 1 and "commit" not in found.said else []:
        before = _back(found.tokens, at, (Kind.FILLER, Kind.FOR))
        if before is not None and before.kind is Kind.WAY and before.value == (Way.COMMITTED,):
            found.say("commit", found.tokens[at].value, found.tokens[at])
            left.remove(at)
            return


def _read_bare_count(found: Draft) -> None:
    """H100, 64, 3 months: the only plain number left is the count, unless "for" or an unknown word stands by it."""
    if not found.gpus or {"gpu_count", "nodes", "gpu_hours"} & found.said.keys():
        return
    tokens = found.tokens
    left = [at for at, token in enumerate(tokens) if token.kind is Kind.NUM and not found.is_marked(token)]
    if len(left) != 1:
        return
    at = left[0]
    number: Number = tokens[at].value
    before = tokens[at - 1].kind if at else Kind.STOP
    after = tokens[at + 1].kind if at + 1 < len(tokens) else Kind.STOP
    memory = before is Kind.GPU and any(
        model.memory_gb == number.low for gpu in tokens[at - 1].value for model in found.names.variants(gpu)
    )
    if not (
        memory
        or number.bad
        or number.suffix
        or "/" in number.raw
        or before in _NO_COUNT_BEHIND
        or after in _NO_COUNT_BEFORE
    ):
        found.say("gpu_count", number, tokens[at])


_NO_COUNT_BEFORE = frozenset(
    {Kind.WORD, Kind.NAMELIKE, Kind.NEAR, Kind.CUR, Kind.PCT, Kind.BITRATE, Kind.BYTES, Kind.SLASH, Kind.DASH, Kind.TO}
)
_NO_COUNT_BEHIND = _NO_COUNT_BEFORE | {Kind.FOR}


def _read_bare_number(found: Draft, at: int) -> None:
    number: Number = found.tokens[at].value
    if number.suffix in ("b", "bn") and "model_params" not in found.said and number.low * 10**9 >= 10**7:
        found.say("model_params", number.times(10**9), found.tokens[at])
    elif number.suffix in ("t", "tn") and found.has(Kind.TRAIN, Kind.MODEL, Kind.PARAMS) and "tokens" not in found.said:
        found.say("tokens", number.times(10**12), found.tokens[at])
    elif number.scale in ("万", "亿") or number.suffix in ("w", "m", "mm", "mn"):
        currency = "" if number.suffix.startswith("m") else "CNY"
        found.said.setdefault("bare_money", (Cash(quantities.applied(number).low, currency), found.tokens[at]))


def _read_data(found: Draft, left: list[int]) -> None:
    """Gives every amount of data to the nearest word for egress or storage; each word is used once."""
    sizes = [at for at in left if _data_at(found, at)]
    cues = [at for at, token in enumerate(found.tokens) if token.kind in (Kind.EGRESS, Kind.STORAGE)]
    pairs = sorted(
        (abs(cue - at) + 3 * _breaks(found, at, cue), at, cue) for at in sizes for cue in cues if abs(cue - at) <= 8
    )
    used: set[int] = set()
    for _, at, cue in pairs:
        if at in used or cue in used:
            continue
        used |= {at, cue}
        field_name = "egress_tb" if found.tokens[cue].kind is Kind.EGRESS else "storage_tb"
        size, token = _data_at(found, at), found.tokens[at]
        if size is None:
            continue
        found.say(field_name, size.tb, token, found.tokens[cue])
        left.remove(at)
        if field_name == "egress_tb":
            _read_egress_rate(found, at)


def _data_at(found: Draft, at: int) -> Data | None:
    token = found.tokens[at]
    if token.kind is Kind.SIZE:
        return token.value if isinstance(token.value, Data) else None
    if token.kind is Kind.NUM and token.value.suffix == "t":
        return Data(token.value.low, "TB")
    return None


def _read_egress_rate(found: Draft, at: int) -> None:
    ahead, before = found.tokens[at + 1 : at + 4], found.tokens[at - 1] if at else None
    for one, other in zip(ahead, [*ahead[1:], None], strict=False):
        if one.kind in (Kind.SLASH, Kind.PER, Kind.A) and other is not None and other.kind is Kind.UNIT:
            found.say("egress_per", other.value.value, one, other)
            return
        if one.kind is Kind.PER and one.value:
            found.say("egress_per", one.value.value, one)
            return
        if one.kind is Kind.DURATION and one.value.low == 1 and found.lower(one).startswith("a "):
            found.say("egress_per", one.value.unit.value, one)
            return
        if one.kind not in (Kind.EGRESS, Kind.OF, Kind.FILLER):
            break
    for token in (before, found.tokens[at - 2] if at > 1 else None):
        if token is not None and token.kind is Kind.PER and token.value:
            found.say("egress_per", token.value.value, token)
            return


def _breaks(found: Draft, at: int, cue: int) -> bool:
    low, high = sorted((at, cue))
    return any(token.kind in (Kind.COMMA, Kind.STOP, Kind.SIZE, Kind.AND) for token in found.tokens[low + 1 : high])


def _read_shares(found: Draft, left: list[int]) -> None:
    cues = {Kind.UTIL: "utilisation", Kind.MFU: "mfu", Kind.OFF: "discount"}
    shares = [at for at in left if found.tokens[at].kind is Kind.PERCENT]
    places = [at for at, token in enumerate(found.tokens) if token.kind in cues and at in left]
    pairs = sorted((abs(cue - at), at, cue) for at in shares for cue in places if abs(cue - at) <= 5)
    used: set[int] = set()
    for _, at, cue in pairs:
        if at not in used and cue not in used:
            used |= {at, cue}
            found.say(cues[found.tokens[cue].kind], found.tokens[at].value, found.tokens[at], found.tokens[cue])
            left.remove(at)
