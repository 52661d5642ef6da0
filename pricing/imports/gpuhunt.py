"""gpuhunt's CSV (dstack), catalogues v1 and v2: prices of an instance for an hour, one line for each price.

https://github.com/dstackai/gpuhunt. v1 has neither `flags` nor `provider_data`. `gpu_memory` is of one GPU by the
documentation, of all of them in some files: it is given as it stands.
"""

from collections.abc import Iterator

from pricing.catalog import Mode
from pricing.imports.decoding import text_of
from pricing.imports.foreign import Unreadable, count, is_table_with, memory, price, seller_of, tidy
from pricing.imports.source import Source
from pricing.imports.tables import header_of, rows_of
from pricing.listings import Listing, Refusal, Row, Skipped
from pricing.units import PricingUnit

FORMAT = "gpuhunt"
CURRENCY = "USD"
_COLUMNS = {"instance_name", "location", "price", "gpu_count", "gpu_name", "gpu_memory", "spot"}
_SPOT = {"true": Mode.SPOT, "1": Mode.SPOT, "false": Mode.ON_DEMAND, "0": Mode.ON_DEMAND, "": Mode.ON_DEMAND}
_PLANS = {"gcp-dws-calendar-mode": "DWS calendar", "gcp-dws-flex-start": "DWS flex start"}


def recognises(source: Source) -> bool:
    """Whether the header is gpuhunt's."""
    return is_table_with(source, _COLUMNS)


def read(source: Source) -> Iterator[Row]:
    """A row for each line.

    Refusals: those of `rows_of`, `not-a-number`, `negative`, `count`, `no-price`, `spot`. Skipped: `no-gpu`.

    Raises:
        FileRefused: `which-provider` where no column tells either, and those of `text_of` and `rows_of`.
    """
    text = text_of(source.data)
    seller = "" if "provider" in header_of(text) else seller_of(source)
    for found in rows_of(text):
        if isinstance(found, Refusal):
            yield found
            continue
        line, cells = found
        try:
            yield _row(line, cells, seller, source)
        except Unreadable as fault:
            yield fault.at(line)


def _row(line: int, cells: dict[str, str], seller: str, source: Source) -> Row:
    gpus, name = count(cells["gpu_count"], "gpu_count"), tidy(cells["instance_name"])
    if not gpus:
        return Skipped(line, "no-gpu", name)
    value = price(cells["price"], "price")
    if value is None:
        return Refusal(line, "no-price", {"text": name})
    mode = _SPOT.get(cells["spot"].strip().casefold())
    if mode is None:
        return Refusal(line, "spot", {"text": tidy(cells["spot"])})
    flags = tidy(cells.get("flags", ""))
    return Listing(
        line=line,
        value=value,
        currency=source.currency or CURRENCY,
        unit=PricingUnit.NODE_HOUR,
        provider=seller or tidy(cells["provider"]),
        name=name or f"{gpus}x {tidy(cells['gpu_name'])}",
        gpu=tidy(cells["gpu_name"]),
        memory_gb=memory(cells["gpu_memory"]),
        gpus_per_node=gpus,
        mode=mode,
        plan=next((plan for flag, plan in _PLANS.items() if flag in flags.split()), ""),
        region=tidy(cells["location"]),
        observed_on=source.observed_on,
        source=source.source,
        stated_term=flags,
    )
