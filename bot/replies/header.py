"""The scenario as understood: in one line, and its parts."""

from collections.abc import Iterable

from bot.replies import figures, labels, supposed, supposed_prices, times
from bot.replies.formula import priced_per
from bot.replies.shown import Shown, featured
from bot.replies.words import joined
from pricing.scenario import AskedPrice, Scenario, Selector, SupposedPrice
from pricing.units import RENTAL_UNITS, PricingUnit

GB_PER_TB = 1000


def header(sheet: Shown) -> str:
    """The scenario as understood, in one line."""
    comparison, scenario = sheet.comparison, sheet.comparison.scenario
    if scenario.duration:
        time = times.spelled_out(sheet.language, scenario.duration, comparison.hours, comparison.hours_per_month)
    else:
        time = period(sheet)
    return joined(sheet.language, [fleet(sheet), time, *conditions(sheet)], "join.dots")


def fleet(sheet: Shown) -> str:
    """The GPUs asked for: "1,024 × H100", with their nodes where those were asked for."""
    scenario = sheet.comparison.scenario
    count = figures.number(sheet.language, scenario.gpu_count)
    gpus = sheet.say("header.fleet", count=count, gpu=labels.shortened(scenario.gpu))
    if not scenario.gpus_per_node:
        return gpus
    return sheet.say("header.nodes", fleet=gpus, per_node=figures.number(sheet.language, scenario.gpus_per_node))


def period(sheet: Shown) -> str:
    """How long they are needed, as it was asked."""
    need = sheet.comparison.scenario.duration
    return times.duration(sheet.language, need) if need else sheet.say("header.purchase")


def conditions(sheet: Shown) -> list[str]:
    """What else was asked: filters, start, discount, a price, data."""
    scenario = sheet.comparison.scenario
    found = filters(sheet)
    if scenario.start:
        found.append(sheet.say("header.start", day=scenario.start.isoformat()))
    if scenario.discount:
        found.append(sheet.say("header.discount", share=figures.percent(sheet.language, scenario.discount)))
    if scenario.price:
        found.append(asked_price(sheet, scenario.price))
    found += [supposed_price(sheet, one) for one in scenario.supposed]
    return [*found, *_data(sheet, scenario), *supposed.in_header(sheet.language, scenario.what_if)]


def filters(sheet: Shown) -> list[str]:
    """What leaves offers out: ways and providers, region, commitment."""
    scenario = sheet.comparison.scenario
    found = []
    if scenario.only:
        found.append(sheet.say("header.only", what=selected(sheet, scenario.only)))
    if scenario.without:
        found.append(sheet.say("header.without", what=selected(sheet, scenario.without)))
    if scenario.region:
        found.append(sheet.say("header.region", region=labels.shortened(scenario.region)))
    if scenario.commitment:
        found.append(sheet.say("header.commitment", term=times.duration(sheet.language, scenario.commitment)))
    return found


def asked_price(sheet: Shown, price: AskedPrice) -> str:
    """A price the asker was quoted: "2.50 USD/GPU-hour (yours)"."""
    bought = PricingUnit.PER_NODE if price.per_node else PricingUnit.PER_GPU
    unit = bought if price.per is None else RENTAL_UNITS.get((price.per_node, price.per), price.per)
    return sheet.say("context.yours", text=priced_per(sheet.language, price.amount, price.currency, unit.value))


def supposed_price(sheet: Shown, one: SupposedPrice) -> str:
    """A price that is supposed: "AWS 30% off list (supposed)"."""
    parts = [_provider(sheet, one.provider)] if one.provider else []
    parts += [sheet.say(f"kind.{kind}") for kind in one.kinds]
    parts += [labels.shortened(one.gpu)] if one.gpu else []
    parts += [sheet.say(f"mode.{mode}") for mode in one.modes]
    return supposed_prices.header(
        sheet.language, " ".join(parts), one, supposed_prices.currency_of(sheet.quotes, sheet.comparison, one)
    )


def _data(sheet: Shown, scenario: Scenario) -> list[str]:
    found = []
    for key, quantity in (("egress", scenario.egress_gb), ("storage", scenario.storage_gb)):
        if quantity is not None:
            shown = figures.number(sheet.language, quantity / GB_PER_TB, 3, trim=True)
            found.append(sheet.say(f"header.{key}", quantity=shown))
    if scenario.requests is not None:
        found.append(sheet.say("header.requests", quantity=figures.number(sheet.language, scenario.requests)))
    return found


def selected(sheet: Shown, selectors: Iterable[Selector]) -> str:
    """Filters in words: "AWS, spot"."""
    return joined(sheet.language, list(dict.fromkeys(_selector(sheet, selector) for selector in selectors)))


def _selector(sheet: Shown, selector: Selector) -> str:
    """ "AWS", "spot", "hyperscalers": each part that is set, in words."""
    parts = []
    if selector.provider:
        parts.append(_provider(sheet, selector.provider))
    if selector.kind:
        parts.append(sheet.say(f"kind.{selector.kind}"))
    if selector.mode:
        parts.append(sheet.say(f"mode.{selector.mode}"))
    return " ".join(parts) or sheet.say("kind.all")


def _provider(sheet: Shown, provider_id: str) -> str:
    """The provider's name where it is in the results, else its id."""
    comparison = sheet.comparison
    providers = (*(quote.provider for quote in featured(comparison)), *(gap.provider for gap in comparison.gaps))
    provider = next((known for known in providers if known.id == provider_id), None)
    return labels.provider_name(sheet.language, provider) if provider else labels.shortened(provider_id)
