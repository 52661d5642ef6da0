"""How much a training run takes, and what that costs: GPUs for a time, or the time on so many GPUs."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import product

from bot.intents.replying import Context, Reply, compared, noted
from bot.intents.scenarios import DEFAULT_GPUS_PER_NODE, Assumed, plan
from bot.replies import asked, notices
from bot.replies.budget_asking import fitting
from bot.replies.card import Card
from bot.replies.comparison import comparison_card
from bot.replies.side_by_side import side_by_side_card
from bot.replies.sizing import no_peak_card, range_card, several_card, too_long_card, too_many_card, with_sizing
from bot.replies.sizing_lines import Run
from bot.understanding.reading import Reading
from bot.understanding.request import Count, Intent, Period, Request
from pricing.advice.sizing import BYTES_PER_TOKEN, Training, taken, tokens_in
from pricing.book import BOUNDS
from pricing.catalog import Gpu
from pricing.costs import Comparison
from pricing.exchange import conversion
from pricing.scenario import MAX_GPUS, MAX_HOURS
from pricing.units import HOURS_PER_DAY, Duration, TimeUnit

DAYS_SHOWN = (30, 60, 90)
NODES_SHOWN = (1, 2, 4)
"""What is shown where neither GPUs nor a time were said; nodes for runs that one node does within a month."""
IN_DAYS = Decimal(48)
CHECKED = ("mfu", "bytes_per_token")


def size(reading: Reading, context: Context) -> Reply:
    """The answer to a question about a training run. Raises OutOfRange, NoRate, NoAssumption."""
    request, language = reading.request, context.language
    if refused := not_sized(request, context):
        return Reply(noted(refused, notices.taken(language, reading, ())))
    runs = runs_of(request, context)
    notes = notices.taken(language, reading, _assumed(request))
    comparisons = tuple(sized_comparison(run, request, context) for run in runs)
    if not _is_settled(request):
        choice = several_card(runs, comparisons, language, request)
        choice = replace(choice, lead=within_budget(request, comparisons[:1], context))
        return Reply(noted(choice, notes), comparisons, notes)
    card = with_sizing(_card(comparisons, language), runs, language, request)
    card = replace(card, lead=(*card.lead, *within_budget(request, comparisons, context)))
    return Reply(noted(card, notes), comparisons, notes)


def within_budget(request: Request, comparisons: Sequence[Comparison], context: Context) -> tuple[str, ...]:
    """What of each comparison is within the sum that was named beside the run. Raises NoRate."""
    if request.budget is None:
        return ()
    lines: list[str] = []
    for comparison in comparisons:
        money = conversion(request.budget.currency, comparison.currency, context.book)
        lines += fitting(comparison, money.apply(request.budget.amount), context.language)
    return tuple(lines)


def _is_settled(request: Request) -> bool:
    """Whether GPUs or a time were said."""
    return any(field is not None for field in (request.gpu_count, request.nodes, request.duration))


def not_sized(request: Request, context: Context) -> Card | None:
    """Why a run is not sized, and what to say instead; None where it is. Raises NoAssumption."""
    if refused := _refused(request, context):
        return refused
    for run in runs_of(request, context):
        if run.count > MAX_GPUS:
            return too_many_card(run, context.language)
        if run.hours > MAX_HOURS:
            return too_long_card(run, context.language)
    return None


def runs_of(request: Request, context: Context) -> list[Run]:
    """The run on each GPU, for each end of a range; a few to choose from where neither GPUs nor a time were said."""
    trainings = [_training(request, context.book.gpus[gpu], context) for gpu in request.gpus]
    if not _is_settled(request):
        return _examples(trainings[0], request)
    return [run for training in trainings for run in _runs(training, request, context)]


def _refused(request: Request, context: Context) -> Card | None:
    """Why the run cannot be sized: a share or a size of tokens out of range, a GPU without a known peak."""
    for name in CHECKED:
        value = getattr(request, name)
        least, most = BOUNDS[name]
        if value is not None and (value < least or (most is not None and value > most)):
            return range_card(name, value, least, most or value, context.language)
    gpus = [context.book.gpus[gpu] for gpu in request.gpus]
    unknown = next((gpu for gpu in gpus if not gpu.bf16_dense_tflops), None)
    return no_peak_card(unknown.id, context.language) if unknown else None


def _training(request: Request, gpu: Gpu, context: Context) -> Training:
    house = dict(context.house)
    params = request.active_params or request.model_params
    assert params is not None
    assert gpu.bf16_dense_tflops is not None
    share = taken("mfu", request.mfu if request.mfu is not None else house.get("mfu"), context.book)
    if request.tokens is not None:
        return Training(params, request.tokens, gpu, gpu.bf16_dense_tflops, share)
    assert request.corpus_tb is not None
    said = request.bytes_per_token if request.bytes_per_token is not None else house.get("bytes_per_token")
    each = taken("bytes_per_token", said, context.book, BYTES_PER_TOKEN)
    tokens = tokens_in(request.corpus_tb, each.value)
    return Training(params, tokens, gpu, gpu.bf16_dense_tflops, share, request.corpus_tb, each)


def _runs(training: Training, request: Request, context: Context) -> Iterator[Run]:
    """The run for what was said: each end of a range of GPUs, or of time."""
    per_node = request.gpus_per_node or DEFAULT_GPUS_PER_NODE
    counts: Sequence[int | None] = _counts(request, per_node) or [None]
    periods: Sequence[Duration | None] = _periods(request) or [None]
    for count, period in dict.fromkeys(product(counts, periods)):
        hours = period.hours(_month(request, context)) if period else None
        needed = training.gpus_within(hours, per_node) if hours else None
        words = asked.duration(request.model_copy(update={"duration": _of(period)}), context.language) if period else ""
        yield Run(training, count or needed or per_node, per_node, words, hours, needed, count is not None)


def _counts(request: Request, per_node: int) -> list[int]:
    if request.nodes is not None:
        return [request.nodes * per_node]
    return [request.gpu_count.low, request.gpu_count.high] if request.gpu_count is not None else []


def _periods(request: Request) -> list[Duration]:
    period = request.duration
    return [Duration(value=n, unit=period.unit) for n in (period.low, period.high)] if period is not None else []


def _of(duration: Duration) -> Period:
    return Period(low=duration.value, high=duration.value, unit=duration.unit)


def _month(request: Request, context: Context) -> Decimal:
    """Hours of a month, as `plan` takes them."""
    said = request.hours_per_month or dict(context.house).get("hours_per_month")
    return said or context.book.assumption("hours_per_month").value or Decimal(0)


def _examples(training: Training, request: Request) -> list[Run]:
    """A few runs to choose from: in so many days, or on so many nodes where one node is enough."""
    per_node = request.gpus_per_node or DEFAULT_GPUS_PER_NODE
    hours = [days * HOURS_PER_DAY for days in DAYS_SHOWN]
    if training.gpus_within(hours[0], per_node) == per_node:
        return [Run(training, nodes * per_node, per_node) for nodes in NODES_SHOWN]
    counts = dict.fromkeys(training.gpus_within(time, per_node) for time in hours)
    return [Run(training, min(count, MAX_GPUS), per_node) for count in counts]


def _assumed(request: Request) -> Sequence[Assumed]:
    if request.nodes is not None and request.gpus_per_node is None:
        return (Assumed("gpus-per-node", (DEFAULT_GPUS_PER_NODE,)),)
    return ()


def sized_comparison(run: Run, request: Request, context: Context) -> Comparison:
    """The usual comparison for as long as the run takes."""
    unit, hours = (TimeUnit.DAY, HOURS_PER_DAY) if run.hours >= IN_DAYS else (TimeUnit.HOUR, Decimal(1))
    length = run.hours / hours
    filled = request.model_copy(
        update={
            "intent": Intent.QUOTE,
            "gpus": (run.training.gpu.id,),
            "gpu_count": Count(low=run.count, high=run.count),
            "nodes": None,
            "duration": Period(low=length, high=length, unit=unit),
            "gpu_hours": None,
            "mfu": None,
        }
    )
    currency = request.budget.currency if request.budget is not None else context.currency
    [scenario] = plan(filled, context.book, currency, context.house).scenarios
    return compared(scenario, context.book)


def _card(comparisons: Sequence[Comparison], language: str) -> Card:
    if len(comparisons) > 1:
        return side_by_side_card(comparisons, language)
    return comparison_card(comparisons[0], language)
