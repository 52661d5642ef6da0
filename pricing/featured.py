"""Which offers stand in the table: at most eight, the best of each way to procure and kind of provider first."""

from collections.abc import Callable
from decimal import Decimal

from pricing.asked_price import PROVIDER
from pricing.catalog import Mode, ProviderKind
from pricing.quoting import Ranked

MAX_ROWS = 8
MAX_SUPPOSED = 4

Test = Callable[[Ranked], bool]


def _shelf(kind: ProviderKind, mode: Mode) -> Test:
    return lambda one: one.provider.kind is kind and one.offer.mode is mode and not one.is_substitute


SHELVES: tuple[Test, ...] = (
    _shelf(ProviderKind.HYPERSCALER, Mode.ON_DEMAND),
    _shelf(ProviderKind.SPECIALISED, Mode.ON_DEMAND),
    _shelf(ProviderKind.HYPERSCALER, Mode.COMMITTED),
    _shelf(ProviderKind.SPECIALISED, Mode.COMMITTED),
    lambda one: one.offer.mode is Mode.SPOT and not one.is_substitute,
    _shelf(ProviderKind.MARKETPLACE, Mode.ON_DEMAND),
)
SUBSTITUTES = (ProviderKind.SPECIALISED, ProviderKind.HYPERSCALER)


def featured(ranked: list[Ranked], gpus: int) -> tuple[int, ...]:
    """Indexes into `ranked` (which is in order of cost) of the rows to show, in the same order.

    Buying, a hyperscaler and a specialised cloud always stand side by side where there are any, and the rental that
    takes the least cash; rows left over go to the cheapest of the rest, another provider before another offer of one
    that is there.
    """
    wanted = [
        _quoted(ranked),
        best_own(ranked),
        _first(ranked, SHELVES[0]),
        _first(ranked, SHELVES[1]),
        _least_cash(ranked),
        *_supposed(ranked),
    ]
    wanted += [_best_substitute(ranked, kind, gpus) for kind in SUBSTITUTES]
    wanted += [_first(ranked, test) for test in SHELVES[2:]]
    chosen = list(dict.fromkeys(place for place in wanted if place is not None))[:MAX_ROWS]
    seen = {(ranked[i].provider.id, ranked[i].offer.mode) for i in chosen}
    rest = [i for i in range(len(ranked)) if i not in chosen]
    rest.sort(key=lambda i: ((ranked[i].provider.id, ranked[i].offer.mode) in seen, i))
    return tuple(sorted(chosen + rest[: MAX_ROWS - len(chosen)]))


def best_own(ranked: list[Ranked]) -> int | None:
    """The own hardware to compare with: of the GPU asked for, with the most recent prices, then the cheapest.

    A purchase is the largest sum of all, and hardware prices move fast: an old sheet is not what would be paid.
    """
    places = [i for i, one in enumerate(ranked) if one.offer.mode is Mode.OWNED]
    return min(places, key=lambda i: (ranked[i].is_substitute, _age_rank(ranked[i]), i), default=None)


def _age_rank(one: Ranked) -> int:
    """Smaller is more recent; a price of unknown age is older than any."""
    return -one.seen.toordinal() if one.seen else 0


def _quoted(ranked: list[Ranked]) -> int | None:
    """What the asker was quoted, which is what they want to see beside the rest."""
    return _first(ranked, lambda one: one.provider is PROVIDER)


def _supposed(ranked: list[Ranked]) -> list[int]:
    """The cheapest row of each supposed price: what came of it is what they want to see."""
    found: dict[object, int] = {}
    for i, one in enumerate(ranked):
        for flag in one.flags:
            found.setdefault(flag.values[0], i)
    return list(found.values())[:MAX_SUPPOSED]


def _first(ranked: list[Ranked], test: Test) -> int | None:
    """The cheapest on a shelf; a lower bound (GPU alone, "from" price) or one too small only where no
    other is there."""
    places = [i for i, one in enumerate(ranked) if test(one)]
    return min(places, key=lambda i: (not ranked[i].is_firm, i), default=None)


def _least_cash(ranked: list[Ranked]) -> int | None:
    """The rental of the GPU asked for, not spot, that is billed least."""
    firm = [
        i
        for i, one in enumerate(ranked)
        if one.offer.mode in (Mode.ON_DEMAND, Mode.COMMITTED) and not one.is_substitute
    ]
    return min(firm, key=lambda i: (not ranked[i].is_firm, ranked[i].billed, i), default=None)


def _best_substitute(ranked: list[Ranked], kind: ProviderKind, gpus: int) -> int | None:
    """The substitute of a kind of provider: a firm price, in nodes where more than one GPU is needed (a single card
    does not say how many stand in one machine), the most recent, then the one that costs least for equal work; never
    by its raw price."""
    places = [
        i
        for i, one in enumerate(ranked)
        if one.is_substitute and one.provider.kind is kind and one.offer.mode is not Mode.OWNED
    ]

    def order(i: int) -> tuple[bool, bool, int, Decimal, int]:
        one = ranked[i]
        weak = not one.is_firm or one.offer.mode is Mode.SPOT
        single = one.offer.gpus_per_node == 1 and gpus > 1
        return (weak, single, _age_rank(one), one.equal_work or Decimal("Infinity"), i)

    return min(places, key=order, default=None)
