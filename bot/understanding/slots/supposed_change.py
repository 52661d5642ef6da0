"""How another price is said: so much off, so much dearer, 七折, or an amount for a GPU or a node and a time."""

from dataclasses import dataclass
from decimal import Decimal

from bot.understanding.kinds import Kind, Number, Token
from bot.understanding.phrases import Match
from bot.understanding.quantities import Cash, applied
from bot.understanding.slots.prices import MOST_PER_HOUR, Rate
from pricing.units import HOURS_PER_DAY, HOURS_PER_WEEK, TimeUnit

_HOURS = {TimeUnit.DAY: HOURS_PER_DAY, TimeUnit.WEEK: HOURS_PER_WEEK}
_COUNTED = (Kind.CARD, Kind.NODE, Kind.GE, Kind.TIMES)
ONE = Decimal(1)


@dataclass(frozen=True, slots=True)
class Change:
    """What is paid instead: `discount` off list prices, `factor` times any price, or at a `rate`. One is set.

    `certain`: it says a change of a price, and cannot be read as a discount or a price of another kind.
    """

    discount: Decimal | None = None
    factor: Decimal | None = None
    rate: Rate | None = None
    certain: bool = False


def change_of(m: Match) -> Change | None:
    """30% off, 10% dearer, 20% cheaper, +10%, -10%, 七折, 半价. None for a share without a word for what it is."""
    if m.first(Kind.ZHE):
        paid = m.all(Kind.NUM)[-1].value.low
        return Change(discount=ONE - (paid / 10 if paid <= 10 else paid / 100))
    if m.first(Kind.HALF_PRICE):
        return Change(discount=Decimal("0.5"))
    token = m.first(Kind.PERCENT) or m.first(Kind.NUM)
    share = _share(token) if token else None
    sign = _sign(m)
    if share is None or (sign is None and share >= 0):
        return None
    if sign is None:
        return Change(factor=ONE + share, certain=True)
    if sign == 0:
        return Change(discount=abs(share))
    return Change(factor=ONE + sign * abs(share), certain=True)


def _share(token: Token) -> Decimal | None:
    """10%, 0.3; a bare number above one is no share."""
    if token.kind is Kind.PERCENT:
        return Decimal(token.value)
    number: Number = token.value
    plain = number.single and not number.suffix and number.scale in ("", "分之")
    return number.low if plain and 0 < number.low < 1 else None


def _sign(m: Match) -> int | None:
    """1 dearer, -1 cheaper, 0 off the list price; None where no word says which."""
    for token in m.tokens:
        match token.kind:
            case Kind.DEARER:
                return int(token.value)
            case Kind.PLUS | Kind.BOUND | Kind.GROW | Kind.MORE:
                return 1
            case Kind.DASH | Kind.FEWER | Kind.SHRINK:
                return -1
            case Kind.COMPARE if token.value == "cheaper":
                return -1
            case Kind.OFF:
                return -1 if token.value == "price" else 0
            case Kind.FILLER if token.value in (1, -1):
                return int(token.value)
    return None


def rate_of(m: Match) -> Change | None:
    """110,000 a node-month, 每卡每小时2.5美元, 11万/节点/月; $2.50 alone is for a GPU and an hour.

    None for a purchase, and where it is not said for which time.
    """
    if m.first(Kind.DEARER, Kind.SHRINK) and not m.first(Kind.TO, Kind.BECOME):
        return None  # "fell by $2 an hour" says no price
    token = m.first(Kind.MONEY) or next((one for one in m.all(Kind.NUM) if one.value.low != 1), None)
    cash = _cash(m, token) if token else None
    if token is None or cash is None or any(one.value.low != 1 for one in m.all(Kind.NUM) if one is not token):
        return None
    node = any(one.kind in (Kind.NODE, Kind.NODE_TIME) or one.value == "node" for one in m.tokens)
    said = [unit for one in m.tokens if (unit := _time(one))]
    if len(said) > 1:
        return None
    named = node or m.first(Kind.CARD, Kind.EACH)
    if not said:
        bare = not named and token.kind is Kind.MONEY and cash.amount < MOST_PER_HOUR
        return Change(rate=Rate(cash, "gpu", "hour")) if bare else None
    if said[0] not in (TimeUnit.HOUR, TimeUnit.MONTH, *_HOURS):
        return None
    cash = Cash(cash.amount / _HOURS.get(said[0], ONE), cash.currency)
    per = "month" if said[0] is TimeUnit.MONTH else "hour"
    return Change(rate=Rate(cash, "node" if node else "gpu", per))


def _cash(m: Match, token: Token) -> Cash | None:
    """The amount; a bare number counts behind "at", or where its size marks it as money ("64 cards a month" counts)."""
    if token.kind is Kind.MONEY:
        return token.value if isinstance(token.value, Cash) else None
    number: Number = token.value
    if number.bad or not number.single or "/" in number.raw or number.scale == "分之":
        return None
    if number.suffix == "w" or number.scale in ("万", "亿"):
        return Cash(applied(number).low, "CNY")
    behind = next((one.kind for one in m.tokens if one.start >= token.end), Kind.STOP)
    is_money = number.scale == "k" or (m.first(Kind.AT, Kind.PRICE, Kind.COLON) and behind not in _COUNTED)
    return Cash(applied(number).low, "") if is_money and number.suffix in ("", "m") else None


def _time(token: Token) -> TimeUnit | None:
    """The unit of time of a price, where a word says one."""
    match token.kind:
        case Kind.MOON:
            return TimeUnit.MONTH
        case Kind.UNIT | Kind.GPU_TIME | Kind.NODE_TIME | Kind.PER:
            return token.value if isinstance(token.value, TimeUnit) else None
        case Kind.DURATION:
            return TimeUnit(token.value.unit) if token.value.low == token.value.high == 1 else TimeUnit.YEAR
    return None
