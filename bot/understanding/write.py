"""Writes a request as a short question that reads back as the same request."""

from collections.abc import Callable, Iterable
from decimal import Decimal

from bot.understanding.lexicon import written_supposed
from bot.understanding.lexicon.written import LANGUAGES
from bot.understanding.request import Amount, Count, Intent, Period, Request, Supposed, UnitPrice, Way
from bot.understanding.vocabulary import Vocabulary
from pricing.units import TimeUnit

_LARGE = ((Decimal(10) ** 12, "T"), (Decimal(10) ** 9, "B"), (Decimal(10) ** 6, "M"))


_ITEMS: dict[str, dict[str, str]] = {"en": {}, "zh": {"egress": "出网", "storage": "存储"}}


def written(request: Request, language: str, vocabulary: Vocabulary) -> str:
    """The request as a question in English ("en") or Chinese ("zh"): "1,024 H100, for 6 weeks"; "1,024 张 H100，6 周".

    Reading it again gives the same request. A request that asks nothing gives an empty text.
    """
    if request.intent is Intent.HELP:
        return "help" if language == "en" else "帮助"
    return _Writer(request, language, vocabulary).text()


class _Writer:
    def __init__(self, request: Request, language: str, vocabulary: Vocabulary) -> None:
        self.request, self.language = request, language
        self.words = LANGUAGES[language]
        self.providers = {provider.id: provider.names.get(language, provider.id) for provider in vocabulary.providers}

    def text(self) -> str:
        request = self.request
        body = self.words.comma.join(piece for piece in (self._head(), *self._pieces(), self._left_out()) if piece)
        form = self.words.intents.get(request.intent, "{}")
        if request.intent is Intent.BUDGET and request.budget is not None:
            form = "{}"
        return form.format(body).strip()

    def _head(self) -> str:
        """How many of what."""
        request, words = self.request, self.words
        gpu = request.instance or words.other.join(request.gpus)
        each, nodes = request.gpus_per_node, request.nodes
        if nodes is not None and request.instance:
            return words.nodes.format(count=f"{nodes:,}", gpu=gpu)
        if nodes is not None and each and request.gpus:
            return words.nodes_of.format(count=f"{nodes:,}", each=each, gpu=gpu)
        if nodes is not None:
            return words.nodes_of_unsaid.format(count=f"{nodes:,}", gpu=gpu).strip()
        if request.gpu_count is not None:
            return words.cards.format(
                count=_range(request.gpu_count), gpu=gpu or ("GPU" if self.language == "en" else "卡")
            )
        if request.gpu_hours is not None:
            return words.gpu_hours.format(count=_plain(request.gpu_hours), gpu=gpu).removesuffix(" of ").strip()
        if each and request.gpus and not request.instance:
            return words.shape.format(each=each, gpu=gpu)
        return gpu

    def _pieces(self) -> Iterable[str]:
        request, forms = self.request, self.words.forms
        for name, write in self._writers().items():
            value = getattr(request, name)
            if value is not None and value != ():
                yield forms[name].format(write(value))
        if request.egress_tb is not None:
            form = forms["egress_rate"] if request.egress_per else forms["egress_tb"]
            yield form.format(_plain(request.egress_tb), self._unit(request.egress_per) if request.egress_per else "")
        if request.unit_price is not None:
            yield self._unit_price(request.unit_price)
        yield from written_supposed.written(request.what_if, self.language)
        yield from (self._supposed(one) for one in request.supposed)

    def _writers(self) -> dict[str, Callable[..., str]]:
        """Fields in the order they are written, and how."""
        return {
            "model_params": _large,
            "active_params": _large,
            "tokens": _large,
            "corpus_tb": _plain,
            "bytes_per_token": _plain,
            "duration": self._period,
            "budget": _money,
            "ways": self._ways,
            "providers": self._providers,
            "commit": self._period,
            "region": str,
            "start_date": str,
            "utilisation": _percent,
            "mfu": _percent,
            "discount": _percent,
            "storage_tb": _plain,
            "tco_years": _plain,
            "hours_per_month": _plain,
            "power_price": _money,
            "item": self._item,
            "per": self._unit,
            "currency": str,
        }

    def _unit(self, unit: str) -> str:
        one = self.words.units[TimeUnit(unit)][0]
        return one.removeprefix("个") if unit == "month" and self.language == "zh" else one

    def _item(self, item: str) -> str:
        return _ITEMS[self.language].get(item, item)

    def _period(self, period: Period) -> str:
        one, several = self.words.units[period.unit]
        if period.low == period.high:
            return f"{_plain(period.low)} {one if period.low == 1 else several}"
        return f"{_plain(period.low)}-{_plain(period.high)} {several}"

    def _ways(self, ways: tuple[Way, ...]) -> str:
        return self.words.pair.join(self.words.ways[way] for way in ways)

    def _providers(self, providers: tuple[str, ...]) -> str:
        return self.words.pair.join(self.providers[provider] for provider in providers)

    def _left_out(self) -> str:
        """What is not wanted stands last: a "without" reaches as far as the list goes."""
        request = self.request
        names = [self.words.ways[way] for way in request.exclude_ways]
        names += [self.providers[provider] for provider in request.exclude_providers]
        return self.words.forms["without"].format(self.words.pair.join(names)) if names else ""

    def _supposed(self, one: Supposed) -> str:
        """assume AWS spot 10% dearer; 假设 AWS 竞价 贵 10%."""
        who = [self.providers.get(one.provider, "")] if one.provider else []
        who += [one.gpu] if one.gpu else []
        who += [self.words.ways[way] for way in one.ways]
        name, said = "supposed_off", one.discount or Decimal(0)
        if one.factor is not None:
            name, said = "supposed_dearer" if one.factor > 1 else "supposed_cheaper", abs(one.factor - 1)
        text = self._unit_price(one.price).strip() if one.price else self.words.forms[name].format(_percent(said))
        return self.words.forms["supposed"].format(" ".join(who), text)

    def _unit_price(self, price: UnitPrice) -> str:
        each = self.words.each_node
        thing = each[price.unit] + (each[price.per] if price.per else "")
        return self.words.forms["unit_price"].format(_money(price), thing)


def _range(count: Count) -> str:
    return f"{count.low:,}" if count.low == count.high else f"{count.low:,}-{count.high:,}"


def _plain(number: Decimal) -> str:
    """The number with no exponent and no zeros behind."""
    text = f"{number:,f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _percent(share: Decimal) -> str:
    return f"{_plain(share * 100)}%"


def _money(amount: Amount | UnitPrice) -> str:
    return f"{_plain(amount.amount)} {amount.currency}".strip()


def _large(number: Decimal) -> str:
    """70B, 1.5T: the largest letter that keeps it short, exactly."""
    for size, letter in _LARGE:
        if number >= size and letter != "M":
            return f"{_plain(number / size)}{letter}"
    return _plain(number)
