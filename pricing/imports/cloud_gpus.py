"""The Full Stack's table of cloud GPUs: a machine with its price for an hour, for a GPU of it, and spot.

https://fullstackdeeplearning.com/cloud-gpus. `On-demand` and `Spot` are of the whole machine. `Per-GPU` is worked out
from it, so the two must agree. `GPU RAM` is the total in some rows and of one GPU in others.
"""

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal

from pricing.catalog import Mode
from pricing.imports.decoding import text_of
from pricing.imports.foreign import Unreadable, count, is_table_with, memory, price, tidy
from pricing.imports.source import Source
from pricing.imports.tables import rows_of
from pricing.listings import Listing, Refusal, Row, Skipped
from pricing.units import PricingUnit

FORMAT = "cloud-gpus"
CURRENCY = "USD"
CENT = Decimal("0.01")
_COLUMNS = {"Cloud", "GPU Type", "GPUs", "On-demand", "Per-GPU", "Spot"}
_MEMORY = re.compile(r"\(\s*(\d{1,4})\s*GB\s*\)")


def recognises(source: Source) -> bool:
    """Whether the header is that of the table."""
    return is_table_with(source, _COLUMNS)


def read(source: Source) -> Iterator[Row]:
    """A row for each price, and each line that is there again.

    Refusals: those of `rows_of`, `not-a-number`, `negative`, `count`, `no-price`, `no-gpu-count`, `per-gpu-only` (text,
    gpus, value) where nothing shows whether the price is of one GPU, `per-gpu-differs` (text, node, gpus, per_gpu).
    Skipped: `twice`.

    Raises:
        FileRefused: those of `text_of` and `rows_of`.
    """
    seen: set[tuple[str, ...]] = set()
    for found in rows_of(text_of(source.data)):
        if isinstance(found, Refusal):
            yield found
            continue
        line, cells = found
        key = tuple(cells.values())
        if key in seen:
            yield Skipped(line, "twice", _name(cells))
            continue
        seen.add(key)
        try:
            yield from _rows(line, cells, source)
        except Unreadable as fault:
            yield fault.at(line)


def _rows(line: int, cells: Mapping[str, str], source: Source) -> list[Row]:
    gpus = count(cells["GPUs"], "GPUs")
    if not gpus:
        return [Refusal(line, "no-gpu-count", {"text": _name(cells)})]
    prices = {Mode.ON_DEMAND: _of_machine(cells, gpus), Mode.SPOT: price(cells["Spot"], "Spot")}
    rows: list[Row] = [
        _listing(line, cells, gpus, mode, value, source) for mode, value in prices.items() if value is not None
    ]
    return rows or [Refusal(line, "no-price", {"text": _name(cells)})]


def _of_machine(cells: Mapping[str, str], gpus: int) -> Decimal | None:
    """The price of the whole machine for an hour, None where there is none."""
    node, one = price(cells["On-demand"], "On-demand"), price(cells["Per-GPU"], "Per-GPU")
    if one is None:
        return node
    if node is None:
        if gpus > 1:  # prices of machines stand in this column too
            raise Unreadable("per-gpu-only", text=_name(cells), gpus=gpus, value=one)
        return one
    if abs(node - gpus * one) > _step(node) / 2 + gpus * _step(one):  # some rows are cut at the cent, not rounded
        raise Unreadable("per-gpu-differs", text=_name(cells), node=node, gpus=gpus, per_gpu=one)
    return node


def _step(amount: Decimal) -> Decimal:
    """One in the last digit of an amount; "1" and "3.1" are as exact as cents."""
    exponent = amount.as_tuple().exponent
    return min(CENT, Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0))


def _listing(line: int, cells: Mapping[str, str], gpus: int, mode: Mode, value: Decimal, source: Source) -> Listing:
    gpu = tidy(cells["GPU Type"])
    stated = _MEMORY.search(gpu)
    return Listing(
        line=line,
        value=value,
        currency=source.currency or CURRENCY,
        unit=PricingUnit.NODE_HOUR,
        provider=tidy(cells["Cloud"]) or source.provider,
        name=_name(cells),
        gpu=gpu,
        memory_gb=Decimal(stated[1]) if stated else memory(cells.get("GPU RAM")) if gpus == 1 else None,
        gpus_per_node=gpus,
        mode=mode,
        observed_on=source.observed_on,
        source=source.source,
    )


def _name(cells: Mapping[str, str]) -> str:
    """The machine's name, else what it holds: several machines of one seller may have the same GPUs."""
    if name := tidy(cells.get("Name", "")):
        return name
    size = [f"{tidy(cells[column])} {unit}" for column, unit in _SIZES.items() if tidy(cells.get(column, ""))]
    return ", ".join([f"{tidy(cells['GPUs'])}x {tidy(cells['GPU Type'])}", *size])


_SIZES = {"vCPUs": "vCPU", "RAM": "GB"}
