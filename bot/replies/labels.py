"""Names of options and their shape, short enough for a table cell and never the same for two rows."""

from collections.abc import Mapping, Sequence

from bot.replies import figures, times
from bot.replies.words import say
from pricing.catalog import Mode, Offer, Provider
from pricing.costs import Quote
from pricing.flags import FlagKind
from pricing.units import TimeUnit

LONGEST = 48
OTHER_GPU, OLD, CLAIMED, SUPPOSED, REMARK = "≠", "⚠", "†", "※", "‡"
LONG_STEPS = {TimeUnit.DAY, TimeUnit.WEEK, TimeUnit.MONTH, TimeUnit.QUARTER, TimeUnit.YEAR}

MARKS: Mapping[FlagKind, str] = {
    FlagKind.SUBSTITUTE: OTHER_GPU,
    FlagKind.FACTOR_UNKNOWN: OTHER_GPU,
    FlagKind.STALE: OLD,
    FlagKind.AGE_UNKNOWN: OLD,
    FlagKind.CLAIM: CLAIMED,
    FlagKind.ESTIMATE: CLAIMED,
    FlagKind.FROM_PRICE: CLAIMED,
    FlagKind.SUPPOSED: SUPPOSED,
}
UNMARKED = {FlagKind.FEE_UNKNOWN, FlagKind.ALLOWANCE}  # said below the table; a mark on nearly every row says nothing


def shortened(text: str, longest: int = LONGEST) -> str:
    """The text in one line, cut with an ellipsis where it is longer."""
    line = " ".join(text.split())
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


def provider_name(language: str, provider: Provider) -> str:
    """The provider's name in this language, else in English, else its id."""
    return shortened(provider.names.get(language) or provider.names.get("en") or provider.id)


def mode_name(language: str, offer: Offer) -> str:
    """How an offer is procured: "on demand", "by the month", "committed 3 years", "spot", or the seller's own plan."""
    if offer.plan:
        return shortened(offer.plan)
    if offer.mode is Mode.COMMITTED and offer.term_months:
        return say(language, "mode.committed-term", term=times.life(language, offer.term_months))
    if offer.mode is Mode.ON_DEMAND and offer.increment and offer.increment.unit in LONG_STEPS:
        return say(language, f"mode.by-{offer.increment.unit}")
    return say(language, f"mode.{offer.mode}")


def short_name(language: str, quote: Quote, with_use: bool = True) -> str:
    """Provider and way to procure; own hardware with the utilisation assumed, another GPU than asked for by name."""
    provider = provider_name(language, quote.provider)
    if quote.own and not with_use:
        name = provider
    elif quote.own:
        name = say(language, "option.own", provider=provider, use=figures.percent(language, quote.own.utilisation))
    else:
        name = say(language, "option.rental", provider=provider, mode=mode_name(language, quote.offer))
    if not quote.is_substitute:
        return name
    return say(language, "option.other-gpu", name=name, gpu=shortened(quote.offer.gpu))


def full_name(language: str, quote: Quote) -> str:
    """Like `short_name`, with what the seller calls the offer."""
    return f"{short_name(language, quote)} ({shortened(quote.offer.name or quote.offer.id)})"


def names(language: str, quotes: Sequence[Quote], with_use: bool = True) -> dict[str, str]:
    """Offer id -> name; rows that would read the same get the seller's name of the offer, its region, or its id."""
    groups: dict[str, list[Quote]] = {}
    for quote in quotes:
        groups.setdefault(short_name(language, quote, with_use), []).append(quote)
    found: dict[str, str] = {}
    for base, group in groups.items():
        found.update(zip((q.offer.id for q in group), _distinct(base, group), strict=True))
    return found


def _distinct(base: str, group: list[Quote]) -> list[str]:
    if len(group) == 1:
        return [base]
    offers = [quote.offer for quote in group]
    by_name = [shortened(offer.name) for offer in offers]
    by_place = [", ".join(filter(None, (shortened(offer.name), offer.region))) for offer in offers]
    for details in (by_name, by_place):
        if all(details) and len(set(details)) == len(details):
            return [f"{base} ({detail})" for detail in details]
    return [f"{base} ({offer.id})" for offer in offers]


def setup(language: str, quote: Quote) -> str:
    """Nodes and GPUs in each, "128 × 8 H100"."""
    offer = quote.offer
    key = "option.setup" if offer.gpus_per_node > 1 else "option.setup-single"
    return say(
        language,
        key,
        nodes=figures.number(language, quote.nodes),
        per_node=figures.number(language, offer.gpus_per_node),
        gpu=shortened(offer.gpu),
    )


def marks(quote: Quote) -> str:
    """The marks of a row beside its name, each once; they are explained below the table."""
    found = {MARKS.get(flag.kind, REMARK) for flag in quote.flags if flag.kind not in UNMARKED}
    if quote.is_substitute:
        found.add(OTHER_GPU)
    return "".join(mark for mark in (OTHER_GPU, OLD, CLAIMED, SUPPOSED, REMARK) if mark in found)
