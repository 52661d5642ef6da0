"""How much work a GPU does, by different measures: facts of the models, stated once, with their sources.

The dense BF16 peak is in the catalog. Two traps are avoided: data sheets print sparse figures twice as high (1,979
TFLOP/s of BF16 for an H100), and a peak is not what a program reaches.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from pricing.catalog import Gpu
from pricing.costs import Quote


class Measure(StrEnum):
    """What work is measured by."""

    BF16 = "bf16"
    FP8 = "fp8"
    MATMUL = "matmul"
    MEMORY = "memory"


@dataclass(frozen=True, slots=True)
class Fact:
    """A figure of a model and where it is stated."""

    value: Decimal
    source: str


@dataclass(frozen=True, slots=True)
class Equivalent:
    """A GPU for the same work. `factor`: how many of it do the work of one asked for; `gpus`: how many do all of it.

    `quote`: the rental with the least cash outlay for that fleet, of those that one order gets; None where nobody
    sells it. `per_gpu_hour`: its rate; `per_unit_hour`: the same for 1 PFLOP/s, or for 1 TB of memory.
    """

    gpu: Gpu
    factor: Decimal
    fact: Fact
    gpus: int
    quote: Quote | None
    per_gpu_hour: Decimal | None
    per_unit_hour: Decimal | None


ML_ENGINEERING = "stas00/ml-engineering@744d01e compute/accelerator/README.md, best measured BF16 matrix product"
MAKER = "makers' data sheets, dense, as listed at kunwar.page (hardware reference) and rooflinenotes.dev/accelerators"

# TFLOP/s. A model without a figure is not compared by that measure.
_MATMUL = {"GB200": "1822", "B300": "1769", "B200": "1745", "MI355X": "1565", "Gaudi3": "1243", "GH200": "828.6"} | {
    **dict.fromkeys(("H100", "H200"), "794.5"),
    "MI325X": "784.9",
    "MI300X": "668.4",
    "A100": "271.2",
    "A100-80GB": "271.2",
}
_FP8 = {
    **dict.fromkeys(("GB200", "GB300"), "5000"),
    **dict.fromkeys(("B200", "B300"), "4500"),
    **dict.fromkeys(("H100", "H200", "H800", "GH200"), "1979"),
    "H100-NVL": "1671",
    "H100-PCIe": "1513",
    **dict.fromkeys(("MI300X", "MI325X"), "2614.9"),
    "L40S": "733",
    "H20": "296",
}


def _facts(values: Mapping[str, str], source: str) -> dict[str, Fact]:
    return {gpu: Fact(Decimal(value), source) for gpu, value in values.items()}


_FACTS = {Measure.MATMUL: _facts(_MATMUL, ML_ENGINEERING), Measure.FP8: _facts(_FP8, MAKER)}


def performance(gpu: Gpu, measure: Measure) -> Fact | None:
    """What a GPU does by a measure: TFLOP/s, or GB of memory; None where no figure is known."""
    if measure is Measure.BF16:
        return Fact(gpu.bf16_dense_tflops, gpu.source) if gpu.bf16_dense_tflops else None
    if measure is Measure.MEMORY:
        return Fact(gpu.memory_gb, gpu.source) if gpu.memory_gb else None
    return _FACTS[measure].get(gpu.id)


def factor(asked: Gpu, other: Gpu, measure: Measure) -> Decimal | None:
    """How many of `other` do the work of one `asked`: the ratio of their performance; None where one is not known.

    By dense BF16 peak one H100 does the work of 989 / 312 = 3.170 A100, by best measured product 2.930.
    """
    one, two = performance(asked, measure), performance(other, measure)
    return one.value / two.value if one and two else None
