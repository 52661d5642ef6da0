"""What else is worth knowing of a checked text: conventions, other readings, unlike GPUs, prices beside the book."""

from typing import TYPE_CHECKING

from bot.replies import figures
from bot.replies.claim_figures import amount, by_how_much, formula_text, stated, worth
from bot.replies.labels import shortened
from bot.replies.words import joined, say
from pricing.claims.figure import Figure
from pricing.claims.findings import Finding, Verdict
from pricing.claims.formula import Kind
from pricing.claims.market import Beside, Rate, Unlike
from pricing.claims.units import PLAIN, USUAL

if TYPE_CHECKING:
    from bot.replies.claims import Checked

_MOST_GIVEN = 24
_WAYS = (Kind.RESCALED, Kind.STRETCH)
_MOST_NAMES = 2
_MOST_PRICES = 6


def about_text(checked: "Checked", code: str) -> tuple[str, ...]:
    """Notes on the sums of the text."""
    notes = [_unlike(one, code) for one in checked.unlike]
    for one in checked.findings:
        if one.convention not in (None, USUAL) and one.right is not None:
            held = one.verdict is Verdict.HOLDS
            notes.append(_convention(one, code) if held else _with_its_months(one, code))
        if one.verdict is Verdict.WRONG:
            ways = [place for place, (way, _) in enumerate(one.others) if way.kind in _WAYS]
            notes += [_other(one, place, code) for place in ways]
        if one.verdict is Verdict.IMPLIED and one.value is not None:
            notes.append(_implied(one, code))
    for electric in checked.electricity:
        values = {
            "stated": stated(electric.figure),
            "cost": figures.short_money(code, electric.cost, electric.figure.currency),
            "nodes": figures.exact(code, electric.nodes),
            "kw": figures.exact(code, electric.kilowatts),
            "pue": figures.exact(code, electric.pue),
            "hours": figures.exact(code, electric.hours),
            "price": figures.price(code, electric.price, electric.price_currency),
        }
        notes.append(say(code, "claims.note.electricity", **values))
    for trial in checked.trials:
        values = {
            "stated": trial.money.text,
            "hours": figures.exact(code, trial.gpu_hours),
            "gpu": shortened(trial.gpu),
            "price": trial.price.text,
            "listed": figures.money(code, trial.listed, trial.money.currency),
            "factor": figures.significant(code, trial.listed / trial.money.amount, 2),
        }
        notes.append(say(code, "claims.note.trial", **values))
    return tuple(notes)


def _unlike(one: Unlike, code: str) -> str:
    gpu, other = shortened(one.gpu), shortened(one.other)
    if one.factor is None:
        return say(code, "claims.note.unlike-unknown", gpu=gpu, other=other)
    factor = figures.significant(code, one.factor, 3)
    return say(code, "claims.note.unlike", gpu=gpu, other=other, factor=factor)


def _convention(one: Finding, code: str) -> str:
    assert one.right is not None
    assert one.convention is not None
    kind = "month" if one.convention.month != USUAL.month else "terabyte"
    return say(
        code,
        "claims.note.convention",
        stated=stated(one.figure),
        usual=say(code, f"claims.note.usual-{kind}"),
        value=worth(code, one, one.right),
        by=by_how_much(code, one.figure, one.right),
    )


def _with_its_months(one: Finding, code: str) -> str:
    """A figure that follows from a wrong one, with the months or terabytes that the text counts with."""
    assert one.formula is not None
    assert one.convention is not None
    value = one.formula.value(dict(one.used), one.convention)
    kind = one.convention.month != USUAL.month
    what = say(code, f"claims.month.{one.convention.month}" if kind else "claims.terabyte")
    shown = "–" if value is None else worth(code, one, value)
    return say(code, "claims.note.own-months", stated=stated(one.figure), what=what, value=shown)


def _other(one: Finding, index: int, code: str) -> str:
    formula, value = one.others[index]
    how = formula_text(code, Finding(one.figure, one.verdict, formula), corrected=False)
    by = by_how_much(code, one.figure, value)
    return say(
        code,
        "claims.note.other-way",
        stated=stated(one.figure),
        how=how,
        value=amount(code, value, formula.unit),
        by=by,
    )


def _implied(one: Finding, code: str) -> str:
    assert one.value is not None
    value = figures.money(code, one.value, one.figure.currency)
    return say(code, "claims.note.implied", how=formula_text(code, one, corrected=False), value=value)


def about_prices(checked: "Checked", code: str) -> tuple[str, ...]:
    """Each stated rental price as one of a GPU-hour, beside the book."""
    return tuple(_price(one, checked, code) for one in checked.prices[:_MOST_PRICES])


def _price(one: Beside, checked: "Checked", code: str) -> str:
    currency = one.figure.currency
    size = ""
    if one.gpus_per_node is not None:
        n = figures.exact(code, one.gpus_per_node)
        size = say(code, "claims.note.size-assumed" if one.assumed else "claims.note.size", n=n)
    return say(
        code,
        "claims.note.price",
        stated=one.figure.text,
        rate=figures.money(code, one.rate, currency),
        gpu=shortened(one.gpu),
        size=size,
        book=_book(one, checked, code),
    )


def _book(one: Beside, checked: "Checked", code: str) -> str:
    if not one.rates:
        return say(code, "claims.note.book-none")
    currency, lowest = one.figure.currency, one.rates[0]
    parts = []
    if one.same:
        names = joined(code, dict.fromkeys(_name(rate, checked, code) for rate in one.same[:_MOST_NAMES]))
        same = one.same[0]
        day = same.observed_on or say(code, "claims.note.undated")
        rate = figures.money(code, same.amount, currency)
        parts.append(say(code, "claims.note.book-same", names=names, rate=rate, day=day))
    parts.append(
        say(
            code,
            "claims.note.book-lowest",
            name=_name(lowest, checked, code),
            rate=figures.money(code, lowest.amount, currency),
            day=lowest.observed_on or say(code, "claims.note.undated"),
            high=figures.money(code, one.rates[-1].amount, currency),
            n=len(one.rates),
        )
    )
    return joined(code, parts, "join.items")


def _name(rate: Rate, checked: "Checked", code: str) -> str:
    names = checked.providers.get(rate.provider, {})
    return names.get(code) or names.get("en") or rate.provider


def small_print(checked: "Checked", code: str) -> tuple[str, ...]:
    """What was taken as given, how the text was taken, and what of it was not read."""
    given = _given(checked)
    lines = [say(code, "claims.note.taken")]
    if given:
        shown = joined(code, [figure.text for figure in given[:_MOST_GIVEN]], "join.dots")
        lines.append(say(code, "claims.note.given", figures=shown + (" …" if len(given) > _MOST_GIVEN else "")))
    lines.append(say(code, "claims.note.month"))
    if checked.unread:
        lines.append(say(code, "claims.note.unread", n=checked.unread))
    return tuple(lines)


def _given(checked: "Checked") -> list[Figure]:
    """Figures that no formula gives, each text once."""
    derived = {one.figure.index for one in checked.findings}
    seen: dict[str, Figure] = {}
    for figure in checked.figures:
        if figure.index not in derived and figure.unit != PLAIN:
            seen.setdefault(figure.text, figure)
    stated_ = {one.figure.text for one in checked.findings}
    return [figure for text, figure in seen.items() if text not in stated_]
