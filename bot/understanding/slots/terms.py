# ruff: noqa: E501 - a table reads best with one phrase to a line
"""Lengths of time: how long it is needed, commitments, and years of ownership."""

from bot.understanding.draft import Draft
from bot.understanding.durations import DAYS, month_hours
from bot.understanding.kinds import Kind
from bot.understanding.phrases import Match
from bot.understanding.request import Period, Way
from bot.understanding.slots.slot import Fact, Facts, Phrase, Places
from pricing.units import TimeUnit


def _years(m: Match) -> Facts | None:
    """5-year TCO, 按五年折旧."""
    period: Period = m[Kind.DURATION].value
    if period.low != period.high:
        return None
    if period.unit is TimeUnit.MONTH:
        return [Fact("tco_years", period.low / 12)]
    return [Fact("tco_years", period.low * DAYS[period.unit] / DAYS[TimeUnit.YEAR])]


def _commit(m: Match) -> Facts | None:
    """1 year reserved, 3-year commit, 包一年."""
    way = m.first(Kind.WAY)
    if way and way.value != (Way.COMMITTED,):
        return None
    return [Fact("commit", m[Kind.DURATION].value)]


def _month_length(m: Match) -> Facts | None:
    """28-day months, a month of 730 hours, 一个月按30天算: what a month counts. "for 3 months of 28 days" is long too."""
    if m.first(Kind.MONTH_LENGTH):
        return [Fact("hours_per_month", m[Kind.MONTH_LENGTH].value)]
    *months, said = m.all(Kind.DURATION)
    hours = month_hours(said.value)
    unit = months[0].value.unit if months else next(token.value for token in m.all(Kind.UNIT, Kind.PER) if token.value)
    named = m.first(Kind.AT, Kind.FILLER, Kind.OF, Kind.COLON) or said.value.unit is TimeUnit.HOUR  # 每月730小时
    if hours is None or unit is not TimeUnit.MONTH or not named:
        return None
    is_needed = months and (m.first(Kind.FOR) or months[0].value.low != 1)
    return [Fact("hours_per_month", hours), *([Fact("duration", months[0].value)] if is_needed else [])]


_COUNTS_AS = "(OF|AT|COLON|FILLER){1,2}"

PHRASES: tuple[Phrase, ...] = (
    (
        f"MONTH_LENGTH|FOR? DURATION {_COUNTS_AS} DURATION|PER? UNIT {_COUNTS_AS} DURATION|PER (AT|FILLER)* DURATION",
        _month_length,
    ),
    ("DURATION (OF|FILLER)? TCO|TCO (FOR|OF|AT|COLON|OPEN|FILLER|BY)* DURATION|AT DURATION TCO", _years),
    ("DURATION (OF|FILLER)? (COMMIT|WAY)|COMMIT (FOR|OF|AT|COLON|FILLER)* DURATION", _commit),
)


def read(draft: Draft, left: Places) -> None:
    """A length that nothing else claimed is how long it is needed."""
    _read_reserved_term(draft, left)
    for at in left:
        token = draft.tokens[at]
        if token.kind is Kind.DURATION and not draft.is_replaced(at):
            draft.say("duration", token.value, token)


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
