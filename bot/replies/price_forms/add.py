"""The window for something to rent that is new in the book, with its first price."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from bot.administration.form import Wanted
from bot.replies.price_forms import fields
from bot.replies.price_forms.change import amount, dated
from bot.replies.price_forms.state import Form, WindowState
from bot.replies.slack_blocks import Block
from bot.replies.words import name_of, say
from pricing.book import EntryKind
from pricing.catalog import Includes, Mode, PriceKind, Tax

RENTED = (Mode.ON_DEMAND, Mode.COMMITTED, Mode.SPOT)


@dataclass(frozen=True, slots=True)
class Choices:
    """What there is to choose from: seller ids with their names, GPUs, the most usual first."""

    providers: Mapping[str, str]
    gpus: Sequence[str]


def add_view(state: WindowState, choices: Choices, today: date, problems: Sequence[str] = ()) -> Block:
    """The window with empty fields, or as they were sent (`state.wanted`). More sellers and GPUs than can be chosen
    from are typed."""
    language, said = state.origin.language, state.wanted or Wanted()
    offer = said.offer
    asked = [
        fields.field(language, "provider", _choice(list(choices.providers.items()), offer.provider if offer else "")),
        fields.field(language, "gpu", _choice([(gpu, gpu) for gpu in choices.gpus], offer.gpu if offer else "")),
        fields.field(language, "name", fields.text(offer.name if offer else "")),
        fields.field(language, "mode", fields.choice(_modes(language), offer.mode if offer else Mode.ON_DEMAND)),
        fields.field(language, "gpus_per_node", fields.text(str(offer.gpus_per_node) if offer else "8", 6)),
        fields.field(language, "term", fields.text(_text(offer and offer.term_months), 6), optional=True),
        fields.field(language, "region", fields.text(offer.region if offer else ""), optional=True),
        fields.field(language, "kind", fields.choice(_kinds(language), offer.price_kind if offer else PriceKind.LIST)),
        fields.field(
            language, "includes", fields.choice(_includes(language), offer.includes if offer else Includes.ALL_IN)
        ),
        fields.field(language, "tax", fields.choice(_taxes(language), offer.tax if offer else Tax.UNKNOWN)),
        *amount(language, EntryKind.PRICE, said),
        *dated(language, EntryKind.PRICE, said, today),
    ]
    packed = state.model_copy(update={"wanted": None}).packed()
    blocks = [*fields.lines(problems), *asked]
    return fields.window(language, Form.ADD.view_id, "price-form.title-add", blocks, packed, "price-form.check")


def _choice(options: Sequence[tuple[str, str]], chosen: str) -> Block:
    if 0 < len(options) <= fields.MOST_OPTIONS:
        return fields.choice(options, chosen)
    return fields.text(chosen)


def _modes(language: str) -> list[tuple[str, str]]:
    return [(mode, name_of(language, "mode", mode)) for mode in RENTED]


def _kinds(language: str) -> list[tuple[str, str]]:
    return [(kind, say(language, f"price-form.kind-{kind}")) for kind in PriceKind]


def _includes(language: str) -> list[tuple[str, str]]:
    return [(one, say(language, f"prices.includes-{one}")) for one in Includes]


def _taxes(language: str) -> list[tuple[str, str]]:
    return [(tax, say(language, f"prices.tax-{tax}")) for tax in Tax]


def _text(value: object) -> str:
    return "" if value is None else str(value)
