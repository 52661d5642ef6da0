"""When it starts: dates in a text, calendar periods, from-to ranges."""

from datetime import date, timedelta
from decimal import Decimal

from bot.understanding import dates
from bot.understanding.almanac import Day
from bot.understanding.draft import HAN, Draft
from bot.understanding.kinds import Kind, Token
from bot.understanding.phrases import rewrite, spelled
from bot.understanding.request import Period
from pricing.units import TimeUnit

_EXPECTED = frozenset({Kind.START, Kind.FROM, Kind.BY, Kind.ON, Kind.IN})
_ENDS = (Kind.STOP, Kind.COMMA, Kind.FOR)
_PERIODS = {"month": 1, "quarter": 3, "half-year": 6, "year": 12}
_SMALL = (Kind.FILLER, Kind.ON, Kind.IN, Kind.AT, Kind.COLON, Kind.FROM)


def with_dates(tokens: list[Token], today: date) -> list[Token]:
    """The tokens with every date as one; digits count as a date only behind a word such as "starting"."""
    tables = dates.tables(today)
    tokens = rewrite(tokens, tables.strict)
    result: list[Token] = []
    letters, at = spelled(tokens), 0
    while at < len(tokens):
        if result and result[-1].kind in _EXPECTED and tokens[at].kind is Kind.NUM:
            made = tables.expected.at(letters, tokens, at)
            after = tokens[at + made[1]].kind if made and at + made[1] < len(tokens) else Kind.STOP
            if made and (made[0].value.grain != "year" or after in _ENDS):
                result.append(made[0])
                at += made[1]
                continue
        result.append(tokens[at])
        at += 1
    return result


def with_later_days(tokens: list[Token], today: date) -> list[Token]:
    """two weeks from now; behind "start" also "in two weeks", which is a length of time elsewhere."""
    tables = dates.tables(today)
    kinds = [token.kind for token in tokens]
    for at in range(len(kinds) - 2):
        if kinds[at] is Kind.START and kinds[at + 1] in (Kind.IN, Kind.AFTER) and kinds[at + 2] is Kind.DURATION:
            return [*tokens[: at + 1], *rewrite(tokens[at + 1 :], tables.in_time)]
    return rewrite(tokens, tables.later)


def read(draft: Draft) -> None:
    """The start date, and the length where a period of the calendar gives it (for Q1; 下季度)."""
    for at, token in enumerate(draft.tokens):
        if token.kind is not Kind.WHEN or draft.is_marked(token):
            continue
        if "start_date" not in draft.said:
            _read_day(draft, at, token)
        else:
            _is_deadline(draft, at)


def _read_day(draft: Draft, at: int, token: Token) -> None:
    day: Day = token.value
    cued = _is_cued(draft, at)
    previous = draft.kind_at(at - 1)
    if not cued and (_is_deadline(draft, at) or _is_of_a_mail(draft, at) or _is_past(draft, at, day)):
        return
    if day.first is None:
        draft.no_such_day = True
        draft.mark("start_date", token)
        return
    until = _until(draft, at)
    if until is not None:
        _say_range(draft, token, until)
        return
    said_by_chance = day.bare and previous not in (Kind.IN, Kind.ON, Kind.FOR, Kind.AT, Kind.START, Kind.OF)
    if not cued and (said_by_chance or (day.bare and day.first == draft.today)):
        return
    draft.say("start_date", day.first, token)
    if not cued and day.grain != "day":
        draft.say("period", day, token)


def _is_deadline(draft: Draft, at: int) -> bool:
    """by 1 March, 月底前: when it must be done is no start. "until March" is neither."""
    if draft.kind_at(at - 1) is Kind.BY:
        _say_deadline(draft, draft.tokens[at - 1], draft.tokens[at], draft.tokens[at])
        return True
    if draft.kind_at(at - 1) is Kind.TO:
        draft.report(draft.tokens[at - 1], draft.tokens[at])
        return True
    behind = draft.kind_at(at + 1) is Kind.BY and draft.kind_at(at + 2) is not Kind.WHEN
    if behind and draft.lower(draft.tokens[at + 1]) >= HAN:
        _say_deadline(draft, draft.tokens[at], draft.tokens[at + 1], draft.tokens[at])
        return True
    return False


def _say_deadline(draft: Draft, first: Token, last: Token, said: Token) -> None:
    """The last day of a deadline: that day itself, or the day before a month or quarter begins."""
    day: Day = said.value
    if day.first is None:
        draft.no_such_day = True
        draft.mark("deadline", first, last)
        return
    before = day.first if day.grain == "day" else day.first - timedelta(days=1)
    draft.say("deadline", before, first, last)


def _is_of_a_mail(draft: Draft, at: int) -> bool:
    """Monday, 30 November 2026 16:42: with a time of day it is when something was written."""
    place = at + 1 + (draft.kind_at(at + 1) in (Kind.AT, Kind.COMMA, Kind.STOP))
    timed = [draft.kind_at(near) for near in (place, place + 1, place + 2)] == [Kind.NUM, Kind.COLON, Kind.NUM]
    if timed:
        draft.report(draft.tokens[at], draft.tokens[place + 2])
    return timed


def _is_past(draft: Draft, at: int, day: Day) -> bool:
    """A day before today, if nothing says that it is the start."""
    past = day.first is not None and day.grain == "day" and day.first < draft.today and _until(draft, at) is None
    if past:
        draft.report(draft.tokens[at])
    return past


def _is_cued(draft: Draft, at: int) -> bool:
    """Whether "starting", "from" or 起 stands by it."""
    before = draft.before(at, *_SMALL)
    if before is not None and before.value == "as of" and _is_over(draft, at):
        draft.report(before, draft.tokens[at])
        return False
    return (
        (before is not None and before.kind is Kind.START)
        or draft.kind_at(at - 1) is Kind.FROM
        or draft.kind_at(at + 1) is Kind.START
    )


def _is_over(draft: Draft, at: int) -> bool:
    """Prices "as of" a day that has come are no start."""
    first = draft.tokens[at].value.first
    return first is not None and first <= draft.today


def _until(draft: Draft, at: int) -> Token | None:
    """The end of a from-to range that begins here: to March 31; Jan 4-17; January and February."""
    place = at + 1 + (draft.kind_at(at + 1) is Kind.START)
    joint, end = draft.kind_at(place), draft.tokens[place + 1] if place + 1 < len(draft.tokens) else None
    if end is None:
        return None
    if joint is Kind.DASH and end.kind is Kind.NUM:
        return _day_of_month(draft.tokens[at], end)
    if end.kind is not Kind.WHEN:
        return None
    between = draft.kind_at(at - 1) is Kind.BETWEEN
    follows = joint is Kind.AND and (between or _follows(draft.tokens[at].value, end.value))
    return end if follows or joint in (Kind.TO, Kind.DASH, Kind.BY) else None


def _day_of_month(start: Token, number: Token) -> Token | None:
    """Jan 4-17: the number is a later day of the same month."""
    day, last = start.value, number.value
    if day.grain != "day" or not last.whole or not day.first.day < last.low <= _last_of_month(day.first).day:
        return None
    return Token(Kind.WHEN, number.start, number.end, Day(day.first.replace(day=int(last.low))))


def _follows(day: Day, other: Day) -> bool:
    """January and February, Q1 and Q2: one period after the other."""
    last = _last_day(day)
    return day.grain != "day" and last is not None and other.first == last + timedelta(days=1)


def _say_range(draft: Draft, start: Token, end: Token) -> None:
    """From-to dates: days, both ends counted; the end of a period is its last day."""
    first, last = start.value.first, _last_day(end.value)
    if last is not None and last < first and first.day <= 12:  # 4/1 to 17/1: the day stands first in both
        first = first.replace(month=first.day, day=first.month)
    if last is None or last < first:
        draft.no_such_day = True
        draft.mark("start_date", start, end)
        return
    days = Decimal((last - first).days + 1)
    draft.say("start_date", first, start, end)
    draft.say("duration", Period(low=days, high=days, unit=TimeUnit.DAY), start, end)


def _last_day(day: Day) -> date | None:
    if day.first is None or day.grain == "day":
        return day.first
    if day.grain == "week":
        return day.first + timedelta(days=6)
    return _last_of_month(day.first, _PERIODS[day.grain])


def _last_of_month(day: date, months: int = 1) -> date:
    """The last day of the month, or of so many months from it."""
    after = day.month - 1 + months
    return date(day.year + after // 12, after % 12 + 1, 1) - timedelta(days=1)
