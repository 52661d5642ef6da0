"""Supposed prices as fields of a request: checked, and put together with those that were supposed before."""

from typing import Any

from bot.understanding.draft import Draft
from bot.understanding.quantities import SIGNS
from bot.understanding.refusals import Refusal, checked_size
from bot.understanding.request import Intent, Supposed, UnitPrice
from bot.understanding.slots.prices import Rate
from bot.understanding.slots.supposed_prices import Said

MOST = 12
"""Supposed prices in one question: more are no question but another price book."""
DEAREST = 1000
"""Times a price from which a change is refused."""


def supposed_in(draft: Draft, intent: Intent) -> dict[str, Any]:
    """The field with the prices a text supposes. Raises Refusal for one that nobody could pay, and for too many."""
    del intent
    return {"supposed": merged((), tuple(_checked(said) for said in draft.said.get("supposed", ())))}


def merged(before: tuple[Supposed, ...], said: tuple[Supposed, ...]) -> tuple[Supposed, ...]:
    """What was supposed before and what is supposed now: a later word for the same seller, model and way replaces the
    earlier one, and one without a way replaces all of that seller and model. Raises Refusal for too many."""
    found = before
    for one in said:
        kept = (old for old in found if not _replaces(one, old))
        found = (*kept, one)
    if len(found) > MOST:
        raise Refusal("price_out_of_range", f"{len(found)} supposed prices")
    return found


def _replaces(one: Supposed, old: Supposed) -> bool:
    same = (one.provider, one.gpu) == (old.provider, old.gpu)
    return same and (not one.ways or one.ways == old.ways)


def _checked(said: Said) -> Supposed:
    change = said.change
    about = {"provider": said.provider, "gpu": said.gpu, "ways": said.ways}
    if change.rate is not None:
        return Supposed(**about, price=_price(change.rate))
    if change.discount is not None:
        if not 0 < change.discount < 1:
            raise Refusal("price_out_of_range", f"{(change.discount * 100).normalize():f}% off")
        return Supposed(**about, discount=change.discount)
    if change.factor is None or not 0 < change.factor <= DEAREST:
        raise Refusal("price_out_of_range", f"x {change.factor:f}" if change.factor is not None else "")
    return Supposed(**about, factor=change.factor)


def _price(rate: Rate) -> UnitPrice:
    """The price; without a currency where none was said."""
    amount = checked_size(rate.cash.amount)
    if amount == 0:
        raise Refusal("price_out_of_range")
    currency = SIGNS.get(rate.cash.currency, rate.cash.currency)
    return UnitPrice(amount=amount, currency=currency, unit=rate.unit, per=rate.per)
