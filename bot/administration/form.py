"""A price as somebody wants it, in the words of a form or a command line, and the change that it makes of the book."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from pydantic import ValidationError

from pricing.base import Frozen
from pricing.book import BOUNDS, UNITS, Entry, EntryKind, observed_day, percent_between
from pricing.catalog import Offer
from pricing.changes import Action, Change, NewEntry
from pricing.findings import Finding
from pricing.imports.days import NotADay, day, observed
from pricing.imports.numbers import Amount, NotANumber, amount
from pricing.units import PricingUnit

LONGEST = 500


_IN_MONEY = (EntryKind.PRICE, EntryKind.FEE, EntryKind.COMPONENT)
_WITHOUT_MONEY = (PricingUnit.PERCENT, PricingUnit.PERCENT_PER_YEAR, PricingUnit.NODE_KW)


class Wanted(Frozen):
    """What stands in the fields, as text. What is empty stays as it was (unit, currency) or is today (days).

    `ends`: there is no value from that day on. `free`: a value of nought is meant. `base`: the newest entry the person
    saw (0: none). `offer`: the terms of an offer that is new.
    """

    kind: EntryKind = EntryKind.PRICE
    subject: str = ""
    value: str = ""
    currency: str = ""
    unit: str = ""
    effective_from: str = ""
    effective_to: str = ""
    observed_on: str = ""
    source: str = ""
    why: str = ""
    ends: bool = False
    free: bool = False
    base: int | None = None
    offer: Offer | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a field: `field.<reason>` in the word files, or `refusal.<reason>` for numbers and days."""

    reason: str
    values: Mapping[str, str]


class NotWanted(Exception):
    """Fields that cannot be used, each with what is wrong. Nothing was changed."""

    def __init__(self, problems: Mapping[str, Problem]) -> None:
        super().__init__(", ".join(f"{field}: {problem.reason}" for field, problem in problems.items()))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Prepared:
    """A change that could be made. `old`: what is in force on the day it begins; `later`: entries that begin after it.

    `findings`: what is doubtful about it. `new`: its entry.
    """

    change: Change
    new: Entry
    old: Entry | None
    later: tuple[Entry, ...]
    findings: tuple[Finding, ...]
    offer: Offer | None

    @property
    def percent(self) -> Decimal | None:
        """By how many percent of the old value the new one differs; None where they do not compare."""
        return percent_between(self.old, self.new)


def entry_of(wanted: Wanted, like: Entry | None, actor: str, now: datetime) -> tuple[Entry, date | None]:
    """The entry that the fields make, and the first day it no longer holds, if they say one.

    Args:
        like: an entry about the same subject, for the unit and currency that are not said.

    Raises:
        NotWanted: with every field that is wrong.
    """
    problems: dict[str, Problem] = {}

    def read(field: str, text: str, reader: Any) -> Any:
        try:
            return reader(text) if text.strip() else None
        except (NotANumber, NotADay) as error:
            problems[field] = Problem(error.reason, error.values)
            return None

    today = now.date()
    said: Amount = read("value", wanted.value, amount) or Amount()
    begins: date = read("effective_from", wanted.effective_from, day) or today
    ends: date | None = read("effective_to", wanted.effective_to, day)
    seen: str = read("observed_on", wanted.observed_on, observed) or ("" if wanted.ends else today.isoformat())
    unit = _unit(wanted, said, like, problems)
    currency = said.currency or wanted.currency.strip().upper() or (like.currency if like else "")
    if wanted.kind is EntryKind.RATE:
        currency = wanted.subject[4:7]
    if not currency and wanted.kind in _IN_MONEY and unit not in _WITHOUT_MONEY:
        problems["currency"] = Problem("missing", {})
    elif currency and not (len(currency) == 3 and currency.isascii() and currency.isalpha()):
        problems["currency"] = Problem("not-a-currency", {"text": currency})
    if not wanted.ends:
        _value(wanted, said, problems)
    if ends is not None and ends <= begins:
        problems["effective_to"] = Problem("ends-before", {"begins": begins.isoformat(), "ends": ends.isoformat()})
    if (first_seen := observed_day(seen)) and first_seen > today:
        problems["observed_on"] = Problem("observed-later", {"text": wanted.observed_on})
    for name in ("source", "why"):
        text = getattr(wanted, name)
        if not text.strip() and not (name == "source" and wanted.ends):
            problems[name] = Problem("missing", {})
        elif len(text) > LONGEST:
            problems[name] = Problem("too-long", {"most": str(LONGEST)})
    if problems:
        raise NotWanted(problems)
    fields = {
        "kind": wanted.kind,
        "subject": wanted.subject,
        "value": None if wanted.ends else said.value,
        "currency": currency,
        "unit": unit,
        "effective_from": begins,
        "observed_on": seen,
        "source": wanted.source.strip() or wanted.why.strip(),
        "note": "",
        "entered_by": actor,
        "entered_at": now,
    }
    try:
        return Entry.model_validate(fields), ends
    except ValidationError as error:
        raise NotWanted({"value": _out_of_range(wanted, error)}) from None


def change_of(wanted: Wanted, entry: Entry, ends: date | None, actor: str, request: str, today: date) -> Change:
    """The change: the entry, and one that ends it on the day it no longer holds."""
    new = [NewEntry(entry=entry, base=wanted.base)]
    if ends is not None:
        closing = {"value": None, "effective_from": ends, "note": f"valid until {ends - timedelta(days=1)}"}
        new.append(NewEntry(entry=entry.model_copy(update=closing)))
    offers = (wanted.offer,) if wanted.offer else ()
    return Change(
        action=_action(wanted, entry, today),
        actor=actor,
        why=wanted.why.strip(),
        request=request,
        entries=tuple(new),
        offers=offers,
    )


def _action(wanted: Wanted, entry: Entry, today: date) -> Action:
    if wanted.offer:
        return Action.ADDED
    if wanted.ends:
        return Action.WITHDRAWN
    if entry.effective_from > today:
        return Action.SCHEDULED
    return Action.CORRECTED if entry.effective_from < today else Action.CHANGED


def _unit(wanted: Wanted, said: Amount, like: Entry | None, problems: dict[str, Problem]) -> PricingUnit:
    """The unit that the amount, the field or an earlier entry names, which the kind of entry must have."""
    named = said.unit
    if named is None and wanted.unit.strip():
        named = next((unit for unit in PricingUnit if unit.value.casefold() == wanted.unit.strip().casefold()), None)
        if named is None:
            try:
                named = amount(f"1 {wanted.unit}").unit
            except NotANumber:
                named = None
    unit = named or (like.unit if like and not wanted.unit.strip() else None)
    if unit is None and wanted.kind is EntryKind.RATE:
        unit = PricingUnit.RATE
    if unit is None and wanted.kind is EntryKind.ASSUMPTION:
        unit = PricingUnit.NUMBER
    if unit is None or unit not in UNITS[wanted.kind]:
        known = ", ".join(sorted(unit.value for unit in UNITS[wanted.kind]))
        problems["unit"] = Problem("unit", {"text": wanted.unit or (unit.value if unit else ""), "known": known})
        return next(iter(UNITS[wanted.kind]))
    return unit


def _value(wanted: Wanted, said: Amount, problems: dict[str, Problem]) -> None:
    if "value" in problems:
        return
    if said.value is None:
        problems["value"] = Problem("missing", {})
    elif said.value == 0 and (wanted.kind is EntryKind.RATE or (wanted.kind is EntryKind.PRICE and not wanted.free)):
        problems["value"] = Problem("nought", {})
    exponent = said.value.as_tuple().exponent if said.value is not None else 0
    if isinstance(exponent, int) and -exponent > 12:
        problems["value"] = Problem("too-exact", {"most": "12"})


def _out_of_range(wanted: Wanted, error: ValidationError) -> Problem:
    if wanted.subject in BOUNDS:
        least, most = BOUNDS[wanted.subject]
        return Problem("out-of-range", {"least": str(least), "most": str(most)})
    return Problem("refused", {"text": str(error.errors()[0]["msg"])})
