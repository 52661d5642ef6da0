"""What the weekly digest says, before it is put into words, and what of it everybody may read."""

from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from bot.conversation_records import Place
from bot.understanding.request import Request
from pricing.costs import Quote
from pricing.freshness import Aged, Coming, Subject
from pricing.units import PricingUnit


@dataclass(frozen=True, slots=True)
class Pending:
    """A change that waits for approval until `expires`.

    `old`, `new`: the value now and then, None where there is none. `unit`: None where it is the one in force.
    `contract`: whether it is about a contract price, None: as the book says.
    """

    id: str
    actor: str
    subject: str
    old: Decimal | None
    new: Decimal | None
    currency: str
    expires: date
    unit: PricingUnit | None = None
    contract: bool | None = None


@dataclass(frozen=True, slots=True)
class Waiting:
    """A pending change, what it is about, and whether it may be a contract price."""

    pending: Pending
    subject: Subject
    is_contract: bool


@dataclass(frozen=True, slots=True)
class Best:
    """What a verdict takes, and its cash outlay or cost for equal work, in `currency`."""

    quote: Quote
    cost: Decimal
    currency: str


@dataclass(frozen=True, slots=True)
class Turned:
    """A thread whose verdict is another from `day` on: `old` is what it takes today, `new` what it takes then, None
    where nothing decides.

    `gpu`: the one of several it is about, empty where the request names one.
    """

    place: Place
    request: Request
    day: date
    old: Best | None
    new: Best | None
    gpu: str = ""


@dataclass(frozen=True, slots=True)
class Digest:
    """The state of a price book on a day. `stale`: the oldest first. `undated`: prices of which nobody knows the age.

    `left_out`: what is not in it for being, or perhaps being, a contract price.
    """

    day: date
    version: int
    stale: tuple[Aged, ...] = ()
    undated: int = 0
    coming: tuple[Coming, ...] = ()
    pending: tuple[Waiting, ...] = ()
    turned: tuple[Turned, ...] = ()
    left_out: int = 0


def without_contracts(digest: Digest) -> Digest:
    """The digest as a channel may read it. Of an offer that the book does not have nobody knows what it is."""
    changes = tuple(one for one in digest.coming if not one.may_be_contract)
    pending = tuple(one for one in digest.pending if not one.is_contract)
    turned = tuple(one for one in digest.turned if not _takes_contract(one))
    kept, all_ = (changes, pending, turned), (digest.coming, digest.pending, digest.turned)
    left_out = digest.left_out + sum(map(len, all_)) - sum(map(len, kept))
    return replace(digest, coming=changes, pending=pending, turned=turned, left_out=left_out)


def _takes_contract(one: Turned) -> bool:
    return any(best.quote.offer.is_confidential for best in (one.old, one.new) if best)
