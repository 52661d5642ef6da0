"""A request in words: what was understood of it, and the question that would ask it again."""

from dataclasses import dataclass
from decimal import Decimal

from bot.replies import figures, supposed, supposed_prices, times
from bot.replies.plain import cut, one_line
from bot.replies.words import joined, say
from bot.understanding.request import Count, Period, Request
from pricing.units import TimeUnit

LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class _Asked:
    request: Request
    language: str

    def say(self, key: str, **values: object) -> str:
        return say(self.language, f"asked.{key}", **values)

    def number(self, value: Decimal | int) -> str:
        return figures.number(self.language, value, 3, trim=True)

    def period(self, period: Period) -> str:
        unit = TimeUnit(period.unit)
        if period.low == period.high:
            return times.period(self.language, period.high, unit)
        return self.say("range", low=self.number(period.low), high=times.period(self.language, period.high, unit))

    def count(self, count: Count) -> str:
        if count.low == count.high:
            return self.number(count.low)
        return self.say("range", low=self.number(count.low), high=self.number(count.high))


def question(request: Request, language: str, gpu: str = "") -> str:
    """The question that asks for this again, with another GPU where one is given: "1,024 H100 for 6 weeks, only spot".

    What is missing is left out.
    """
    asked = _Asked(request, language)
    parts = [_what(asked, gpu), *_conditions(asked)]
    return joined(language, [part for part in parts if part], "asked.join")


def count(request: Request, language: str) -> str:
    """How many GPUs were asked for, as a number or a range; empty when that was not said."""
    return _Asked(request, language).count(request.gpu_count) if request.gpu_count else ""


def duration(request: Request, language: str) -> str:
    """For how long, in words; empty when that was not said."""
    return _Asked(request, language).period(request.duration) if request.duration else ""


def understood(request: Request, language: str) -> str:
    """What was understood, in the same words; empty when nothing was."""
    return question(request, language)


def _what(asked: _Asked, gpu: str) -> str:
    request = asked.request
    named = [_name(name) for name in request.gpus or (request.instance or "",)]
    name = gpu or joined(asked.language, named, "asked.or")
    fleet = _fleet(asked, name)
    if request.duration:
        period = asked.period(request.duration)
        return asked.say("fleet-for", fleet=fleet, period=period) if fleet else asked.say("for", period=period)
    if request.gpu_hours is not None:
        hours = asked.say("gpu-hours", hours=asked.number(request.gpu_hours))
        return f"{fleet} {hours}".strip()
    return fleet


def _fleet(asked: _Asked, name: str) -> str:
    request = asked.request
    if request.nodes is not None and request.gpus_per_node is not None:
        return asked.say(
            "nodes-of",
            nodes=asked.number(request.nodes),
            per_node=asked.number(request.gpus_per_node),
            gpu=name or asked.say("gpus"),
        )
    if request.nodes is not None:
        return asked.say("nodes", nodes=asked.number(request.nodes), gpu=name or asked.say("gpus"))
    if request.gpu_count is not None:
        return asked.say("count", count=asked.count(request.gpu_count), gpu=name or asked.say("gpus"))
    return name


def _name(name: str) -> str:
    return cut(one_line(name), LONGEST_NAME)


def _conditions(asked: _Asked) -> list[str]:
    return [*_filters(asked), *_terms(asked), *_numbers(asked)]


def _filters(asked: _Asked) -> list[str]:
    request = asked.request
    named = [*(asked.say(f"way-{way}") for way in request.ways), *map(_name, request.providers)]
    left_out = [*(asked.say(f"way-{way}") for way in request.exclude_ways), *map(_name, request.exclude_providers)]
    found = []
    if named:
        found.append(asked.say("only", what=joined(asked.language, named, "asked.and")))
    if left_out:
        found.append(asked.say("without", what=joined(asked.language, left_out, "asked.and")))
    return found


def _terms(asked: _Asked) -> list[str]:
    request = asked.request
    found = []
    if request.commit:
        found.append(asked.say("commit", period=asked.period(request.commit)))
    if request.base_gpus is not None:
        base, rest = (asked.say(f"way-{way}") for way in (request.base_way, request.rest_way))
        found.append(asked.say("blend", count=asked.number(request.base_gpus), base=base, rest=rest))
    if request.always_gpus is not None and request.peak:
        always, peak = asked.number(request.always_gpus), asked.period(request.peak)
        found.append(asked.say("always", count=always, peak=peak))
    if request.ends_after:
        found.append(asked.say("ends-after", period=asked.period(request.ends_after)))
    if request.commit_use is not None:
        found.append(asked.say("commit-use", share=figures.percent(asked.language, request.commit_use)))
    if request.region:
        found.append(asked.say("region", region=_name(request.region)))
    if request.start_date:
        found.append(asked.say("start", day=request.start_date.isoformat()))
    if request.work_basis:
        measure = say(asked.language, f"equal.by-{request.work_basis}")
        found.append(asked.say("work-basis", measure=measure))
    if request.deadline:
        found.append(asked.say("deadline", day=request.deadline.isoformat()))
    if request.currency:
        found.append(asked.say("currency", currency=_name(request.currency)))
    return found


def _numbers(asked: _Asked) -> list[str]:
    request, language = asked.request, asked.language
    found = []
    if request.utilisation is not None:
        found.append(asked.say("utilisation", share=figures.percent(language, request.utilisation)))
    if request.discount is not None:
        found.append(asked.say("discount", share=figures.percent(language, request.discount)))
    found += [supposed_prices.question(language, one) for one in request.supposed]
    if request.egress_tb is not None:
        key = "egress-per-day" if request.egress_per == "day" else "egress"
        found.append(asked.say(key, quantity=asked.number(request.egress_tb)))
    if request.storage_tb is not None:
        found.append(asked.say("storage", quantity=asked.number(request.storage_tb)))
    found += _training(asked)
    if request.budget is not None:
        amount = figures.price(language, request.budget.amount, request.budget.currency)
        found.append(asked.say("budget", amount=amount))
    return [*found, *supposed.supposed(language, request.what_if)]


def _training(asked: _Asked) -> list[str]:
    """The model and the data of a training run."""
    request, language = asked.request, asked.language
    amounts = {"params": request.model_params, "active": request.active_params, "tokens": request.tokens}
    found = [
        say(language, f"asked-training.{key}", n=figures.large(language, value))
        for key, value in amounts.items()
        if value is not None
    ]
    for key, plain in (("corpus", request.corpus_tb), ("bytes", request.bytes_per_token)):
        if plain is not None:
            found.append(say(language, f"asked-training.{key}", n=asked.number(plain)))
    if request.mfu is not None:
        found.append(say(language, "asked-training.mfu", share=figures.percent(language, request.mfu)))
    return found
