"""Lengths of time: how long it is needed, commitments, and years of ownership."""

from bot.understanding.draft import Draft
from bot.understanding.durations import DAYS, month_hours
from bot.understanding.kinds import Kind
from bot.understanding.phrases import Match
from bot.understanding.request import Period, Way
from bot.understanding.slots.counts import count
from bot.understanding.slots.slot import Fact, Facts, Phrase, Places
from pricing.units import TimeUnit

SHORTEST_LIFE = 180  # days: nobody writes hardware off in less


def _years(m: Match) -> Facts | None:
    """5-year TCO, 按五年折旧."""
    period: Period = m[Kind.DURATION].value
    if period.low != period.high:
        return None
    if period.low * DAYS[period.unit] < SHORTEST_LIFE:
        return None  # "2 weeks, depreciation over 3 years": how long it is needed
    if period.unit is TimeUnit.MONTH:
        return [Fact("tco_years", period.low / 12)]
    return [Fact("tco_years", period.low * DAYS[period.unit] / DAYS[TimeUnit.YEAR])]


def _length_and_commit(m: Match) -> Facts | None:
    """6周 包一年, 用9个月 签一年, 1 year reserved 6 weeks: of two lengths about it the longer one is the commitment."""
    way = m.first(Kind.WAY)
    if way and way.value != (Way.COMMITTED,):
        return None
    said = sorted((token.value for token in m.all(Kind.DURATION)), key=lambda period: period.high * DAYS[period.unit])
    return [Fact("duration", said[0]), Fact("commit", said[1])]


def _changed(m: Match) -> Facts | None:
    """两个月改成五个月, from 2 months to 5: the second one."""
    old, *new = (token.value for token in m.all(Kind.DURATION))
    if new:
        return [Fact("duration", new[0])]
    number = count(m[Kind.NUM])
    if number is None or number.scale:
        return None
    return [Fact("duration", Period.model_construct(low=number.low, high=number.high, unit=old.unit))]


def _commit(m: Match) -> Facts | None:
    """1 year reserved, 3-year commit, 包一年."""
    way = m.first(Kind.WAY)
    if way and way.value != (Way.COMMITTED,):
        return None
    return [Fact("commit", m[Kind.DURATION].value)]


def _month_length(m: Match) -> Facts | None:
    """28-day months, 730 hours a month, 4周一个月: what a month counts."""
    return [Fact("hours_per_month", m[Kind.MONTH_LENGTH].value)]


def _month_of(m: Match) -> Facts | None:
    """a month of 730 hours, 一个月按30天算, 每月730小时. "for 3 months of 28 days" says how long too."""
    *months, said = (token.value for token in m.all(Kind.DURATION))
    units = [token.value for token in m.all(Kind.UNIT, Kind.PER) if token.value]
    hours = month_hours(said)
    unit = months[0].unit if months else units[0] if units else None
    defined = m.first(Kind.AT, Kind.FILLER, Kind.OF, Kind.COLON) or said.unit is TimeUnit.HOUR
    if hours is None or unit is not TimeUnit.MONTH or not defined:
        return None
    is_needed = months and (m.first(Kind.FOR) or months[0].low != 1)
    return [Fact("hours_per_month", hours), *([Fact("duration", months[0])] if is_needed else [])]


_NUM = "NUM(?!CARD|NODE|GPU|TIMES|PCT|CUR)"
_IS = "(OF|AT|COLON|FILLER){1,2}"

PHRASES: tuple[Phrase, ...] = (
    ("MONTH_LENGTH", _month_length),
    ("DURATION COMMA? (WAY|COMMIT) DURATION", _length_and_commit),
    (f"DURATION BECOME (DURATION|{_NUM})|FROM DURATION (TO|BECOME) (DURATION|{_NUM})", _changed),
    (f"INSTEAD_OF DURATION COMMA? (DURATION|{_NUM})", _changed),
    (f"FOR? DURATION {_IS} DURATION|PER? UNIT {_IS} DURATION|PER (AT|FILLER)* DURATION", _month_of),
    ("DURATION (OF|FILLER)? TCO|TCO (FOR|OF|AT|COLON|OPEN|FILLER|BY)* DURATION|AT DURATION TCO", _years),
    ("DURATION (OF|FILLER)? (COMMIT|WAY)|COMMIT (FOR|OF|AT|COLON|FILLER)* DURATION", _commit),
)


def read(draft: Draft, left: Places) -> None:
    """A length that nothing else claimed is how long it is needed."""
    _read_reserved_term(draft, left)
    for at in left:
        token = draft.tokens[at]
        if token.kind is not Kind.DURATION or draft.is_replaced(at):
            continue
        if _is_ago(draft, at):
            draft.report(token, draft.tokens[at + 1])
        else:
            draft.say("duration", token.value, token)


def _is_ago(draft: Draft, at: int) -> bool:
    """3 days ago, 三天前: when something was, no length."""
    behind = draft.tokens[at + 1] if at + 1 < len(draft.tokens) else None
    return behind is not None and draft.lower(behind) in ("ago", "back", "前", "之前", "以前")


def _read_reserved_term(draft: Draft, left: Places) -> None:
    """12 months, reserved 1 year: of two lengths the one behind "reserved" is the commitment."""
    lengths = [at for at in left if draft.kind_at(at) is Kind.DURATION]
    if len(lengths) < 2 or "commit" in draft.said:
        return
    for at in lengths:
        before = draft.before(at, Kind.FILLER, Kind.FOR)
        if before is not None and before.kind is Kind.WAY and before.value == (Way.COMMITTED,):
            draft.say("commit", draft.tokens[at].value, draft.tokens[at])
            left.remove(at)
            return
