"""SkyPilot's vms.csv: each price once, per region, with the machine it is for."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pricing.catalog import Includes, Mode
from pricing.imports import skypilot
from pricing.imports.source import Source
from pricing.listings import FileRefused
from pricing.units import PricingUnit
from tests.pricing.imports.reading import CELLS, listings, refused, rows, skipped, source_of, survives

HEADER = "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,Price,Region,GpuInfo,SpotPrice"
PYTHON = (
    "\"{'Gpus': [{'Name': 'H100', 'Count': 8, 'MemoryInfo': {'SizeInMiB': 81920}}], 'TotalGpuMemoryInMiB': 655360}\""
)
JSON = PYTHON.replace('"', "").replace("'", '""').join('""')
ZONES = "InstanceType,AcceleratorName,AcceleratorCount,Price,SpotPrice,Region,AvailabilityZone"


def table(*lines: str, header: str = HEADER) -> str:
    """A file with CRLF line ends, as SkyPilot writes it."""
    return "\r\n".join((header, *lines, ""))


class TestARowIsAMachineForAnHour:
    @pytest.mark.parametrize("info", [PYTHON, JSON], ids=["python", "json"])
    def test_on_demand_and_spot_are_two_prices_of_it(self, info: str) -> None:
        found = listings(rows(skypilot, table(f"gpu-h100_8gpu,H100,8,128,1600,23.60,eu-north1,{info},10.00")))
        assert [(row.mode, row.value) for row in found] == [
            (Mode.ON_DEMAND, Decimal("23.60")),
            (Mode.SPOT, Decimal("10.00")),
        ]
        first = found[0]
        assert (first.name, first.gpu, first.gpus_per_node, first.memory_gb) == ("gpu-h100_8gpu", "H100", 8, 80)
        assert (first.unit, first.currency, first.region) == (PricingUnit.NODE_HOUR, "USD", "eu-north1")
        assert first.includes is Includes.ALL_IN

    def test_columns_may_stand_in_any_order(self) -> None:
        header = "Region,SpotPrice,Price,AcceleratorCount,AcceleratorName,InstanceType"
        (only,) = listings(rows(skypilot, table("FIN-03,,6.99,1.0,B300,1B300.30V", header=header)))
        assert (only.value, only.gpus_per_node, only.region, only.memory_gb) == (Decimal("6.99"), 1, "FIN-03", None)

    def test_a_blank_price_beside_a_spot_price_is_no_price_on_demand(self) -> None:
        (only,) = listings(rows(skypilot, table("2B300,B300,2.0,60,550,,FIN-03,,4.893")))
        assert (only.mode, only.value) == (Mode.SPOT, Decimal("4.893"))

    def test_a_spot_price_that_equals_the_price_is_given_as_it_stands(self) -> None:
        found = listings(rows(skypilot, table("h100.8x,H100,8,168,1814,8.0,us,,8.0")))
        assert [(row.mode, row.value) for row in found] == [(Mode.ON_DEMAND, 8), (Mode.SPOT, 8)]

    def test_a_gpu_without_a_machine_is_the_accelerator_alone(self) -> None:
        (only,) = listings(rows(skypilot, table(",T4,4,,,1.40,us-central1,,")))
        assert (only.name, only.includes, only.gpus_per_node) == ("T4", Includes.ACCELERATOR_ONLY, 4)

    @pytest.mark.parametrize("gpu", ["tpu-v3-8", "Trainium", "Inferentia2"])
    def test_other_accelerators_are_given_by_name(self, gpu: str) -> None:
        (only,) = listings(rows(skypilot, table(f"x,{gpu},1,8,32,1.0,us,,")))
        assert only.gpu == gpu

    @pytest.mark.parametrize(
        "info",
        [
            "{'Gpus': [",
            "x" * 5_000,
            "{'Gpus': [{'MemoryInfo': {'SizeInMiB': 0}}]}",
            "__import__('os').abort()",
            "[" * 900,
            "{'SizeInMiB': 81920} {'SizeInMiB': 40960}",
        ],
    )
    def test_a_gpu_info_that_tells_no_memory_takes_nothing_from_the_price(self, info: str) -> None:
        (only,) = listings(rows(skypilot, table(f'x,H100,8,1,1,23.60,eu,"{info}",')))
        assert (only.value, only.memory_gb) == (Decimal("23.60"), None)


class TestRowsThatAreNoPriceOfAGpu:
    @pytest.mark.parametrize("line", ["cpu,,0,4,16,0.0992,eu,,", "cpu,,,4,16,0.03,eu,,0.01", "cpu,A100,0,4,16,1,eu,,"])
    def test_a_machine_without_gpus_is_skipped(self, line: str) -> None:
        assert skipped(rows(skypilot, table(line))) == [(2, "no-gpu")]

    def test_part_of_a_gpu_is_skipped(self) -> None:
        assert skipped(rows(skypilot, table("NV6ads,A10,0.167,6,55,0.454,eastus,,"))) == [(2, "fraction")]

    @pytest.mark.parametrize(
        ("line", "reason"),
        [
            ("x,H100,8,1,1,,eu,,", "no-price"),
            ("x,H100,8,1,1,nan,eu,,NaN", "no-price"),
            ("x,H100,,1,1,2,eu,,", "no-gpu-count"),
            ("x,H100,1.5,1,1,2,eu,,", "count"),
            ("x,H100,-8,1,1,2,eu,,", "count"),
            ("x,H100,eight,1,1,2,eu,,", "not-a-number"),
            ('x,H100,8,1,1,"23,60",eu,,', "not-a-number"),
            ("x,H100,8,1,1,inf,eu,,", "not-a-number"),
            ("x,H100,8,1,1,1e30,eu,,", "not-a-number"),
            ("x,H100,8,1,1,-2,eu,,", "negative"),
            ("x,H100", "ragged-row"),
        ],
    )
    def test_what_cannot_be_read_is_refused_and_the_rest_is_read(self, line: str, reason: str) -> None:
        found = rows(skypilot, table(line, "y,H100,8,1,1,23.60,eu,,"))
        assert refused(found) == [(2, reason)]
        assert len(found) == 2


class TestZonesOfARegion:
    def test_one_price_in_all_zones_is_one_offer_of_the_region(self) -> None:
        found = rows(
            skypilot,
            table("p5,H100,8,55,,us-east-1,us-east-1a", "p5,H100,8,55.0,,us-east-1,us-east-1b", header=ZONES),
        )
        assert [(row.line, row.region) for row in listings(found)] == [(2, "us-east-1")]
        assert skipped(found) == [(3, "same-in-zone")]

    def test_different_prices_are_an_offer_of_each_zone(self) -> None:
        found = rows(
            skypilot,
            table("p5,H100,8,55,20,us-east-1,us-east-1a", "p5,H100,8,55,22,us-east-1,us-east-1b", header=ZONES),
        )
        assert [(row.mode, row.value, row.region) for row in listings(found)] == [
            (Mode.ON_DEMAND, 55, "us-east-1"),
            (Mode.SPOT, 20, "us-east-1a"),
            (Mode.SPOT, 22, "us-east-1b"),
        ]
        assert not skipped(found)

    def test_other_regions_and_sizes_stay_apart(self) -> None:
        found = rows(
            skypilot, table("a,H100,8,55,,us,us-a", "a,H100,8,55,,eu,eu-a", "b,H100,4,55,,us,us-a", header=ZONES)
        )
        assert len(listings(found)) == 3

    def test_the_same_line_again_is_said(self) -> None:
        line = "x,H100,8,1,1,23.60,eu,,10"
        assert skipped(rows(skypilot, table(line, line))) == [(3, "twice")]

    def test_two_prices_for_one_machine_are_both_given(self) -> None:
        found = listings(rows(skypilot, table("x,H100,8,1,1,23.60,eu,,", "x,H100,8,1,1,25,eu,,")))
        assert [row.value for row in found] == [Decimal("23.60"), Decimal(25)]


class TestWhoSells:
    @pytest.mark.parametrize(
        ("name", "said", "expected"),
        [
            ("skypilot-v8-nebius-vms.csv", "", "nebius"),
            ("catalogs/v8/verda/vms.csv", "", "verda"),
            ("C:\\catalogs\\v8\\runpod\\vms.csv", "", "runpod"),
            ("lambda_vms (1).csv", "", "lambda"),
            ("v8/do/vms.csv", "", "digitalocean"),
            ("vms.csv", "Nebius", "Nebius"),
            ("skypilot-v8-nebius-vms.csv", "verda", "verda"),
        ],
    )
    def test_as_was_said_or_as_the_file_or_its_folder_is_called(self, name: str, said: str, expected: str) -> None:
        (only,) = listings(rows(skypilot, table("x,H100,8,1,1,2,eu,,"), name, provider=said))
        assert only.provider == expected

    @pytest.mark.parametrize("name", ["vms.csv", "v8/vms.csv", "Downloads/vms (2).csv", ""])
    def test_nobody_is_guessed(self, name: str) -> None:
        with pytest.raises(FileRefused, match="which-provider"):
            rows(skypilot, table("x,H100,8,1,1,2,eu,,"), name)

    def test_what_was_said_of_the_file_holds_for_its_rows(self) -> None:
        said = {"observed_on": "2026-03", "currency": "EUR", "source": "a letter"}
        (only,) = listings(rows(skypilot, table("x,H100,8,1,1,2,eu,,"), **said))
        assert (only.observed_on, only.currency, only.source) == ("2026-03", "EUR", "a letter")


class TestOtherFiles:
    @pytest.mark.parametrize("text", ["a,b\n1,2\n", "[]", "", "Price,Region\n1,2\n"])
    def test_are_not_recognised(self, text: str) -> None:
        assert not skypilot.recognises(source_of(text))

    @given(st.lists(st.lists(CELLS, min_size=9, max_size=9), max_size=6))
    def test_any_cells_give_rows_or_refuse_the_file(self, lines: list[list[str]]) -> None:
        text = table(*(",".join(f'"{cell.replace(chr(34), chr(34) * 2)}"' for cell in line) for line in lines))
        survives(skypilot, source_of(text))

    @given(st.binary(max_size=300))
    def test_any_bytes_do_too(self, data: bytes) -> None:
        assert not skypilot.recognises(Source("x", data))
