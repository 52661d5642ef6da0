"""Which quotes stand in the table: at most eight, the best of each way to procure and kind of provider first."""

from collections.abc import Callable

from pricing.catalog import Mode, ProviderKind
from pricing.costs import Quote

MAX_ROWS = 8

Test = Callable[[Quote], bool]


def _shelf(kind: ProviderKind, mode: Mode) -> Test:
    return lambda q: q.provider.kind is kind and q.offer.mode is mode and not q.is_substitute


def _substitute(kind: ProviderKind) -> Test:
    return lambda q: q.provider.kind is kind and q.is_substitute


SHELVES: tuple[Test, ...] = (
    lambda q: q.provider.kind is ProviderKind.OWN and not q.is_substitute,
    _shelf(ProviderKind.HYPERSCALER, Mode.ON_DEMAND),
    _shelf(ProviderKind.SPECIALISED, Mode.ON_DEMAND),
    _substitute(ProviderKind.SPECIALISED),
    _substitute(ProviderKind.HYPERSCALER),
    _shelf(ProviderKind.HYPERSCALER, Mode.COMMITTED),
    _shelf(ProviderKind.SPECIALISED, Mode.COMMITTED),
    lambda q: q.offer.mode is Mode.SPOT and not q.is_substitute,
    _shelf(ProviderKind.MARKETPLACE, Mode.ON_DEMAND),
    lambda q: q.provider.kind is ProviderKind.OWN,
)


def featured(quotes: list[Quote]) -> tuple[int, ...]:
    """Indexes into `quotes` (which are in order of cost) of the rows to show, in the same order.

    Buying, a hyperscaler and a specialised cloud always stand side by side where there are any; rows left over go to
    the cheapest of the rest, another provider before another offer of one that is there.
    """
    chosen: list[int] = []
    for test in SHELVES:
        best = next((i for i, q in enumerate(quotes) if i not in chosen and test(q)), None)
        if best is not None and len(chosen) < MAX_ROWS:
            chosen.append(best)
    seen = {(quotes[i].provider.id, quotes[i].offer.mode) for i in chosen}
    rest = [i for i in range(len(quotes)) if i not in chosen]
    rest.sort(key=lambda i: ((quotes[i].provider.id, quotes[i].offer.mode) in seen, i))
    return tuple(sorted(chosen + rest[: MAX_ROWS - len(chosen)]))
