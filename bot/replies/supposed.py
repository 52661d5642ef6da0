"""What is supposed of a calculation, in words: in the header, in what was understood, and where it is refused."""

from collections.abc import Iterable
from decimal import Decimal

from bot.replies import figures
from bot.replies.shown import Shown
from bot.replies.words import joined, say, say_count, words
from pricing.scenario import WhatIf

SHARES = frozenset(
    {"cost_of_capital", "maintenance", "residual", "residual_of_gpus", "sale_share", "lease_rate", "utilisation"}
)
POWER = frozenset({"pue", "electricity", "power_load"})
OF_OWN = frozenset({"maintenance", "residual", "residual_of_gpus", "engineers", "colocation", "runs_a_year"})
ONE = Decimal(1)


def supposed(language: str, what_if: Iterable[WhatIf]) -> list[str]:
    """Each supposition in a few words: "PUE 1.2", "electricity +20%"."""
    return [_one(language, one) for one in what_if]


def changed(language: str, old: Iterable[WhatIf], new: Iterable[WhatIf]) -> list[str]:
    """What is supposed now and was not before, and what is no longer."""
    before, after = ({one.name: one for one in what_if} for what_if in (old, new))
    found = [_one(language, one) for name, one in after.items() if before.get(name) != one]
    gone = [_name(language, name) for name in before if name not in after]
    return [*found, *(say(language, "supposed.as-before", name=name) for name in gone)]


def in_header(language: str, what_if: Iterable[WhatIf]) -> list[str]:
    """ "supposed: PUE 1.2, electricity +20%"; nothing where nothing is."""
    found = supposed(language, what_if)
    return [say(language, "supposed.header", parts=joined(language, found))] if found else []


def out_of_range(language: str, detail: str) -> str:
    """ "PUE 0.5: it must be from 1 to 5", from the name, the value and the bounds."""
    name, value, least, *most = detail.split(" ")
    as_share = name in SHARES
    shown = [_figure(language, Decimal(number), as_share) for number in (value, least, *most)]
    key = "supposed.range" if most else "supposed.least"
    facts = {"name": _name(language, name), "value": shown[0], "least": shown[1]}
    return say(language, key, **facts, **({"most": shown[2]} if most else {}))


def _name(language: str, name: str) -> str:
    return words(language).get(f"supposed-name.{name}", name.replace("_", " "))


def _one(language: str, one: WhatIf) -> str:
    if one.factor is not None:
        change = one.factor - ONE
        sign = "+" if change >= 0 else "−"
        share = f"{sign}{figures.percent(language, abs(change), 2)}"
        return say(language, "supposed.changed", name=_name(language, one.name), change=share)
    if one.value is None or one.name == "colocation_with_power":
        return say(language, f"supposed-plain.{one.name}")
    if one.currency:
        return say(language, f"supposed.{one.name}", n=figures.price(language, one.value, one.currency))
    return say_count(language, f"supposed.{one.name}", _figure(language, one.value, one.name in SHARES))


def _figure(language: str, value: Decimal, as_share: bool) -> str:
    if as_share:
        return figures.percent(language, value, 2)
    return figures.number(language, value, 2, trim=True)


def idle(sheet: Shown) -> tuple[str, ...]:
    """A remark on what is supposed and changes no figure: the power of hardware whose running cost is one sum."""
    comparison = sheet.comparison
    asked = [one.name for one in comparison.scenario.what_if] + [name for name, _ in comparison.scenario.overrides]
    used = {entry.subject for entry in comparison.assumptions}
    names = [name for name in dict.fromkeys(asked) if _is_idle(name, used, comparison.own is not None)]
    if not names:
        return ()
    key = "supposed.idle" if comparison.own else "supposed.idle-no-own"
    return (sheet.say(key, names=joined(sheet.language, [_name(sheet.language, name) for name in names])),)


def _is_idle(name: str, used: set[str], has_own: bool) -> bool:
    if name in POWER:
        return name not in used
    return name in OF_OWN and not has_own
