"""Stated figures, recomputed ones and their formulas as people read them."""

from decimal import Decimal

from bot.replies import figures
from bot.replies.plain import cut, one_line
from bot.replies.words import say, words
from pricing.claims.figure import Figure
from pricing.claims.findings import Finding
from pricing.claims.formula import Taken
from pricing.claims.units import CURRENCIES, Unit, unit

_SIGNS = {"*": "×", "/": "÷", "-": "−"}
_FEW, _MANY, _HUNDRED = 1 / Decimal("1.5"), Decimal("1.5"), Decimal(100)
_LONGEST = 40
_PERCENT = unit(percent=1)


def stated(figure: Figure) -> str:
    """A figure as it was written, with the words before it."""
    text = one_line(figure.text)
    label = one_line(figure.label)
    return cut(f"{label}: {text}" if label and "half" not in figure.tags else text, _LONGEST)


def worth(language: str, one: Finding, value: Decimal) -> str:
    """A recomputed value in the unit its figure was stated in."""
    as_unit = one.formula.unit if one.formula and not one.formula.raw else one.figure.unit
    return amount(language, value, as_unit)


def amount(language: str, value: Decimal, as_unit: Unit) -> str:
    """A number with its unit: "409,720,000 CNY", "3.16 days", "1.4336 MW"."""
    if as_unit == _PERCENT:
        return f"{figures.number(language, value, 1, trim=True)}%"
    currency = next((name for name, power in as_unit if name in CURRENCIES and power == 1), "")
    per = "".join(_per(language, name) for name, power in as_unit if power < 0)
    if currency:
        places = 0 if abs(value) >= _HUNDRED else figures.currency_places(currency)
        if abs(value) >= _HUNDRED and value != value.to_integral_value() and abs(value) < 100_000:
            places = figures.currency_places(currency)
        shown = figures.amount(language, value, places)
        if abs(value) < 1:
            shown = figures.significant(language, value, 3)
        return say(language, "money.amount", figure=shown, currency=figures.currency_name(language, currency)) + per
    units = " ".join(_name(language, name) for name, power in as_unit if power > 0)
    return f"{figures.significant(language, value, 5)} {units}{per}".strip()


def _per(language: str, name: str) -> str:
    return words(language).get(f"claims.per.{name}", f"/{name}")


def _name(language: str, name: str) -> str:
    return words(language).get(f"claims.unit.{name}", name)


def formula_text(language: str, one: Finding, corrected: bool) -> str:
    """A formula with figures as they were written; where asked, corrected ones and more exact ones as numbers."""
    assert one.formula is not None
    used = dict(one.used) if corrected else {}
    return " ".join(_part(language, item, used) for item in one.formula.shown).replace("( ", "(").replace(" )", ")")


def _part(language: str, item: Taken | str, used: dict[int, Decimal]) -> str:
    if isinstance(item, str):
        return _SIGNS.get(item, item)
    if item.figure.index in used:
        return amount(language, used[item.figure.index], item.unit)
    return one_line(item.figure.text)


def by_how_much(language: str, figure: Figure, right: Decimal) -> str:
    """How far a stated figure is from the right one: a factor from 1.5 on, a percentage below; points of a percent."""
    if figure.unit == _PERCENT:
        return say(language, "claims.points", n=figures.number(language, abs(figure.amount - right), 1, trim=True))
    if not right or not figure.amount:
        return "–"
    factor = figure.amount / right
    if factor >= _MANY or factor <= _FEW:
        high = factor >= _MANY
        n = figures.significant(language, factor if high else 1 / factor, 3)
        return say(language, "claims.times-high" if high else "claims.times-low", n=n)
    share = figures.percent(language, abs(factor - 1))
    return say(language, "claims.share-high" if factor > 1 else "claims.share-low", n=share)
