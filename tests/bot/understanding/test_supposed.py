"""What is supposed of own hardware: read in both languages, fresh and in a thread, and written to read back."""

from decimal import Decimal

import pytest

from bot.understanding.request import Intent, Request
from bot.understanding.understand import understand
from bot.understanding.write import written
from pricing.scenario import WhatIf
from tests.bot.understanding.adapter import TODAY, vocabulary

D = Decimal
QUOTE = "1024 H100 for 6 weeks"


def read(text: str, before: Request | None = None) -> Request:
    reading = understand(text, vocabulary(), TODAY, before)
    assert reading.reject is None, text
    assert reading.unknown == (), text
    return reading.request


def asked() -> Request:
    return read(QUOTE)


def a(name: str, value: str | None = None, factor: str | None = None, currency: str = "") -> WhatIf:
    return WhatIf(name=name, value=value and D(value), factor=factor and D(factor), currency=currency)


SUPPOSED = [
    ("electricity +20%", "电价涨20%", (a("electricity", factor="1.2"),)),
    ("electricity up by 20%", "电价上涨20%", (a("electricity", factor="1.2"),)),
    ("electricity -10%", "电价降10%", (a("electricity", factor="0.9"),)),
    ("PUE 1.2", "PUE按1.2", (a("pue", "1.2"),)),
    ("residual 20%", "残值20%", (a("residual", "0.2"),)),
    ("residual 10% of the cards", "残值按卡的10%", (a("residual_of_gpus", "0.1"),)),
    ("no residual value", "没有残值", (a("residual", "0"),)),
    (
        "two more engineers, 10% maintenance",
        "加两个运维、维保10%",
        (a("engineers", "2"), a("maintenance", "0.1")),
    ),
    ("use a colo", "放托管机房", (a("colocation"),)),
    ("colo at 150 USD per kW", "托管机房每千瓦150美元", (a("colocation", "150", currency="USD"),)),
    (
        "colo at 150 USD per kW, including power",
        "放托管机房，每千瓦150美元，含电",
        (a("colocation", "150", currency="USD"), a("colocation_with_power", "1")),
    ),
    ("four such runs a year", "一年跑四次", (a("runs_a_year", "4"),)),
    ("twice a year", "一年两次", (a("runs_a_year", "2"),)),
]


@pytest.mark.parametrize(("english", "chinese", "wanted"), SUPPOSED, ids=[one for one, _, _ in SUPPOSED])
def test_a_number_is_supposed_in_both_languages(english: str, chinese: str, wanted: tuple[WhatIf, ...]) -> None:
    for text in (english, chinese):
        assert read(text, asked()).what_if == wanted, text
        assert read(f"{QUOTE}, {text}" if text == english else f"1024张H100六周，{text}").what_if == wanted, text


def test_a_later_supposition_stands_in_place_of_an_earlier_one_and_beside_others() -> None:
    first = read("PUE 1.2", asked())
    second = read("electricity +20%", first)
    third = read("PUE 1.4", second)
    assert third.what_if == (a("electricity", factor="1.2"), a("pue", "1.4"))


def test_a_supposition_is_taken_back() -> None:
    assert read("no colo", read("we buy but use a colo", asked())).what_if == ()


def test_buying_with_a_colo_drops_no_rental() -> None:
    assert read("we buy but use a colo", asked()).ways == ()


@pytest.mark.parametrize("text", ["over 3 years not 5", "over 3 years, not 5", "按3年算"])
def test_years_beside_a_need_of_weeks_are_the_life(text: str) -> None:
    after = read(text, asked())
    assert (after.tco_years, after.duration) == (D(3), asked().duration)


@pytest.mark.parametrize("text", ["for 3 years not 5", "按3年算"])
def test_years_beside_a_need_of_years_are_the_need(text: str) -> None:
    after = read(text, read("64 H100 for 5 years"))
    assert after.tco_years is None
    assert after.duration is not None
    assert after.duration.low == D(3)


@pytest.mark.parametrize(
    ("text", "intent", "wanted"),
    [
        ("at 8% WACC", Intent.FINANCE, (a("cost_of_capital", "0.08"),)),
        ("资金成本8%", Intent.FINANCE, (a("cost_of_capital", "0.08"),)),
        ("finance it at 8%", Intent.FINANCE, (a("cost_of_capital", "0.08"),)),
        ("NPV?", Intent.FINANCE, ()),
        ("NPV of buying at 10%", Intent.FINANCE, (a("cost_of_capital", "0.1"),)),
        ("净现值", Intent.FINANCE, ()),
        ("depreciation?", Intent.FINANCE, ()),
        ("折旧表", Intent.FINANCE, ()),
        ("lease or buy", Intent.FINANCE, (a("lease_months"),)),
        ("租赁还是买断", Intent.FINANCE, (a("lease_months"),)),
        (
            "and if we lease the servers over 36 months at 8%?",
            Intent.FINANCE,
            (a("lease_months", "36"), a("lease_rate", "0.08")),
        ),
        ("融资租赁36个月，利率8%", Intent.FINANCE, (a("lease_months", "36"), a("lease_rate", "0.08"))),
        ("what leaves the bank when?", Intent.CASH_FLOW, ()),
        ("每个月要付多少", Intent.CASH_FLOW, ()),
        ("sell them after the run?", Intent.RESALE, ()),
        ("用完卖掉值多少？", Intent.RESALE, ()),
        ("what do six months of waiting cost?", Intent.WAITING, (a("lead_months", "6"),)),
        ("等半年的代价？", Intent.WAITING, (a("lead_months", "6"),)),
    ],
)
def test_a_question_about_owning(text: str, intent: Intent, wanted: tuple[WhatIf, ...]) -> None:
    after = read(text, asked())
    assert (after.intent, after.what_if) == (intent, wanted)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("said", [wanted for _, _, wanted in SUPPOSED])
def test_what_is_supposed_reads_back_as_written(said: tuple[WhatIf, ...], language: str) -> None:
    request = asked().model_copy(update={"what_if": said})
    assert read(written(request, language, vocabulary())) == request


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("intent", "said"),
    [
        (Intent.FINANCE, (a("cost_of_capital", "0.08"), a("lease_months", "36"), a("lease_rate", "0.07"))),
        (Intent.CASH_FLOW, ()),
        (Intent.RESALE, ()),
        (Intent.RESALE, (a("sale_share", "0.8"),)),
        (Intent.WAITING, ()),
    ],
)
def test_questions_about_owning_read_back_as_written(intent: Intent, said: tuple[WhatIf, ...], language: str) -> None:
    request = asked().model_copy(update={"intent": intent, "what_if": said})
    assert read(written(request, language, vocabulary())) == request


def test_a_rate_of_a_gpu_is_no_power_rate() -> None:
    """$150/kW without a colo stays a price of something else, and is said to be so."""
    reading = understand(f"{QUOTE}, $150/kW", vocabulary(), TODAY)
    assert reading.unknown
