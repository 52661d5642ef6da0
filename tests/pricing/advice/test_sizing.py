"""Training runs: by hand, against published figures, and forwards and backwards."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pricing.advice.sizing import BYTES_PER_TOKEN, Taken, Training, taken, tokens_in
from pricing.errors import NoAssumption
from tests.builders import a_book, a_gpu

BILLION, TRILLION = Decimal(10) ** 9, Decimal(10) ** 12
PEAKS = {"H100": "989", "A100": "312"}


def a_run(params: Decimal, tokens: Decimal, gpu: str = "H100", mfu: str = "0.40") -> Training:
    return Training(params, tokens, a_gpu(gpu, PEAKS[gpu]), Decimal(PEAKS[gpu]), Taken(Decimal(mfu)))


@pytest.mark.parametrize(("gpu", "gpu_hours", "days"), [("A100", 701_122, "28.5"), ("H100", 221_183, "9.0")])
def test_gpt_3_on_1024_gpus(gpu: str, gpu_hours: int, days: str) -> None:
    """175 B parameters on 300 B tokens at MFU 40%; 6ND is 3.15e23, published are 3,640 PF-days (3.145e23)."""
    run = a_run(175 * BILLION, 300 * BILLION, gpu)
    assert run.flop == Decimal("3.15e23")
    assert round(run.gpu_hours) == gpu_hours
    assert round(run.days_on(1024), 1) == Decimal(days)


def test_a_published_claim_of_7b_on_a_trillion_tokens() -> None:
    """26,214.28 GPU-hours at MFU 45%: 102.4 hours on 256 GPUs."""
    run = a_run(7 * BILLION, TRILLION, mfu="0.45")
    assert round(run.gpu_hours, 2) == Decimal("26214.28")
    assert round(run.hours_on(256), 4) == Decimal("102.3995")


def test_text_becomes_tokens() -> None:
    assert tokens_in(Decimal("1.2"), Decimal(4)) == 300 * BILLION


@given(
    st.integers(1, 2000),
    st.integers(1, 50_000),
    st.decimals(min_value=1, max_value=9000, places=1),
    st.sampled_from([1, 4, 8, 72]),
)
def test_as_few_whole_nodes_as_are_done_in_time(params: int, tokens: int, hours: Decimal, per_node: int) -> None:
    run = a_run(params * BILLION, tokens * BILLION)
    gpus = run.gpus_within(hours, per_node)
    assert gpus % per_node == 0
    assert run.hours_on(gpus) <= hours
    assert gpus == per_node or run.hours_on(gpus - per_node) > hours


def test_an_assumption_is_the_askers_else_the_books_else_the_stated_default() -> None:
    book = a_book()
    assert taken("mfu", Decimal("0.35"), book).is_askers
    found = taken("mfu", None, book)
    assert (found.value, found.entry) == (Decimal("0.40"), book.assumption("mfu"))
    assert taken("bytes_per_token", None, book, BYTES_PER_TOKEN) == Taken(Decimal(4))
    del book.assumptions["mfu"]
    with pytest.raises(NoAssumption):
        taken("mfu", None, book)
