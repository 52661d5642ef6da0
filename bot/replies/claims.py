"""The card of a checked text: how many figures do not add up, and each with what its own parts give."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from bot.replies import claim_notes
from bot.replies.card import Card, Cell, Column, Table
from bot.replies.claim_figures import by_how_much, formula_text, stated, worth
from bot.replies.plain import cut
from bot.replies.words import known, say, say_count
from pricing.claims.figure import Figure
from pricing.claims.findings import Finding, Verdict
from pricing.claims.formula import Match
from pricing.claims.market import Beside, Trial, Unlike
from pricing.claims.running import Electricity
from pricing.claims.units import USUAL

MOST_ROWS = 40
_LONGEST = 90
_ORDER = (Verdict.WRONG, Verdict.FOLLOWS, Verdict.OPEN, Verdict.HOLDS)


@dataclass(frozen=True, slots=True)
class Checked:
    """A text's figures, the findings on those that follow from others, and what the price book adds.

    `providers`: id -> name by language. `unread`: characters that were not read.
    """

    figures: tuple[Figure, ...]
    findings: tuple[Finding, ...]
    prices: tuple[Beside, ...]
    unlike: tuple[Unlike, ...]
    electricity: tuple[Electricity, ...]
    trials: tuple[Trial, ...]
    providers: Mapping[str, Mapping[str, str]]
    unread: int
    day: date


def claims_card(checked: Checked, language: str) -> Card:
    """The reply to a text that is to be checked: wrong figures first."""
    code = known(language)
    derived = [one for one in checked.findings if one.verdict in _ORDER]
    derived.sort(key=lambda one: (_ORDER.index(one.verdict), one.figure.index))
    return Card(
        language=code,
        header=say_count(code, "claims.header", str(len(checked.figures))),
        verdict=_verdict(derived, code),
        table=_table(derived[:MOST_ROWS], code) if derived else None,
        notes=(*claim_notes.about_text(checked, code), *claim_notes.about_prices(checked, code)),
        context=claim_notes.small_print(checked, code),
        hints=(say(code, "claims.hint"),),
    )


def _verdict(derived: list[Finding], code: str) -> str:
    if not derived:
        return say(code, "claims.nothing")
    wrong = [one for one in derived if one.verdict in (Verdict.WRONG, Verdict.FOLLOWS)]
    checkable = sum(one.verdict is not Verdict.OPEN for one in derived)
    if wrong:
        key = "claims.one-wrong" if len(wrong) == 1 else "claims.some-wrong"
        key = "claims.only-wrong" if len(derived) == 1 else key
        return say(code, key, wrong=len(wrong), all=len(derived), largest=_largest(wrong, code))
    if checkable == len(derived):
        return say_count(code, "claims.all-hold", str(checkable))
    key = "claims.hold-and-open" if checkable else "claims.only-open"
    return say(code, key, holds=checkable, open=len(derived) - checkable)


def _largest(wrong: list[Finding], code: str) -> str:
    """The finding that is off by the largest factor, either way."""
    worst = max(wrong, key=lambda one: max(one.factor or 0, 1 / one.factor if one.factor else 0))
    right = worst.right if worst.right is not None else worst.value
    assert right is not None
    by = by_how_much(code, worst.figure, right)
    return say(code, "claims.largest", stated=stated(worst.figure), right=worth(code, worst, right), factor=by)


def _table(derived: list[Finding], code: str) -> Table:
    names = ("stated", "recomputed", "verdict", "how")
    columns = tuple(Column(say(code, f"claims.column.{name}"), right=name == "recomputed") for name in names)
    return Table(columns, tuple(_row(one, code) for one in derived))


def _row(one: Finding, code: str) -> tuple[Cell, ...]:
    right = _shown_value(one)
    wrong = one.verdict in (Verdict.WRONG, Verdict.FOLLOWS)
    return (
        Cell(stated(one.figure)),
        Cell("–" if right is None else worth(code, one, right), bold=wrong),
        Cell(_said(one, code)),
        Cell(
            cut(formula_text(code, one, one.verdict is not Verdict.HOLDS or one.cause is not None), _LONGEST)
            if one.formula
            else "–"
        ),
    )


def _shown_value(one: Finding) -> Decimal | None:
    if one.verdict is Verdict.HOLDS and one.formula and one.convention:
        return one.formula.value({}, one.convention)
    return one.right if one.right is not None else one.value


def _said(one: Finding, code: str) -> str:
    if one.verdict is Verdict.OPEN:
        return say(code, "claims.verdict.open", need=say(code, f"claims.need.{one.need}"))
    if one.verdict is Verdict.HOLDS:
        return _held(one, code)
    assert one.right is not None
    by = by_how_much(code, one.figure, one.right)
    if one.cause is None:
        return say(code, "claims.verdict.wrong", by=by)
    if one.verdict is Verdict.FOLLOWS:
        return say(code, "claims.verdict.follows", cause=one.cause.text, by=by)
    assert one.value is not None
    own = worth(code, one, one.value)
    both = say(code, "claims.verdict.as-stated", value=own, by=by_how_much(code, one.figure, one.value))
    return say(code, "claims.verdict.wrong", by=f"{by}; {both}")


def _held(one: Finding, code: str) -> str:
    if one.cause is not None:
        return say(code, "claims.verdict.with-corrected", cause=one.cause.text)
    if one.convention and one.convention.month != USUAL.month:
        what = say(code, f"claims.month.{one.convention.month}")
        return say(code, "claims.verdict.convention", what=what)
    if one.convention and one.convention.terabyte != USUAL.terabyte:
        return say(code, "claims.verdict.convention", what=say(code, "claims.terabyte"))
    key = {Match.CUT: "cut", Match.INPUTS: "inputs"}.get(one.match, "holds")
    return say(code, f"claims.verdict.{key}")
