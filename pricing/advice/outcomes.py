"""What advice finds: results that replies show. Amounts are in the currency of the comparison, nothing is rounded."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from pricing.book import Entry
from pricing.catalog import Offer
from pricing.costs import Quote
from pricing.decision import Decision


class Knob(StrEnum):
    """What is varied; its name stands in the word files as `knob.<kind>`."""

    ASSUMPTION = "assumption"
    RENTAL_PRICE = "rental-price"
    OWN_HARDWARE = "own-hardware"
    OWN_RUNNING = "own-running"
    RATE = "rate"
    DURATION = "duration"
    WORK_FACTOR = "work-factor"


class Turn(StrEnum):
    """How the verdict turns; its sentence stands in the word files as `turn.<kind>`."""

    BUY = "buy"  # buying takes less cash for this need
    RENT = "rent"  # renting takes less cash for this need
    RENTAL = "rental"  # another rental is the one to take
    OWN_CHEAPER = "own-cheaper"  # by effective cost
    OWN_DEARER = "own-dearer"  # by effective cost
    CHEAPEST = "cheapest"  # another option has the lowest effective cost
    NOT_SOLD = "not-sold"  # the rental is not sold like that


@dataclass(frozen=True, slots=True)
class Outcome:
    """What comes out at one value of a knob. `rent`, `own`: effective cost of the run, None where there is none.

    `difference`: rent minus own, or the one of them there is; None where it cannot be priced. `option`: who takes the
    place where an option turns.
    """

    value: Decimal
    rent: Decimal | None
    own: Decimal | None
    difference: Decimal | None
    turn: Turn | None = None
    option: Quote | None = None


@dataclass(frozen=True, slots=True)
class Variation:
    """One knob turned down and up. `subject`: the assumption or pair of currencies. `entry`: the row it comes from.

    `swing`: from the least to the largest difference among now, down and up.
    """

    knob: Knob
    subject: str
    now: Decimal
    low: Outcome
    high: Outcome
    swing: Decimal
    entry: Entry | None = None


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """What a verdict rests on, what matters most first. `base`: as priced. `decision`: the verdict that may turn."""

    decision: Decision
    base: Outcome
    variations: tuple[Variation, ...]

    @property
    def turning(self) -> tuple[Variation, ...]:
        """Those that turn the verdict, in order."""
        return tuple(one for one in self.variations if one.low.turn or one.high.turn)


class Measure(StrEnum):
    """What two options are held against each other by; the two are never mixed."""

    EFFECTIVE = "effective"
    CASH = "cash"


@dataclass(frozen=True, slots=True)
class Tie:
    """The price at which an option costs the same as another.

    `price`: in the unit and currency of `PriceToTie.now`; None where no price does, not even nothing. `cost`: what
    `against` costs. `repriced`: what the option costs at that price, worked out by the rules of the quote.
    """

    measure: Measure
    against: Quote
    cost: Decimal
    price: Decimal | None
    repriced: Decimal | None


@dataclass(frozen=True, slots=True)
class PriceToTie:
    """An option, its price as it is sold, and where it ties; below the price of a tie it is the cheaper one.

    `now`: a rental's price in `currency` per `unit`; for own hardware the purchase per GPU in the currency of the
    comparison. A tie is None where there is nothing to hold it against.
    """

    option: Quote
    now: Decimal
    currency: str
    unit: str
    effective: Tie | None
    cash: Tie | None


@dataclass(frozen=True, slots=True)
class TermOption:
    """One way to buy of a seller, for the need. `unused`: what is owed beyond the need.

    `term_hours`, `worth_from`: length of the commitment, and the hours of use from which its whole term costs no more
    than the same on demand; None on demand, or where it never does. `otherwise`: priced for the need as it may turn
    out (ends early, or part of it used); None where that was not asked.
    """

    quote: Quote
    unused: Decimal
    term_hours: Decimal | None = None
    term_cost: Decimal | None = None
    worth_from: Decimal | None = None
    otherwise: Decimal | None = None


@dataclass(frozen=True, slots=True)
class TermChoice:
    """What one seller has of one machine: on demand and its terms, the shortest first. `best`: the cheapest for the
    need; `best_otherwise`: for the need as it may turn out. `by_length`: lengths in months, and the cheapest for each.
    """

    options: tuple[TermOption, ...]
    best: TermOption
    best_otherwise: TermOption | None
    per_hour: Decimal | None
    by_length: tuple[tuple[Decimal, Offer], ...]


@dataclass(frozen=True, slots=True)
class NeedLevel:
    """So many GPUs are needed for so many hours in all."""

    gpus: int
    hours: Decimal


@dataclass(frozen=True, slots=True)
class BlendPart:
    """GPUs under one way; for the rest the most at once. `nodes`: as they are sold. `gpu_hours`: what they serve."""

    option: Quote
    gpus: int
    nodes: int
    gpu_hours: Decimal
    effective: Decimal
    cash: Decimal


@dataclass(frozen=True, slots=True)
class Blend:
    """A need served in two parts, each priced as a need of its own; a part that holds nothing is None."""

    base: BlendPart | None
    rest: BlendPart | None

    @property
    def effective(self) -> Decimal:
        """Sum of both parts."""
        return sum((part.effective for part in (self.base, self.rest) if part), Decimal(0))

    @property
    def cash(self) -> Decimal:
        """Sum of both parts."""
        return sum((part.cash for part in (self.base, self.rest) if part), Decimal(0))


@dataclass(frozen=True, slots=True)
class Blends:
    """Splits of one need: as asked (None where no number was said), the cheapest by effective cost and by cash, and
    each way alone. `spread`: the levels stand for a range that is taken to be spread evenly."""

    levels: tuple[NeedLevel, ...]
    asked: Blend | None
    best: Blend
    best_by_cash: Blend
    all_base: Blend
    all_rest: Blend
    spread: bool = False
