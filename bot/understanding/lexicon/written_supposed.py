"""The words what is supposed is written with, so that the reader understands them. `{}` takes the value."""

from collections.abc import Iterable, Mapping
from decimal import Decimal

from pricing.scenario import WhatIf

ONE = Decimal(1)
SHARES = frozenset({"cost_of_capital", "maintenance", "residual", "residual_of_gpus", "sale_share", "lease_rate"})
FORMS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "pue": "PUE {}",
        "cost_of_capital": "at {} WACC",
        "maintenance": "{} maintenance",
        "residual": "residual {}",
        "residual_of_gpus": "residual {} of the cards",
        "engineers": "{} more engineers",
        "runs_a_year": "{} runs a year",
        "lead_months": "{} months of waiting",
        "sale_share": "resale at {}",
        "electricity": "electricity {}",
        "colocation": "colo at {} per kW",
        "colocation-plain": "colo",
        "colocation_with_power": "power included",
        "lease_months": "lease the servers over {} months",
        "lease_months-plain": "lease the servers",
        "lease_rate": "at {}",
    },
    "zh": {
        "pue": "PUE按{}",
        "cost_of_capital": "资金成本{}",
        "maintenance": "维保{}",
        "residual": "残值{}",
        "residual_of_gpus": "残值按卡的{}",
        "engineers": "加{}个运维",
        "runs_a_year": "一年跑{}次",
        "lead_months": "等{}个月的代价",
        "sale_share": "用完卖掉按{}",
        "electricity": "电价{}",
        "colocation": "托管每千瓦{}",
        "colocation-plain": "托管",
        "colocation_with_power": "含电",
        "lease_months": "融资租赁{}个月",
        "lease_months-plain": "融资租赁",
        "lease_rate": "利率{}",
    },
}


def written(what_if: Iterable[WhatIf], language: str) -> list[str]:
    """Each supposition as it would be said; the rate of a lease stands behind the lease."""
    forms = FORMS[language]
    known = {one.name: one for one in what_if}
    rate = known.pop("lease_rate", None)
    found = []
    for one in known.values():
        text = _one(one, forms)
        if one.name == "lease_months" and rate is not None:
            text = f"{text} {_one(rate, forms)}"
        found.append(text)
    return found


def _one(one: WhatIf, forms: Mapping[str, str]) -> str:
    if one.factor is not None:
        sign = "+" if one.factor >= ONE else "-"
        return forms[one.name].format(f"{sign}{_plain(abs(one.factor - ONE) * 100)}%")
    if one.value is None or one.name == "colocation_with_power":
        return forms.get(f"{one.name}-plain", forms[one.name])
    shown = f"{_plain(one.value * 100)}%" if one.name in SHARES else _plain(one.value)
    return forms[one.name].format(f"{shown} {one.currency}".strip())


def _plain(number: Decimal) -> str:
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
