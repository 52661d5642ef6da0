"""gpuhunt's CSV: one instance, one price, one line."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pricing.catalog import Mode
from pricing.imports import gpuhunt
from pricing.listings import FileRefused
from pricing.units import PricingUnit
from tests.pricing.imports.reading import CELLS, listings, refused, rows, skipped, source_of, survives

V1 = "instance_name,location,price,cpu,memory,gpu_count,gpu_name,gpu_memory,spot,disk_size"
V2 = f"{V1},gpu_vendor,flags,cpu_arch,provider_data"


def line(**changed: str) -> str:
    """A line of v2 with some cells changed."""
    cells = dict(
        zip(
            V2.split(","),
            [
                "gpu-h100x8",
                "nyc1",
                "23.92",
                "160",
                "1920.0",
                "8",
                "H100",
                "80.0",
                "False",
                "",
                "nvidia",
                "",
                "x86",
                "{}",
            ],
            strict=True,
        )
    )
    return ",".join((cells | changed).values())


class TestALineIsAnInstanceForAnHour:
    def test_of_all_its_gpus(self) -> None:
        (only,) = listings(rows(gpuhunt, f"{V2}\n{line()}\n"))
        assert (only.value, only.unit, only.gpus_per_node) == (Decimal("23.92"), PricingUnit.NODE_HOUR, 8)
        assert (only.name, only.gpu, only.memory_gb, only.region) == ("gpu-h100x8", "H100", 80, "nyc1")
        assert (only.mode, only.currency, only.provider) == (Mode.ON_DEMAND, "USD", "nebius")

    def test_v1_has_fewer_columns(self) -> None:
        (only,) = listings(rows(gpuhunt, f"{V1}\ng,eu,1.5,8,64,1,L4,24,True,100\n"))
        assert (only.gpu, only.mode) == ("L4", Mode.SPOT)

    @pytest.mark.parametrize(("spot", "mode"), [("True", Mode.SPOT), ("False", Mode.ON_DEMAND), ("", Mode.ON_DEMAND)])
    def test_spot_is_a_column(self, spot: str, mode: Mode) -> None:
        (only,) = listings(rows(gpuhunt, f"{V2}\n{line(spot=spot)}\n"))
        assert only.mode is mode

    @pytest.mark.parametrize(("gpu_memory", "expected"), [("640.0", "640"), ("4.0", "4"), ("", None), ("many", None)])
    def test_the_memory_is_given_as_it_stands(self, gpu_memory: str, expected: str | None) -> None:
        (only,) = listings(rows(gpuhunt, f"{V2}\n{line(gpu_memory=gpu_memory)}\n"))
        assert only.memory_gb == (Decimal(expected) if expected else None)

    def test_a_flag_names_the_plan(self) -> None:
        (only,) = listings(rows(gpuhunt, f"{V2}\n{line(flags='gcp-a4 gcp-dws-calendar-mode')}\n"))
        assert (only.plan, only.stated_term) == ("DWS calendar", "gcp-a4 gcp-dws-calendar-mode")

    def test_an_offer_of_a_marketplace_has_no_name(self) -> None:
        (only,) = listings(rows(gpuhunt, f"{V2}\n{line(instance_name='')}\n"))
        assert only.name == "8x H100"


class TestWhoSells:
    def test_a_column_tells_before_the_file_does(self) -> None:
        (only,) = listings(rows(gpuhunt, f"{V2},provider\n{line()},vultr\n", "catalog.csv"))
        assert only.provider == "vultr"

    def test_a_file_that_does_not_tell_is_refused(self) -> None:
        with pytest.raises(FileRefused, match="which-provider"):
            rows(gpuhunt, f"{V2}\n{line()}\n", "gpuhunt-v2.csv")


class TestOtherRows:
    def test_an_instance_without_gpus_is_skipped(self) -> None:
        assert skipped(rows(gpuhunt, f"{V2}\n{line(gpu_count='0', gpu_name='')}\n")) == [(2, "no-gpu")]

    @pytest.mark.parametrize(
        ("changed", "reason"),
        [
            ({"price": ""}, "no-price"),
            ({"price": "free"}, "not-a-number"),
            ({"price": "-1"}, "negative"),
            ({"gpu_count": "0.5"}, "count"),
            ({"gpu_count": "999999"}, "count"),
            ({"spot": "maybe"}, "spot"),
        ],
    )
    def test_what_cannot_be_read_is_refused(self, changed: dict[str, str], reason: str) -> None:
        found = rows(gpuhunt, f"{V2}\n{line(**changed)}\n{line()}\n")
        assert refused(found) == [(2, reason)]
        assert len(found) == 2

    def test_other_files_are_not_recognised(self) -> None:
        assert not gpuhunt.recognises(source_of("instance_name,price\nx,1\n"))

    @given(st.lists(st.lists(CELLS, min_size=14, max_size=14), max_size=6))
    def test_any_cells_give_rows_or_refuse_the_file(self, lines: list[list[str]]) -> None:
        body = [",".join(f'"{cell.replace(chr(34), chr(34) * 2)}"' for cell in cells) for cells in lines]
        survives(gpuhunt, source_of("\n".join([V2, *body])))
