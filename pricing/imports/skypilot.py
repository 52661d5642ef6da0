"""SkyPilot's `vms.csv` (catalogue v8) of any cloud: prices of a machine for an hour, on demand and spot.

https://github.com/skypilot-org/skypilot-catalog. A machine stands there once for each zone; zones of one region with
one price are one offer of the region. GPUs without a machine (Google's T4) have no instance type.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from pricing.catalog import Includes, Mode
from pricing.imports.decoding import text_of
from pricing.imports.foreign import Unreadable, count, is_blank, number, price, seller_of, tidy
from pricing.imports.source import Source
from pricing.imports.tables import header_of, rows_of
from pricing.listings import FileRefused, Listing, Refusal, Row, Skipped
from pricing.units import PricingUnit

FORMAT = "skypilot"
CURRENCY = "USD"
MIB_IN_GB = 1024  # vendors' GB of memory are GiB
_COLUMNS = {"AcceleratorName", "AcceleratorCount", "Price", "Region"}
_OWN = {"InstanceType", "SpotPrice", "GpuInfo"}
_MODES = {Mode.ON_DEMAND: "Price", Mode.SPOT: "SpotPrice"}
_SIZE = re.compile(r"[\"']SizeInMiB[\"']\s*:\s*(\d{1,9})(?!\d)")
_SELLERS = {"do": "digitalocean"}


@dataclass(frozen=True, slots=True)
class _Machine:
    """What a row is about. `zone`: empty where the file has none."""

    name: str
    gpu: str
    gpus: int
    memory_gb: Decimal | None
    region: str
    alone: bool


@dataclass(frozen=True, slots=True)
class _Priced:
    line: int
    zone: str
    prices: dict[Mode, Decimal]


def recognises(source: Source) -> bool:
    """Whether the header is SkyPilot's. Raises FileRefused for a file that is no text."""
    try:
        header = set(header_of(text_of(source.data)))
    except FileRefused:
        return False
    return header >= _COLUMNS and bool(header & _OWN)


def read(source: Source) -> Iterator[Row]:
    """A row for each price, each machine without GPUs, and each zone or line that says the same again.

    Refusals: those of `rows_of`, `not-a-number`, `negative`, `count`, `no-gpu-count`, `no-price` (text). Skipped:
    `no-gpu`, `fraction`, `same-in-zone`, `twice`.

    Raises:
        FileRefused: `which-provider`, and those of `text_of` and `rows_of`.
    """
    seller = seller_of(source)
    seller = _SELLERS.get(seller.casefold(), seller)
    machines: dict[_Machine, list[_Priced]] = {}
    for found in rows_of(text_of(source.data)):
        if isinstance(found, Refusal):
            yield found
            continue
        line, cells = found
        try:
            row = _row(line, cells)
        except Unreadable as fault:
            row = fault.at(line)
        if isinstance(row, Skipped | Refusal):
            yield row
        else:
            machine, priced = row
            machines.setdefault(machine, []).append(priced)
    for machine, rows in machines.items():
        yield from _offers(machine, rows, seller, source)


def _row(line: int, cells: dict[str, str]) -> tuple[_Machine, _Priced] | Skipped | Refusal:
    name, gpu, stated = tidy(cells.get("InstanceType", "")), tidy(cells["AcceleratorName"]), cells["AcceleratorCount"]
    if is_blank(gpu):
        return Skipped(line, "no-gpu", name)
    if is_blank(stated):
        return Refusal(line, "no-gpu-count", {"text": name or gpu})
    gpus = number(stated, "AcceleratorCount")
    if not gpus:
        return Skipped(line, "no-gpu", name)
    if 0 < gpus < 1:
        return Skipped(line, "fraction", f"{name} {gpu}".strip())
    machine = _Machine(
        name=name or gpu,
        gpu=gpu,
        gpus=count(gpus, "AcceleratorCount"),
        memory_gb=_memory(cells.get("GpuInfo", "")),
        region=tidy(cells["Region"]),
        alone=not name,
    )
    prices = {mode: amount for mode, field in _MODES.items() if (amount := price(cells.get(field), field)) is not None}
    if not prices:
        return Refusal(line, "no-price", {"text": machine.name})
    return machine, _Priced(line, tidy(cells.get("AvailabilityZone", "")), prices)


@lru_cache(maxsize=1024)
def _memory(text: str) -> Decimal | None:
    """GB of one GPU. GpuInfo is JSON in one cloud's file and Python in another's; nothing of it is evaluated."""
    sizes = {int(size) for size in _SIZE.findall(text)} - {0}
    return (Decimal(sizes.pop()) / MIB_IN_GB).normalize() + 0 if len(sizes) == 1 else None


def _offers(machine: _Machine, rows: list[_Priced], seller: str, source: Source) -> Iterator[Row]:
    """The listings of a machine in a region, and which of its rows say nothing new."""
    told: set[int] = set()
    for mode in _MODES:
        stated = [(row.prices[mode], row) for row in rows if mode in row.prices]
        one_price = len({amount for amount, _ in stated}) == 1
        seen: set[tuple[Decimal, str]] = set()
        for amount, row in stated:
            place = machine.region if one_price or not row.zone else row.zone
            if (amount, place) not in seen:
                seen.add((amount, place))
                told.add(row.line)
                yield _listing(machine, row.line, mode, amount, place, seller, source)
    zones: set[str] = set()
    for row in rows:
        if row.line not in told:
            yield Skipped(row.line, "same-in-zone" if row.zone and row.zone not in zones else "twice", machine.name)
        zones.add(row.zone)


def _listing(
    machine: _Machine, line: int, mode: Mode, value: Decimal, region: str, seller: str, source: Source
) -> Listing:
    return Listing(
        line=line,
        value=value,
        currency=source.currency or CURRENCY,
        unit=PricingUnit.NODE_HOUR,
        provider=seller,
        name=machine.name,
        gpu=machine.gpu,
        memory_gb=machine.memory_gb,
        gpus_per_node=machine.gpus,
        mode=mode,
        region=region,
        includes=Includes.ACCELERATOR_ONLY if machine.alone else Includes.ALL_IN,
        observed_on=source.observed_on,
        source=source.source,
    )
