"""The equations of a training run, each of which holds as it is printed."""

from dataclasses import dataclass
from decimal import Decimal

from bot.replies import figures, labels, times
from bot.replies.equation import as_printed
from bot.replies.words import say
from pricing.advice.sizing import FLOPS_PER_TFLOPS, SECONDS_PER_HOUR, Taken, Training
from pricing.units import HOURS_PER_DAY, TimeUnit

SMALL = Decimal(100)
HOURS_SHOWN = Decimal(48)
YEAR_HOURS = Decimal(8760)


@dataclass(frozen=True, slots=True)
class Run:
    """A training run on so many GPUs. `asked_hours`: the time it was to take, if one was said, and `asked` in words.
    `needed`: GPUs that are done in that time."""

    training: Training
    count: int
    per_node: int
    asked: str = ""
    asked_hours: Decimal | None = None
    needed: int | None = None
    count_said: bool = False

    @property
    def hours(self) -> Decimal:
        """How long it takes."""
        return self.training.hours_on(self.count)


def hours_of_gpus(language: str, value: Decimal) -> str:
    """GPU-hours: whole, or with two places below a hundred."""
    return figures.number(language, value, _places(value), trim=True)


def _places(value: Decimal) -> int:
    return 0 if value >= SMALL else 2


def span(language: str, hours: Decimal) -> str:
    """A length as people say it: hours, days, or years."""
    if hours < 1:
        return times.period(language, figures.to_places(hours * 60, 1), TimeUnit.MINUTE)
    if hours < HOURS_SHOWN:
        return times.period(language, figures.to_places(hours, 1), TimeUnit.HOUR)
    if hours < 2 * YEAR_HOURS:
        return times.period(language, figures.to_places(hours / HOURS_PER_DAY, 1), TimeUnit.DAY)
    return times.period(language, figures.to_places(hours / YEAR_HOURS, 1), TimeUnit.YEAR)


def mfu(language: str, training: Training) -> str:
    """The MFU as a percentage."""
    return figures.percent(language, training.mfu.value)


def source(language: str, found: Taken) -> str:
    """Where an assumption comes from."""
    if found.is_askers:
        return say(language, "sizing.source-yours")
    if found.entry is None:
        return say(language, "sizing.source-default")
    where = labels.shortened(found.entry.source or say(language, "sizing.no-source"), 90)
    return say(language, "sizing.source-book", source=where)


def _power(value: Decimal, mantissa: Decimal | None = None) -> str:
    """ "3.15 × 10^23"."""
    power = value.adjusted()
    shown = mantissa if mantissa is not None else figures.to_places(value.scaleb(-power), 3)
    return f"{shown.normalize():f} × 10^{power}"


def work_line(language: str, training: Training) -> str:
    """6 N D."""
    flop, power = training.flop, training.flop.adjusted()
    (n_scale, n_sign), (d_scale, d_sign) = (
        figures.scale_of(language, training.params),
        figures.scale_of(language, training.tokens),
    )
    whole = 6 * n_scale * d_scale
    params, tokens = as_printed(
        (training.params / n_scale, training.tokens / d_scale),
        (3, 3),
        lambda n: (whole * n[0] * n[1]).scaleb(-power),
        flop.scaleb(-power),
        3,
    )
    return say(
        language,
        "sizing.work",
        params=f"{figures.exact(language, params)}{n_sign}",
        tokens=f"{figures.exact(language, tokens)}{d_sign}",
        flop=_power(flop),
    )


def hours_line(language: str, training: Training) -> str:
    """FLOP over what a GPU does in an hour."""
    flop, power = training.flop, training.flop.adjusted()
    rate = training.peak * FLOPS_PER_TFLOPS * training.mfu.value * SECONDS_PER_HOUR
    places = _places(training.gpu_hours)
    (shown,) = as_printed((flop.scaleb(-power),), (3,), lambda n: n[0].scaleb(power) / rate, training.gpu_hours, places)
    return say(
        language,
        "sizing.hours",
        flop=_power(flop, shown),
        peak=figures.exact(language, training.peak),
        mfu=figures.percent(language, training.mfu.value, 4),
        gpu_hours=hours_of_gpus(language, training.gpu_hours),
    )


def time_line(language: str, run: Run) -> str:
    """GPU-hours over GPUs."""
    days, places = run.hours / HOURS_PER_DAY, _places(run.training.gpu_hours)
    (hours,) = as_printed((run.hours,), (1,), lambda n: n[0] / HOURS_PER_DAY, days, 2)
    (of_gpus,) = as_printed(
        (run.training.gpu_hours,), (places,), lambda n: n[0] / run.count, hours, figures.places_of(hours)
    )
    return say(
        language,
        "sizing.time",
        gpu_hours=figures.exact(language, of_gpus),
        count=figures.number(language, run.count),
        hours=figures.exact(language, hours),
        days=figures.number(language, days, 2, trim=True),
    )


def gpus_line(language: str, run: Run) -> str:
    """GPU-hours over the time there is, up to whole nodes."""
    assert run.asked_hours is not None
    exact = run.training.gpu_hours / run.asked_hours
    places = (_places(run.training.gpu_hours), min(figures.places_of(run.asked_hours), 2))
    of_gpus, hours = as_printed((run.training.gpu_hours, run.asked_hours), places, lambda n: n[0] / n[1], exact, 1)
    return say(
        language,
        "sizing.gpus",
        gpu_hours=figures.exact(language, of_gpus),
        hours=figures.exact(language, hours),
        exact=figures.number(language, exact, 1),
        count=figures.number(language, run.needed or run.count),
        per_node=run.per_node,
    )


def tokens_line(language: str, training: Training) -> str:
    """Text over bytes a token."""
    assert training.corpus_tb is not None
    assert training.bytes_per_token is not None
    return say(
        language,
        "sizing.tokens",
        corpus=figures.exact(language, training.corpus_tb),
        bytes=figures.exact(language, training.bytes_per_token.value),
        tokens=figures.large(language, training.tokens),
        source=source(language, training.bytes_per_token),
    )
