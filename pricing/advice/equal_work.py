"""The same work on other GPUs: how many of them it takes, what an hour costs per GPU and per PFLOP/s, and the cheapest.

The same length of run and the same part of the peak reached (MFU) are taken for all; a measured speed-up is another.
"""

from collections.abc import Iterable
from decimal import ROUND_CEILING, Decimal

from pricing.advice.performance import Equivalent, Measure, factor, performance
from pricing.book import Book
from pricing.catalog import Gpu, Mode
from pricing.costs import Quote
from pricing.quoting import Quoter, Ranked
from pricing.rules.basis import Basis
from pricing.scenario import MAX_GPUS, Scenario
from pricing.selection import candidates

PER_PETA = Decimal(1000)


def equivalents(scenario: Scenario, book: Book, gpus: Iterable[str], measure: Measure) -> tuple[Equivalent, ...]:
    """These GPUs for the work of the scenario, each with its cheapest rental; those without a figure are left out.

    Raises NoAssumption, KeyError for a GPU that is not in the catalog.
    """
    asked = book.gpus[scenario.gpu]
    found = (_equivalent(asked, book.gpus[name], scenario, book, measure) for name in dict.fromkeys(gpus))
    return tuple(one for one in found if one is not None)


def _equivalent(asked: Gpu, gpu: Gpu, scenario: Scenario, book: Book, measure: Measure) -> Equivalent | None:
    per_one, fact = factor(asked, gpu, measure), performance(gpu, measure)
    if per_one is None or fact is None:
        return None
    gpus = int((scenario.gpu_count * per_one).to_integral_value(ROUND_CEILING))
    if gpus > MAX_GPUS:
        return None
    basis = Basis(scenario.model_copy(update={"gpu": gpu.id, "gpu_count": gpus, "gpus_per_node": None}), book)
    quote = _cheapest(basis)
    rate = None
    if quote is not None:
        rate = quote.per_month / (quote.nodes * quote.offer.gpus_per_node) / basis.hours_per_month
    return Equivalent(gpu, per_one, fact, gpus, quote, rate, rate / fact.value * PER_PETA if rate is not None else None)


def _cheapest(basis: Basis) -> Quote | None:
    """The rental of this very GPU with the least cash outlay; spot, and what one order does not get, only where there
    is nothing else."""
    quoter = Quoter(basis)
    ranked = [
        one
        for candidate in candidates(basis)
        if not candidate.is_substitute and candidate.offer.mode is not Mode.OWNED
        if isinstance(one := quoter.rank(candidate), Ranked)
    ]
    best = min(ranked, key=_order, default=None)
    return quoter.quote(best) if best else None


def _order(one: Ranked) -> tuple[bool, bool, Decimal, str]:
    return (not one.is_firm, one.offer.mode is Mode.SPOT, one.billed, one.offer.id)


def alike(asked: Gpu, book: Book, measure: Measure, most: int = 6) -> tuple[str, ...]:
    """The GPUs to set beside one where none are named: those with a figure that most sellers have, the one asked for
    first."""
    sellers: dict[str, int] = {}
    for gpus in book.gpus_of_providers().values():
        for name in gpus:
            sellers[name] = sellers.get(name, 0) + 1
    known = [name for name in sellers if name != asked.id and performance(book.gpus[name], measure)]
    known.sort(key=lambda name: (-sellers[name], name))
    return (asked.id, *known[: most - 1])
