"""What cannot be answered, and why: price changes, several scenarios at once, models nobody knows."""

from dataclasses import dataclass

from bot.understanding.draft import Draft
from bot.understanding.kinds import Kind, Token

_CHANGES = (Kind.SET, Kind.BECOME, Kind.CHANGE, Kind.GROW, Kind.SHRINK, Kind.MORE)
_AMOUNTS = (Kind.MONEY, Kind.NUM, Kind.PERCENT)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why nothing can be done with it, and the piece that is to blame."""

    reason: str
    detail: str = ""


def refusal_of(found: Draft) -> Refusal | None:
    """The reason that holds for the whole text, if there is one."""
    if is_admin_command(found):
        return Refusal("admin_command")
    if several := _several_scenarios(found):
        return Refusal("multi_scenario", several)
    if unknown := unknown_gpu(found):
        return Refusal("unknown_gpu", found.typed(unknown))
    return None


def is_admin_command(found: Draft) -> bool:
    """A price is to be changed: "set starverse A100 price to 120000", 把A100月价改成12万, "delete the H100 price"."""
    tokens = found.words
    for at, token in enumerate(tokens):
        if token.kind not in _CHANGES:
            continue
        around = tokens[max(0, at - 6) : at + 12]
        priced = any(near.kind is Kind.PRICE or (near.kind is Kind.PER and near.value) for near in around)
        priced = priced or (found.has(Kind.SET) and found.has(Kind.BECOME, Kind.QUOTE))
        if not priced or any(near.kind is Kind.POWER for near in around):
            continue
        ahead = tokens[at + 1 :]
        to = token.kind is Kind.BECOME or any(near.kind in (Kind.TO, Kind.BECOME, Kind.COLON) for near in ahead)
        amount = any(near.kind in _AMOUNTS or near.kind is Kind.CUR for near in ahead)
        if token.kind is Kind.MORE and found.lower(token) not in ("add", "增加", "加"):
            continue
        first = all(before.kind in (Kind.FILLER, Kind.STOP, Kind.QUOTE, Kind.PROVIDER) for before in tokens[:at])
        removes = found.lower(token) in ("delete", "删除") and first
        if _asks_for_a_need(found):
            return False
        if (to and amount and (first or token.kind in (Kind.SET, Kind.BECOME))) or removes:
            return True
    return False


def _asks_for_a_need(found: Draft) -> bool:
    """A whole need is stated too: then a price change in the text is not what is wanted."""
    return bool(found.gpus) and "duration" in found.said and bool({"gpu_count", "nodes"} & found.said.keys())


def _several_scenarios(found: Draft) -> str:
    """The piece where a second scenario begins: other counts or lengths of time than those before."""
    again = [name for name in ("gpu_count", "nodes", "duration") if name in found.twice]
    if not again:
        return ""
    return again[0]


def unknown_gpu(found: Draft) -> Token | None:
    """A name where a GPU is expected, when no GPU was named and nothing near is known."""
    if found.gpus or found.bad_name or "family" in found.said:
        return None
    tokens = found.tokens
    for at, token in enumerate(tokens):
        if token.kind is not Kind.NAMELIKE:
            continue
        before = tokens[at - 1].kind if at else Kind.STOP
        after = tokens[at + 1].kind if at + 1 < len(tokens) else Kind.STOP
        alone = not found.has(Kind.WORD, Kind.NUM)
        if (
            alone
            or before in (Kind.NUM, Kind.TIMES, Kind.CARD, Kind.NODE, Kind.OF)
            or after
            in (
                Kind.CARD,
                Kind.NODE,
                Kind.TIMES,
                Kind.FOR,
            )
        ):
            return token
    return None
