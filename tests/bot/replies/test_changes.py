"""What a follow-up changed, in one line for the question and one for the costs."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal

import pytest

from bot.replies.changes import change_note
from bot.replies.words import languages
from pricing.base import changed
from pricing.catalog import Mode, ProviderKind
from pricing.compare import compare
from pricing.costs import Comparison
from pricing.scenario import AskedPrice, Selector, SupposedPrice, WhatIf
from pricing.units import Duration, TimeUnit
from tests.builders import MemoryBook, a_book, a_scenario, add_offer, add_own, add_rate, article_book, weeks

D = Decimal
SPOT = Selector(mode=Mode.SPOT)
QUOTED = AskedPrice(amount=D("2.50"), currency="USD", per=TimeUnit.HOUR)
DEARER = SupposedPrice(provider="nimbus", factor=D("1.1"))
CARD = AskedPrice(amount=D(200_000), currency="CNY")


def article(**fields: object) -> Comparison:
    return compare(a_scenario(**fields), article_book())


def market() -> MemoryBook:
    """Own hardware, a rental of two GPUs, and spot."""
    book = a_book()
    add_rate(book, "USD", "CNY", "7.1")
    add_own(book)
    for gpu, price in (("H100", "20"), ("B200", "35")):
        add_offer(book, price, gpu=gpu)
    add_offer(book, "9", mode=Mode.SPOT)
    add_offer(book, "31", provider="other", kind=ProviderKind.HYPERSCALER)
    return book


def asked(book: MemoryBook, **fields: object) -> Comparison:
    return compare(a_scenario(**fields), book)


def test_a_longer_time_moves_both_costs() -> None:
    assert change_note(article(), article(duration=weeks(12)), "en") == (
        "Changed: 6 → 12 weeks.",
        "Effective cost: Starverse on demand (A100) 22.6M → 45.2M CNY, 22.6M CNY more (+100% of 22.6M CNY); "
        "Own, 70% used 13.5M → 26.9M CNY, 13.5M CNY more (+100% of 13.5M CNY).",
    )
    assert change_note(article(), article(duration=weeks(12)), "zh") == (
        "改动：6 → 12周。",
        "摊销成本：Starverse 按需（A100） 2,262万 → 4,525万元，多2,262万元（2,262万元的+100%）；"
        "Own，利用率70% 1,347万 → 2,694万元，多1,347万元（1,347万元的+100%）。",
    )


def test_another_gpu_names_both_leading_options() -> None:
    note = change_note(asked(market()), asked(market(), gpu="B200"), "en")
    assert note[0] == "Changed: H100 → B200."
    assert note[1].startswith("Effective cost: Nimbus on demand 20.6M → 36.1M CNY, 15.5M CNY more (+75% of 20.6M CNY)")
    other = change_note(asked(market()), asked(market(), without=(Selector(provider="nimbus"),)), "en")
    assert other == (
        "Changed: without nimbus.",
        "Effective cost: Nimbus on demand 20.6M → Other on demand 32.0M CNY, 11.4M CNY more (+55% of 20.6M CNY); "
        "Own, 70% used 13.5M CNY as before.",
    )


def test_another_currency_has_no_difference() -> None:
    note = change_note(asked(market()), asked(market(), currency="USD"), "en")
    assert note == (
        "Changed: CNY → USD.",
        "Effective cost: Nimbus on demand 20.6M CNY → 2.91M USD; Own, 70% used 13.5M CNY → 1.90M USD.",
    )


def test_a_substitute_and_the_gpu_itself_have_no_difference() -> None:
    book = article_book()
    add_offer(book, "40", provider="nimbus")
    note = change_note(article(), compare(a_scenario(gpu_count=1016), book), "en")
    assert "Starverse on demand (A100) 22.6M → Nimbus on demand 41.0M CNY; Own" in note[1]


MORE: list[tuple[dict[str, object], dict[str, object], str, str]] = [
    ({}, {"gpu_count": 512}, "1,024 → 512 GPUs", "1,024 → 512张"),
    ({}, {"gpus_per_node": 8}, "8 GPUs in a node", "每节点8张"),
    ({"gpus_per_node": 8}, {"gpus_per_node": 4}, "8 → 4 GPUs in a node", "每节点8 → 4张"),
    ({"gpus_per_node": 8}, {}, "nodes of any size", "节点大小不限"),
    (
        {},
        {"duration": Duration(value=D("0.123456"), unit=TimeUnit.MONTH)},
        "6 weeks → 0.1235 months",
        "6周 → 0.1235个月",
    ),
    ({}, {"duration": None}, "6 weeks → to buy", "6周 → 购买"),
    ({}, {"start": date(2027, 3, 1)}, "from 2027-03-01", "从 2027-03-01 开始"),
    ({"start": date(2027, 3, 1)}, {}, "no start day", "不限开始日期"),
    ({}, {"without": (SPOT,)}, "without spot", "不含竞价"),
    ({"without": (SPOT,)}, {}, "with spot again", "重新包含竞价"),
    ({}, {"only": (SPOT,)}, "only spot", "只看竞价"),
    ({"only": (SPOT,)}, {}, "all options again", "重新看全部方案"),
    ({}, {"region": "eu"}, "in eu", "地区 eu"),
    ({"region": "eu"}, {}, "in any region", "地区不限"),
    ({}, {"commitment": Duration(value=D(1), unit=TimeUnit.YEAR)}, "committed 1 year", "包1年"),
    ({"commitment": Duration(value=D(1), unit=TimeUnit.YEAR)}, {}, "any term", "期限不限"),
    ({}, {"discount": D("0.1")}, "10% off list prices (yours)", "目录价减10%（由你给出）"),
    ({"discount": D("0.1")}, {"discount": D("0.2")}, "10% → 20% off list prices (yours)", "目录价减10% → 20%"),
    ({"discount": D("0.1")}, {}, "list prices in full", "目录价不打折"),
    ({}, {"price": QUOTED}, "2.50 USD/GPU-hour (yours)", "2.50 USD/卡时（由你给出）"),
    ({"price": CARD}, {}, "without your price", "不用您的报价"),
    ({}, {"egress_gb": D(200_000)}, "200 TB out", "出网 200 TB"),
    ({"egress_gb": D(200_000)}, {"egress_gb": D(100)}, "200 → 0.1 TB out", "出网 200 → 0.1 TB"),
    ({"egress_gb": D(200_000)}, {}, "data out as assumed", "出网流量按假设"),
    ({"storage_gb": D(1000)}, {"storage_gb": D(0)}, "1 → 0 TB stored", "存储 1 → 0 TB"),
    ({"storage_gb": D(1000)}, {}, "storage as assumed", "存储按假设"),
    ({}, {"requests": D(5_000)}, "5,000 requests", "5,000次请求"),
    ({"requests": D(5_000)}, {}, "requests as assumed", "请求按假设"),
    ({}, {"supposed": (DEARER,)}, "imbus 10% dearer (supposed)", "imbus贵10%（假设）"),
    ({"supposed": (DEARER,)}, {}, "no longer: Nimbus 10% dearer (supposed)", "取消Nimbus贵10%（假设）"),
    ({}, {"overrides": (("utilisation", D("0.8")),)}, "own hardware 70% → 80% used", "自建利用率70% → 80%"),
    ({"overrides": (("utilisation", D("0.8")),)}, {}, "own hardware 80% → 70% used", "自建利用率80% → 70%"),
    ({}, {"overrides": (("mfu", D("0.5")),)}, "mfu", "mfu"),
    ({}, {"what_if": (WhatIf(name="pue", value=D("1.2")),)}, "PUE 1.2", "PUE 1.2"),
    ({"what_if": (WhatIf(name="pue", value=D("1.2")),)}, {}, "PUE as the book has it", "PUE恢复为价目表的数"),
]


@pytest.mark.parametrize(("before", "after", "english", "chinese"), MORE)
def test_every_field_that_can_change_is_said(
    before: dict[str, object], after: dict[str, object], english: str, chinese: str
) -> None:
    for language, said in (("en", english), ("zh", chinese)):
        note = change_note(asked(market(), **before), asked(market(), **after), language)
        assert said in note[0]
        assert note[0].count("、" if language == "zh" else ", ") == 0
        assert "{" not in "".join(note)


def scenario_fields() -> Iterator[str]:
    for before, after, *_ in MORE:
        yield from (*before, *after)


def test_no_field_of_a_question_is_forgotten() -> None:
    assert set(scenario_fields()) | {"gpu", "currency"} == set(type(a_scenario()).model_fields)


def test_several_changes_stand_in_one_line() -> None:
    note = change_note(asked(market()), asked(market(), gpu_count=512, duration=weeks(12), currency="USD"), "en")
    assert note[0] == "Changed: 1,024 → 512 GPUs, 6 → 12 weeks, CNY → USD."


def test_other_prices_are_a_change_too() -> None:
    book = market()
    book.version, book.day = 2, date(2026, 12, 2)
    note = change_note(asked(market()), asked(book), "en")
    assert note[0] == "Changed: prices of 2026-12-01 → 2026-12-02, price book no. 1 → 2."
    assert note[1].startswith("Effective cost: Nimbus on demand 20.6M CNY as before; Own, 70% used 13.5M CNY as before")


@pytest.mark.parametrize("language", languages())
def test_nothing_changed_says_nothing(language: str) -> None:
    assert change_note(article(), article(), language) == ()


@pytest.mark.parametrize("language", languages())
def test_where_nothing_is_priced_only_the_question_is_said(language: str) -> None:
    nothing = asked(a_book(), gpu="B200")
    assert len(change_note(article(), nothing, language)) == 1
    assert len(change_note(nothing, article(), language)) == 1


def test_buying_twice_compares_whole_lives() -> None:
    before = article(duration=None)
    after = compare(changed(before.scenario, gpu_count=2048), article_book())
    assert change_note(before, after, "en")[1].startswith(
        "Cost over its life: Own 410M → 819M CNY, 410M CNY more (+100%"
    )
