"""The Full Stack's table: the price of the machine counts, and the price per GPU must agree with it."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pricing.catalog import Mode
from pricing.imports import cloud_gpus
from pricing.units import PricingUnit
from tests.pricing.imports.reading import CELLS, listings, refused, rows, skipped, source_of, survives

HEADER = "Cloud,GPU Type,GPU Arch,GPUs,GPU RAM,vCPUs,RAM,On-demand,Per-GPU,Spot,Name"


def table(*lines: str) -> str:
    return "\n".join((HEADER, *lines, ""))


class TestARowIsAMachineForAnHour:
    def test_on_demand_and_spot_are_of_the_whole_machine(self) -> None:
        found = listings(rows(cloud_gpus, table("AWS,A100 (40 GB),Ampere,8,320,96,1152,32.77,4.10,9.83,p4d.24xlarge")))
        assert [(row.mode, row.value, row.unit) for row in found] == [
            (Mode.ON_DEMAND, Decimal("32.77"), PricingUnit.NODE_HOUR),
            (Mode.SPOT, Decimal("9.83"), PricingUnit.NODE_HOUR),
        ]
        assert {(row.provider, row.name, row.gpus_per_node) for row in found} == {("AWS", "p4d.24xlarge", 8)}

    @pytest.mark.parametrize(
        ("gpu", "gpus", "stated", "expected"),
        [
            ("A100 (80 GB)", 8, "640", "80"),
            ("A100 (80 GB)", 8, "80", "80"),  # of one GPU in some rows
            ("H100 PCIe (80GB)", 1, "80", "80"),
            ("A10", 1, "24", "24"),
            ("A10", 2, "48", None),  # of both, or of each
        ],
    )
    def test_the_memory_of_one_is_what_the_type_says(
        self, gpu: str, gpus: int, stated: str, expected: str | None
    ) -> None:
        (only,) = listings(rows(cloud_gpus, table(f"X,{gpu},A,{gpus},{stated},20-26,85,,,2.0,n")))
        assert only.memory_gb == (Decimal(expected) if expected else None)

    def test_a_blank_price_beside_spot_leaves_spot(self) -> None:
        (only,) = listings(rows(cloud_gpus, table("X,L4 (24 GB),Ada,1,24,4,16,,,0.30,n")))
        assert (only.mode, only.value) == (Mode.SPOT, Decimal("0.30"))

    def test_a_machine_without_a_name_is_called_by_its_size(self) -> None:
        found = listings(
            rows(cloud_gpus, table("C,A6000 (48 GB),A,1,48,2,4,0.79,0.79,,", "C,A6000 (48 GB),A,1,48,4,8,0.80,0.80,,"))
        )
        assert [row.name for row in found] == ["1x A6000 (48 GB), 2 vCPU, 4 GB", "1x A6000 (48 GB), 4 vCPU, 8 GB"]


class TestThePricePerGpu:
    @pytest.mark.parametrize(
        ("gpus", "node", "one"),
        [
            (8, "40.97", "5.12"),
            (8, "37.18", "4.64"),  # cut at the cent
            (4, "3.1", "0.77"),  # a nought left out
            (2, "2", "1"),
            (1, "4.10", "4.1"),
            (3, "10", "3.33"),
        ],
    )
    def test_agrees_within_the_last_digit(self, gpus: int, node: str, one: str) -> None:
        (only,) = listings(rows(cloud_gpus, table(f"X,V100 (16 GB),V,{gpus},16,8,61,{node},{one},,n")))
        assert only.value == Decimal(node)

    @pytest.mark.parametrize(
        ("gpus", "node", "one"),
        [(1, "0.32", "0.30"), (4, "1.64", "0.27"), (8, "5.12", "5.12"), (8, "5.12", "40.97"), (2, "2", "2")],
    )
    def test_that_does_not_agree_refuses_the_row(self, gpus: int, node: str, one: str) -> None:
        found = rows(cloud_gpus, table(f"X,V100 (16 GB),V,{gpus},16,8,61,{node},{one},,n"))
        assert refused(found) == [(2, "per-gpu-differs")]

    def test_alone_is_enough_for_a_machine_of_one_gpu(self) -> None:
        (only,) = listings(rows(cloud_gpus, table("X,A5000 (24 GB),A,1,24,12,56,,1.34028,,SMALL")))
        assert (only.value, only.unit) == (Decimal("1.34028"), PricingUnit.NODE_HOUR)

    def test_alone_may_be_of_the_machine_where_it_has_more(self) -> None:
        found = rows(cloud_gpus, table("X,A5000 (24 GB),A,2,48,24,112,,2.47951,,MEDIUM"))
        assert refused(found) == [(2, "per-gpu-only")]


class TestOtherRows:
    def test_the_same_line_again_is_skipped(self) -> None:
        line = "AWS,T4 (16 GB),Turing,1,16,16,64,1.20,1.20,0.36,g4dn.4xlarge"
        found = rows(cloud_gpus, table(line, line, line))
        assert skipped(found) == [(3, "twice"), (4, "twice")]
        assert len(listings(found)) == 2

    def test_the_same_machine_at_another_price_is_given_too(self) -> None:
        found = listings(rows(cloud_gpus, table("C,L4,A,1,24,2,4,0.30,0.30,,n", "C,L4,A,1,24,2,4,0.32,0.32,,n")))
        assert [row.value for row in found] == [Decimal("0.30"), Decimal("0.32")]

    @pytest.mark.parametrize(
        ("line", "reason"),
        [
            ("X,L4,A,,24,2,4,1,1,,n", "no-gpu-count"),
            ("X,L4,A,1,24,2,4,,,,n", "no-price"),
            ("X,L4,A,1,24,2,4,$1,1,,n", "not-a-number"),
            ("X,L4,A,1,24,2,4,-1,-1,,n", "negative"),
            ("X,L4,A,0.5,24,2,4,1,1,,n", "count"),
        ],
    )
    def test_what_cannot_be_read_is_refused(self, line: str, reason: str) -> None:
        assert refused(rows(cloud_gpus, table(line))) == [(2, reason)]

    def test_other_files_are_not_recognised(self) -> None:
        assert not cloud_gpus.recognises(source_of("Cloud,GPU Type\nAWS,T4\n"))

    @given(st.lists(st.lists(CELLS, min_size=11, max_size=11), max_size=6))
    def test_any_cells_give_rows_or_refuse_the_file(self, lines: list[list[str]]) -> None:
        body = [",".join(f'"{cell.replace(chr(34), chr(34) * 2)}"' for cell in cells) for cells in lines]
        survives(cloud_gpus, source_of("\n".join([HEADER, *body])))
