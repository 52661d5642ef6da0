"""What is supposed of own hardware: PUE 1.2, electricity +20%, 10% maintenance, a colo, a lease, four runs a year.

Facts are named `what_if.<name>`, with the `WhatIf` as value.
"""

from decimal import Decimal

from bot.understanding.durations import DAYS
from bot.understanding.kinds import Kind, Number, Token
from bot.understanding.phrases import Match
from bot.understanding.quantities import SIGNS, Cash
from bot.understanding.request import Intent, Period
from bot.understanding.slots.slot import Build, Fact, Facts, Phrase
from pricing.scenario import WhatIf
from pricing.units import TimeUnit

PREFIX = "what_if."
DROPPED = "what_if_dropped."
YEARS = "years_instead"
ONE = Decimal(1)
NAMES = {
    Kind.PUE: "pue",
    Kind.CAPITAL: "cost_of_capital",
    Kind.MAINTAIN: "maintenance",
    Kind.RESIDUAL: "residual",
    Kind.COLO: "colocation",
    Kind.STAFF: "engineers",
    Kind.RUNS: "runs_a_year",
    Kind.LEASE: "lease_months",
}
_LESS = (Kind.SHRINK, Kind.FEWER, Kind.OFF, Kind.NEGATIVE, Kind.DASH)
_DAYS_OF_MONTH = DAYS[TimeUnit.YEAR] / 12


def supposed(name: str, value: Decimal | None = None, factor: Decimal | None = None, currency: str = "") -> Fact:
    """The fact that a number is supposed."""
    return Fact(PREFIX + name, WhatIf(name=name, value=value, factor=factor, currency=currency))


def _number(token: Token) -> Decimal | None:
    """A plain number, or a share as part of one."""
    if token.kind is Kind.PERCENT:
        return Decimal(token.value)
    number: Number = token.value
    return number.low if number.single and not number.bad and not number.suffix and not number.scale else None


def _plain(kind: Kind) -> Build:
    """PUE 1.2, PUE按1.2."""

    def build(m: Match) -> Facts | None:
        value = _number(m.first(Kind.NUM) or m.tokens[0])
        return None if value is None else [supposed(NAMES[kind], value)]

    return build


def _share(kind: Kind) -> Build:
    """8% WACC, 维保10%, residual 0.2; a plain number above one is no share."""

    def build(m: Match) -> Facts | None:
        token = m.first(Kind.PERCENT, Kind.NUM)
        value = None if token is None else _number(token)
        if value is None or (token is not None and token.kind is Kind.NUM and value > ONE):
            return None
        of_cards = kind is Kind.RESIDUAL and m.first(Kind.CARD) is not None
        return [supposed("residual_of_gpus" if of_cards else NAMES[kind], value)]

    return build


def _power_by(m: Match) -> Facts | None:
    """electricity +20%, 电价涨20%, 电价降10%."""
    share, up = m[Kind.PERCENT].value, m.first(Kind.DEARER)
    less, more = m.first(*_LESS), m.first(Kind.PLUS, Kind.GROW, Kind.MORE)
    if share < 0:  # electricity -10%
        return [supposed("electricity", factor=ONE + share)]
    if up is None and less is None and more is None:
        return None
    falls = less is not None if up is None else up.value < 0
    return [supposed("electricity", factor=ONE - share if falls else ONE + share)]


def _staff(m: Match) -> Facts | None:
    """two more engineers, 加两个运维."""
    value = _number(m[Kind.NUM])
    return None if value is None else [supposed("engineers", value)]


def _runs(m: Match) -> Facts | None:
    """four such runs a year, 一年跑四次, twice a year."""
    said = m.first(Kind.NUM)
    value = _number(said) if said else m[Kind.RUNS].value
    period = m.first(Kind.DURATION)
    if period is not None and (period.value.unit is not TimeUnit.YEAR or period.value.low != 1):
        return None
    unit = next((t.value for t in m.all(Kind.PER, Kind.UNIT) if t.value), TimeUnit.YEAR)
    return None if value is None or unit != TimeUnit.YEAR else [supposed("runs_a_year", value)]


def _colo(m: Match) -> Facts:
    """we use a colo; at 150 USD per kW; including power."""
    cash = m.first(Kind.MONEY)
    facts = [supposed("colocation")]
    if cash is not None:
        said: Cash = cash.value
        facts = [supposed("colocation", said.amount, currency=SIGNS.get(said.currency, said.currency) or "USD")]
    if any(token.value == "with power" for token in m.all(Kind.COLO)):
        facts.append(supposed("colocation_with_power", ONE))
    return facts


def _lease(m: Match) -> Facts | None:
    """lease the servers, over 36 months, at 8%."""
    period, rate = m.first(Kind.DURATION), m.first(Kind.PERCENT)
    months = None if period is None else _months(period.value)
    if period is not None and months is None:
        return None
    return [supposed("lease_months", months), *([] if rate is None else [supposed("lease_rate", rate.value)])]


def _months(period: Period) -> Decimal | None:
    if period.low != period.high:
        return None
    if period.unit is TimeUnit.MONTH:
        return period.low
    return period.low * 12 if period.unit is TimeUnit.YEAR else None


def _topic_at(m: Match) -> Facts | None:
    """finance it at 8%, NPV at 10%; sell them after the run at 80%."""
    name = {Intent.FINANCE: "cost_of_capital", Intent.RESALE: "sale_share"}.get(m[Kind.TOPIC].value)
    return None if name is None else [supposed(name, m[Kind.PERCENT].value)]


def _wait(m: Match) -> Facts | None:
    """six months of waiting, 等半年的代价."""
    period: Period = m[Kind.DURATION].value
    if m[Kind.TOPIC].value is not Intent.WAITING or period.low != period.high:
        return None
    months = _months(period)
    return [supposed("lead_months", period.low * DAYS[period.unit] / _DAYS_OF_MONTH if months is None else months)]


def _life_and_use(m: Match) -> Facts | None:
    """at 3 years and 40% use: the life, and the part of it that it is used."""
    months = _months(m[Kind.DURATION].value)
    share = _number(m[Kind.PERCENT])
    return None if months is None else [Fact("tco_years", months / 12), Fact("utilisation", share)]


def _none(m: Match) -> Facts:
    """no residual value, no maintenance: nothing of it; no colo, no lease: as before."""
    token = m.first(*NAMES)
    assert token is not None
    if token.kind in (Kind.RESIDUAL, Kind.MAINTAIN):
        return [supposed(NAMES[token.kind], Decimal(0))]
    return [Fact(DROPPED + NAMES[token.kind], True)]


def _years(m: Match) -> Facts | None:
    """over 3 years not 5, 按3年算: of the need or of the life, as the thread tells."""
    period: Period = m.all(Kind.DURATION)[0].value
    if period.unit is not TimeUnit.YEAR or period.low != period.high:
        return None
    old = m.first(Kind.NUM) or m.all(Kind.DURATION)[-1]
    before = old.value.low if m.first(Kind.NOT, Kind.INSTEAD_OF) else None
    return [Fact(YEARS, (period, before))]


_IS = "(AT|OF|COLON|FILLER|FOR|TO|CHANGE|BY|ONLY|BECOME)*"
_MORE = "(MORE|ALSO|PLUS|GROW)"
_PER = "(SLASH|PER|A|EACH)"
_RATE = f"(MONEY {_PER} BITRATE|{_PER} BITRATE ({_PER} (UNIT|MOON))? MONEY) ({_PER} (UNIT|MOON)|PER|DURATION)?"
_NUM = "NUM(?!CARD|NODE|GPU|TIMES|PCT|CUR|UNIT)"

PHRASES: tuple[Phrase, ...] = (
    ("NOT (FILLER|OF|A)* (PUE|CAPITAL|MAINTAIN|RESIDUAL|COLO|STAFF|RUNS|LEASE)", _none),
    (f"PUE {_IS} NUM|NUM PUE", _plain(Kind.PUE)),
    (f"POWER {_IS} (PLUS|GROW|MORE|DEARER|SHRINK|FEWER|OFF|NEGATIVE|DASH){{1,2}} {_IS} PERCENT", _power_by),
    (f"POWER {_IS} PERCENT (MORE|FEWER|DEARER|OFF)?|PERCENT (MORE|FEWER|DEARER) (FILLER|OF)* POWER", _power_by),
    (f"(AT|WITH)? (A|FILLER)? (PERCENT|NUM) (OF|FILLER)? CAPITAL|CAPITAL {_IS} (PERCENT|NUM)", _share(Kind.CAPITAL)),
    (f"TOPIC {_IS} PERCENT", _topic_at),
    (f"DURATION TOPIC|TOPIC {_IS} DURATION", _wait),
    (f"PERCENT (OF|FILLER)? MAINTAIN|MAINTAIN {_IS} PERCENT", _share(Kind.MAINTAIN)),
    (
        f"PERCENT (OF|FILLER)? RESIDUAL ((OF|ON|FILLER)* CARD)?|CARD OF? RESIDUAL {_IS} PERCENT"
        f"|RESIDUAL {_IS} (PERCENT|NUM) ((OF|ON|FILLER)+ CARD)?|RESIDUAL {_IS} CARD {_IS} PERCENT",
        _share(Kind.RESIDUAL),
    ),
    (f"NUM GE? {_MORE}? FILLER? STAFF|{_MORE} NUM GE? FILLER? STAFF", _staff),
    ("(NUM FILLER{0,2})? RUNS|(PER UNIT|PER|DURATION) (FOR|FILLER)* NUM RUNS", _runs),
    (
        f"COLO {_IS} ((COMMA|STOP)? {_RATE})? ((COMMA|STOP)? COLO)?|{_RATE} (FILLER|IN|OF)? COLO ((COMMA|STOP)? COLO)?",
        _colo,
    ),
    (
        f"LEASE {_IS} DURATION (COMMA|STOP)? CAPITAL? {_IS} PERCENT|LEASE {_IS} (COMMA|STOP)? CAPITAL? {_IS} PERCENT",
        _lease,
    ),
    (f"LEASE {_IS} DURATION|LEASE", _lease),
    ("AT DURATION (AND|COMMA) (AT|A)? PERCENT (FILLER|OF)? UTIL", _life_and_use),
    (f"FOR DURATION COMMA? (NOT|INSTEAD_OF) (DURATION|{_NUM})|AT DURATION AT", _years),
)
"""Before all others: "150 USD per kW" is no price of a GPU, and "electricity 10% off" no discount."""
