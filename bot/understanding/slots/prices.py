"""Money: prices the asker supplies, the price of power, budgets, the currency of the answer."""

from dataclasses import dataclass
from decimal import Decimal

from bot.understanding import durations
from bot.understanding.draft import Draft
from bot.understanding.kinds import Kind, Number, Token
from bot.understanding.phrases import Match
from bot.understanding.quantities import SIGNS, Cash, applied
from bot.understanding.slots.slot import Fact, Facts, Phrase, Places
from pricing.units import TimeUnit

MOST_PER_HOUR = 1000  # "at $2.10" without a unit is a price of an hour, "at $28,000" is none
MOST_PER_KWH = 100
SMALLEST_BUDGET = 1000
_MONEY_WORDS = ("万", "亿")
_MILLIONS = ("m", "mm", "mn")


@dataclass(frozen=True, slots=True)
class Rate:
    """A price of each `unit` (gpu, node, "each" of what is counted, "" where it is not said), per
    `per` (hour, month; "" for a purchase)."""

    cash: Cash
    unit: str
    per: str


def _is_big(token: Token) -> bool:
    """Whether it is money, or a number that 万, 亿 or w marks as such in the right place."""
    return token.kind is Kind.MONEY or token.value.suffix == "w" or token.value.scale in _MONEY_WORDS


def _cash(token: Token) -> Cash | None:
    """The amount; a bare number counts where money is expected."""
    if token.kind is Kind.MONEY:
        return token.value if isinstance(token.value, Cash) else None
    number: Number = token.value
    if number.bad or not number.single or "/" in number.raw or number.scale == "分之":
        return None
    return Cash(applied(number).low, "CNY" if _is_big(token) else "")


def _amount(m: Match) -> Token:
    """The money of a phrase: an amount with its currency, else the number that looks like one."""
    numbers = m.all(Kind.NUM)
    return m.first(Kind.MONEY) or next((token for token in numbers if _is_big(token)), None) or numbers[0]


def _rate(m: Match) -> Facts | None:
    """$2.10 per GPU hour, 12.8万/月, 28,000 USD a card, 每卡每小时15元, 28万一张, at 25k per card."""
    token = _amount(m)
    cash = _cash(token)
    certain = m.first(Kind.GPU_TIME, Kind.AT, Kind.PRICE) or (token.kind is Kind.NUM and token.value.scale == "k")
    if cash is None or not (_is_big(token) or certain):
        return None
    if any(other.value.low != 1 for other in m.all(Kind.NUM) if other is not token):
        return None
    per = _per(m)
    if per == TimeUnit.DAY:
        cash, per = Cash(cash.amount / 24, cash.currency), "hour"
    if per not in ("", "hour", "month"):
        return None
    return [Fact("unit_price", Rate(cash, _unit(m), per))]


def _rate_of_one(m: Match) -> Facts | None:
    """12.8万一个月, 200k a month."""
    period, token = m[Kind.DURATION].value, m[Kind.NUM]
    return _rate(m) if period.low == period.high == 1 and (_is_big(token) or token.value.scale == "k") else None


def _per(m: Match) -> str:
    """The unit of time of a price; "" for none."""
    time = m.first(Kind.UNIT, Kind.GPU_TIME, Kind.MOON, Kind.DURATION) or next(
        (t for t in m.all(Kind.PER) if t.value), None
    )
    if time is None or time.kind is Kind.MOON:
        return "month" if time else ""
    if time.kind is Kind.DURATION:
        return str(time.value.unit.value) if time.value.low == time.value.high == 1 else "no unit"
    return str(time.value.value)


def _unit(m: Match) -> str:
    each = m.first(Kind.EACH)
    if m.first(Kind.NODE, Kind.INSTANCE) or (each and each.value == "node"):
        return "node"
    if each:
        return "each"
    return "gpu" if m.first(Kind.CARD, Kind.GPU, Kind.GPU_TIME) else ""


def _power(m: Match) -> Facts | None:
    """0.6元/度, $0.06/kWh, 电价0.6, power at 8 cents, 电价按四毛."""
    cash, cent = _cash(_amount(m)), m.first(Kind.CENT)
    if cash and cent:  # "10c/kWh" is in dollars, 四毛 in yuan
        cash = Cash(cash.amount * cent.value, "CNY" if cent.value > Decimal("0.01") else "")
    return [Fact("power_price", cash)] if cash and cash.amount < MOST_PER_KWH else None


def _is_named(m: Match, token: Token) -> bool:
    """budget 250000, "we have 300k": plain numbers that are money behind such a word, if they are not small."""
    named = m[Kind.BUDGET].value == "named"
    return bool(token.value.scale == "k" or named) and token.value.low >= SMALLEST_BUDGET


def _budget(m: Match) -> Facts | None:
    """budget $150,000, 预算500万, under $3.5m."""
    token = _amount(m)
    cash = _cash(token)
    if cash is None or not (_is_big(token) or token.value.suffix in _MILLIONS or _is_named(m, token)):
        return None
    per = m.first(Kind.PER, Kind.MOON)
    unit = None if per is None else TimeUnit.MONTH if per.kind is Kind.MOON else per.value
    return [Fact("budget", cash), *([Fact("budget_per", unit)] if unit else [])]


_IS = "(AT|OF|COLON|FILLER|FOR|TO|CHANGE|BY|ONLY|BECOME)*"
_THING = "(GPU|CARD|NODE|INSTANCE|GE)"
_TIME = "(UNIT|MOON)"

_COUNTED = "TIMES|DASH|GE|CARD|NODE|GPU|NEAR|INSTANCE|FAMILY|GPU_TIME|TOKENS|UNIT"
_EACH = "(SLASH|PER|A|EACH)"
_PER = "(SLASH|PER|A)"

RATES: tuple[Phrase, ...] = (
    (f"(MONEY|NUM CENT?) AT? {_PER} KWH|NUM KWH (MONEY|NUM CENT)", _power),
    (f"((KWH|POWER) {_IS})? MONEY NUM KWH", _power),
    (f"(KWH|POWER) {_IS} (MONEY|NUM CENT?) ({_PER} KWH)?", _power),
    (f"(MONEY {_EACH}?|NUM {_EACH}) {_PER}? {_THING} (DASH|SLASH|PER|A|AND)* ({_TIME}|PER)", _rate),
    (f"(AT|PRICE) (AT|COLON|FILLER)* NUM {_PER} (CARD|NODE|GPU)? {_PER}? (GPU_TIME|{_TIME}|CARD|NODE)", _rate),
    (f"(MONEY|NUM) {_PER} (GPU_TIME|{_TIME}|CARD|NODE|GPU|INSTANCE)", _rate),
    (f"MONEY (EACH DASH? ({_TIME}|(PER|SLASH) UNIT|PER)?|GPU_TIME|PER)|(MONEY|NUM) PER", _rate),
    ("NUM (CARD|NODE) DURATION MONEY|MONEY NUM (CARD|NODE) DURATION", _rate),
    ("(MONEY|NUM) NUM (CARD|NODE)|NUM (CARD|NODE) (MONEY|NUM)", _rate),
    (f"(CARD|NODE) (MONEY|NUM) ({_PER} {_TIME}|DURATION|PER)?(?!CARD|NODE|GPU)", _rate),
    ("NUM DURATION", _rate_of_one),
    (f"PER (CARD|NODE|GPU|GPU_TIME)? PER? {_TIME}? (AT|COLON)? (MONEY|NUM)(?!BUDGET)", _rate),
    ("(PER|EACH) (CARD|NODE) (AT|COLON)? (MONEY|NUM)", _rate),
)
BUDGETS: tuple[Phrase, ...] = (
    (f"(PER|MOON)? BUDGET {_IS} (MONEY|NUM)(?!{_COUNTED})|(MONEY|NUM) (OF|FILLER|PER)? BUDGET", _budget),
)


def read(draft: Draft, left: Places) -> None:
    """Money, currencies and words such as "monthly" that nothing else claimed."""
    _read_budget_of_period(draft)
    for at in left:
        token = draft.tokens[at]
        match token.kind:
            case Kind.MONEY:
                _read_money(draft, at)
            case Kind.CUR:
                draft.say("currency", SIGNS.get(token.value, token.value), token)
            case Kind.PER | Kind.SLASH:
                _read_per(draft, at)
            case Kind.NUM if token.value.scale in (*_MONEY_WORDS, "k") or token.value.suffix in ("w", *_MILLIONS):
                _read_bare_money(draft, at)


def _read_budget_of_period(draft: Draft) -> None:
    """how many would fit in $100k a month: what can be spent in that time, no price. With a length, so much for all."""
    rate: Rate | None = draft.said.get("unit_price")
    if rate is not None and not rate.unit and draft.has(Kind.HOW_MANY, Kind.AFFORD, Kind.BUDGET):
        del draft.said["unit_price"]
        draft.said.setdefault("budget", rate.cash)
        if rate.per:
            draft.said["budget_per"] = TimeUnit(rate.per)
    if "budget_per" not in draft.said:
        return
    unit: TimeUnit = draft.said["budget_per"]
    times = durations.units_in(draft.said.setdefault("duration", durations.length(Decimal(1), unit)), unit)
    cash: Cash = draft.said.pop("budget")
    if times is not None:
        draft.said["budget"] = Cash(cash.amount * times, cash.currency)


def _read_bare_money(draft: Draft, at: int) -> None:
    """单价20万; 300万 may be a budget."""
    token, before = draft.tokens[at], draft.before(at, Kind.FILLER, Kind.AT, Kind.COLON, Kind.OF)
    cash = _cash(token)
    if cash and before is not None and before.kind is Kind.PRICE:
        draft.say("unit_price", Rate(cash, "", ""), token)
    elif cash:
        draft.said.setdefault("bare_money", (cash, token))


def _read_money(draft: Draft, at: int) -> None:
    token = draft.tokens[at]
    if draft.kind_at(at + 1) in (Kind.SLASH, Kind.PER) and draft.kind_at(at + 2) in (Kind.BITRATE, Kind.WORD):
        return  # $150/kW: a price of something else
    before = draft.before(at, Kind.FILLER, Kind.ONLY)
    kind = before.kind if before else Kind.STOP
    if kind is Kind.AT and token.value.amount < MOST_PER_HOUR:
        draft.say("unit_price", Rate(token.value, "gpu", "hour"), token)
    elif kind is Kind.PRICE:
        draft.say("unit_price", Rate(token.value, "", ""), token)
    else:
        draft.say("budget", token.value, token)


def _read_per(draft: Draft, at: int) -> None:
    """The unit of a price that is asked for: per hour, monthly, /GPU-hr."""
    token = draft.tokens[at]
    after = draft.tokens[at + 1] if at + 1 < len(draft.tokens) else None
    if token.kind is Kind.PER and token.value:
        draft.say("per", token.value.value, token)
    elif after is not None and after.kind is Kind.MOON:
        draft.say("per", "month", token, after)
    elif after is not None and after.kind in (Kind.UNIT, Kind.GPU_TIME):
        draft.say("per", after.value.value, token, after)
