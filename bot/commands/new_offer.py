"""The terms of an offer that is new, from the options of a command."""

from collections.abc import Iterable
from decimal import Decimal
from enum import StrEnum
from typing import Any

import click

from bot.administration.form import NotWanted, Problem
from bot.administration.ids import offer_id
from bot.commands.clerk import Clerk
from pricing.base import changed
from pricing.catalog import Includes, Mode, Offer, PriceKind, Tax
from pricing.imports.names import Names
from pricing.imports.numbers import NotANumber, number


def _choice(names: type[StrEnum]) -> click.Choice[str]:
    return click.Choice([one.value for one in names])


offer_options = (
    click.option("--provider", required=True, help="The seller, by id, name or alias."),
    click.option("--name", default="", help="What the seller calls it, such as p5.48xlarge."),
    click.option("--gpu", required=True, help="The GPU, by id or alias."),
    click.option("--mode", type=_choice(Mode), default=Mode.ON_DEMAND.value, show_default=True),
    click.option("--gpus-per-node", type=click.IntRange(1, 1000), default=1, show_default=True),
    click.option("--term-months", default="", help="The commitment, in months."),
    click.option("--region", default=""),
    click.option("--plan", default="", help="What the seller calls this way of selling."),
    click.option("--form", default="", help="Such as SXM or PCIe."),
    click.option("--memory-gb", default="", help="Of one GPU."),
    click.option("--price-kind", type=_choice(PriceKind), default=PriceKind.LIST.value, show_default=True),
    click.option("--includes", type=_choice(Includes), default=Includes.ALL_IN.value, show_default=True),
    click.option("--tax", type=_choice(Tax), default=Tax.UNKNOWN.value, show_default=True),
    click.option("--note", default=""),
)


def offer_wanted(clerk: Clerk, said: dict[str, Any]) -> Offer:
    """The offer with its id. Raises NotWanted for a seller or GPU the book does not know, and for no number."""
    book = clerk.office.book()
    names = Names(book.gpus, book.providers)
    problems: dict[str, Problem] = {}
    provider = names.provider(said["provider"])
    if provider is None:
        problems["provider"] = _unknown("unknown-provider", said["provider"], names.close_providers(said["provider"]))
    gpu = said["gpu"] if said["gpu"] in book.gpus else names.gpu(said["gpu"], form=said["form"])
    if gpu is None:
        problems["gpu"] = _unknown("unknown-gpu", said["gpu"], names.close(said["gpu"]))
    sizes = {name: _number(name, said[name], problems) for name in ("term_months", "memory_gb")}
    if said["mode"] == Mode.COMMITTED and not said["term_months"]:
        problems["term_months"] = Problem("missing", {})
    if problems:
        raise NotWanted(problems)
    texts = {name: said[name].strip() for name in ("region", "plan", "form", "note")}
    fields = {name: said[name] for name in ("mode", "gpus_per_node", "price_kind", "includes", "tax")}
    name = said["name"].strip() or gpu
    offer = Offer.model_validate(
        {"id": "-", "provider": provider, "gpu": gpu, "name": name, **fields, **texts, **sizes}
    )
    return changed(offer, id=offer_id(offer))


def _unknown(reason: str, text: str, close: Iterable[str]) -> Problem:
    return Problem(reason, {"text": text, "close": ", ".join(close)})


def _number(name: str, text: str, problems: dict[str, Problem]) -> Decimal | None:
    if not text.strip():
        return None
    try:
        value = number(text)
    except NotANumber as error:
        problems[name] = Problem(error.reason, error.values)
        return None
    if value <= 0:
        problems[name] = Problem("not-positive", {"text": text})
    return value
