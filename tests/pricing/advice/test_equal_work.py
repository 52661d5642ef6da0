"""The same work on other GPUs: factors with their sources, whole fleets, rates per GPU and per PFLOP/s."""

from decimal import Decimal
from itertools import permutations

import pytest

from pricing.advice.equal_work import alike, equivalents
from pricing.advice.performance import Measure, factor, performance
from pricing.units import PricingUnit
from tests.bot.intents.advice.asked import desk
from tests.builders import MemoryBook, a_book, a_scenario, add_offer, weeks

GPUS = {gpu.id: gpu for gpu in desk().book_of_today().gpus.values()}


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        (Measure.BF16, "3.170"),  # 989 / 312, domain: performance
        (Measure.MATMUL, "2.930"),  # 794.5 / 271.2
        (Measure.MEMORY, None),
    ],
)
def test_one_h100_does_the_work_of_so_many_a100(measure: Measure, expected: str | None) -> None:
    found = factor(GPUS["H100"], GPUS["A100"], measure)
    assert (found and str(round(found, 3))) == expected


def test_fp8_counts_only_where_there_is_any() -> None:
    assert factor(GPUS["H100"], GPUS["A100"], Measure.FP8) is None
    assert factor(GPUS["B200"], GPUS["H100"], Measure.FP8) == Decimal(4500) / Decimal(1979)


@pytest.mark.parametrize("measure", Measure)
def test_equal_work_is_transitive(measure: Measure) -> None:
    """A for B and B for C is A for C, up to the last digit of a division."""
    known = [gpu for gpu in GPUS.values() if performance(gpu, measure)][:7]
    for one, two, three in permutations(known, 3):
        direct, first, second = factor(one, three, measure), factor(one, two, measure), factor(two, three, measure)
        assert None not in (direct, first, second)
        assert abs(first * second / direct - 1) < Decimal("1e-26")


@pytest.mark.parametrize("gpu", [gpu.id for gpu in GPUS.values()])
def test_no_figure_is_a_sparse_one(gpu: str) -> None:
    """FP8 is at most twice BF16, and nothing measured is above the peak."""
    peak = performance(GPUS[gpu], Measure.BF16)
    fp8, matmul = performance(GPUS[gpu], Measure.FP8), performance(GPUS[gpu], Measure.MATMUL)
    if peak and fp8:
        assert fp8.value <= peak.value * Decimal("2.05")
    if peak and matmul:
        assert matmul.value <= peak.value


def two_gpus() -> MemoryBook:
    """An H100 at 10 CNY an hour in nodes of eight, an A100 at 4; spot and another H100 beside them."""
    book = a_book()
    add_offer(book, "10", gpu="H100", id="h100")
    add_offer(book, "4", gpu="A100", id="a100")
    add_offer(book, "80", PricingUnit.NODE_HOUR, gpu="H100", id="h100-node", provider="other")
    return book


def test_a_fleet_is_whole_gpus_and_the_rates_are_of_one() -> None:
    need = a_scenario(gpu_count=8, duration=weeks(1), requests=0, egress_gb=0)
    h100, a100 = equivalents(need, two_gpus(), ("H100", "A100"), Measure.BF16)
    assert (h100.gpus, a100.gpus) == (8, 26)  # 8 x 989 / 312 = 25.4
    assert (h100.per_gpu_hour, a100.per_gpu_hour) == (10, 4)
    assert a100.per_unit_hour == Decimal(4) / 312 * 1000
    assert a100.quote is not None
    assert a100.quote.nodes == 4


def test_the_one_asked_for_comes_first_of_those_alike() -> None:
    names = alike(GPUS["B200"], desk().book_of_today(), Measure.BF16)
    assert names[0] == "B200"
    assert len(names) == len(set(names)) == 6
