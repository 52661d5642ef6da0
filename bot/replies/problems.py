"""Cards for trouble: what was read, what is wrong, the nearest possibilities, what to type. At most four lines.

Only the asker sees them. User text stands in them shortened, and is never parsed as markup.
"""

from dataclasses import replace

from bot.replies import asked, figures, supposed
from bot.replies.actions import question_action
from bot.replies.card import Action, Card
from bot.replies.plain import cut, one_line
from bot.replies.words import joined, known, name_of, say, words
from bot.understanding.reading import Reading, Suggestion
from bot.understanding.request import Count, Period, Request
from pricing.errors import NoAssumption, NoRate
from pricing.scenario import MAX_GPUS
from pricing.units import TimeUnit

LONGEST_QUOTE = 40
MOST_NAMES = 5
MOST_WORDS = 5
MOST_BUTTONS = 3
EXAMPLE = Request(
    gpus=("H100",),
    gpu_count=Count(low=1024, high=1024),
    duration=Period.model_validate({"low": 6, "high": 6, "unit": TimeUnit.WEEK}),
)
ASKED_FOR = ("gpu", "gpu_count", "duration", "budget", "model_params", "tokens")


def quoted(text: str) -> str:
    """A piece of the asker's text, in one line and shortened."""
    return cut(one_line(text), LONGEST_QUOTE)


def _card(language: str, verdict: str, lines: tuple[str, ...] = (), actions: tuple[Action, ...] = ()) -> Card:
    return Card(language=known(language), verdict=verdict, notes=lines, actions=actions, private=True)


def rejected_card(reading: Reading, language: str) -> Card:
    """Why nothing can be done with a text, and what to type instead."""
    reason = reading.reject or "not_a_request"
    if reason == "unknown_gpu":
        return unknown_gpu_card(reading, language)
    if reason == "supposed_out_of_range":
        wrong = supposed.out_of_range(language, reading.reject_detail)
        return _card(language, wrong, (*_read_back(reading, language), _try(EXAMPLE, language)))
    if reason in ASKED_FOR:
        return asking_card(replace(reading, reject=None, ask=(reason,)), language)
    key = f"problem.{reason.replace('_', '-')}"
    if key not in words(language):
        key = "problem.not-a-request"
    detail = quoted(reading.reject_detail)
    if reason == "multi_scenario":
        said = f"problem.need-{detail.replace('_', '-')}"
        detail = words(language).get(said, detail)  # of a field: what it is, in words
    most = {"most": figures.number(language, MAX_GPUS)} if reason == "out_of_range" else {}
    wrong = say(language, key, **most)
    named = say(language, "problem.named", wrong=wrong, detail=detail) if detail else wrong
    lines = (say(language, "problem.nothing-changed"),) if reason == "admin_command" else ()
    return _card(language, named, (*_read_back(reading, language), *lines, _try(EXAMPLE, language)))


def unknown_gpu_card(reading: Reading, language: str) -> Card:
    """No such GPU: near names, each with a button that asks the corrected question."""
    suggestion = _of_gpu(reading)
    word = quoted(reading.reject_detail or suggestion.word or (reading.unknown[0] if reading.unknown else ""))
    near = [quoted(name) for name in suggestion.names[:MOST_NAMES]]
    read = asked.understood(replaced_gpu(reading.request), language)
    key = "problem.unknown-gpu-read" if read else "problem.unknown-gpu"
    verdict = say(language, key, word=word, read=read)
    close = say(language, "problem.close" if near else "problem.none-close", names=joined(language, near))
    return _card(
        language,
        verdict,
        (close, _try(reading.request if near else EXAMPLE, language, near[0] if near else "")),
        _corrections(reading.request, language, near),
    )


def replaced_gpu(request: Request) -> Request:
    """The request without its GPU."""
    return request.model_copy(update={"gpus": (), "instance": None})


def _of_gpu(reading: Reading) -> Suggestion:
    """The suggestion for the word that was rejected, else the first there is."""
    matching = [item for item in reading.suggestions if item.word == reading.reject_detail]
    return next(iter([*matching, *reading.suggestions]), Suggestion("", ()))


def _corrections(request: Request, language: str, names: list[str]) -> tuple[Action, ...]:
    questions = [asked.question(request, language, name) for name in names[:MOST_BUTTONS]]
    buttons = [question_action(text, text) for text in dict.fromkeys(questions)]
    return tuple(button for button in buttons if button)


def _try(request: Request, language: str, gpu: str = "") -> str:
    return say(language, "problem.try", question=asked.question(request, language, gpu))


def _read_back(reading: Reading, language: str) -> tuple[str, ...]:
    read = asked.understood(reading.request, language)
    return (say(language, "problem.read", read=read),) if read else ()


def asking_card(reading: Reading, language: str, threaded: bool = True) -> Card:
    """What must still be said before there can be a price; names that were nearly right are offered.

    `threaded`: it can be said in reply.
    """
    request = reading.request
    missing = [field for field in ASKED_FOR if field in reading.ask]
    if not missing:
        return _unpriced_card(reading, language)
    needed = [say(language, f"problem.need-{field.replace('_', '-')}") for field in missing]
    needs = joined(language, needed, "join.and")
    close = [
        say(language, "problem.near", word=quoted(item.word), names=joined(language, list(item.names[:MOST_NAMES])))
        for item in reading.suggestions[:1]
    ]
    names = list(reading.suggestions[0].names) if reading.suggestions and "gpu" in missing else []
    complete = missing == ["gpu"] and names
    way_out = f"problem.answer-{missing[0].replace('_', '-')}" if threaded else "problem.try"
    return _card(
        language,
        say(language, "problem.need", needs=needs),
        (
            *_read_back(reading, language),
            *(close or not_understood(reading, language)),
            say(language, way_out, question=_completed(request, language)),
        ),
        _corrections(request, language, names) if complete else (),
    )


def _completed(request: Request, language: str) -> str:
    """The question with the gaps filled as an example."""
    updates: dict[str, object] = {}
    if not request.gpus and not request.instance:
        updates["gpus"] = EXAMPLE.gpus
    if request.gpu_count is None and request.nodes is None:
        updates["gpu_count"] = Count(low=64, high=64)
    if request.duration is None and request.gpu_hours is None:
        updates["duration"] = EXAMPLE.duration
    return asked.question(request.model_copy(update=updates), language)


def _unpriced_card(reading: Reading, language: str) -> Card:
    """A question of a kind that has no answer here."""
    lines = (*_read_back(reading, language), *not_understood(reading, language), _try(EXAMPLE, language))
    return _card(language, say(language, "problem.not-a-request"), lines)


def not_understood(reading: Reading, language: str) -> tuple[str, ...]:
    """A note on the words nobody could make sense of; none when there are none."""
    if not reading.unknown:
        return ()
    listed = [f"“{quoted(word)}”" for word in dict.fromkeys(reading.unknown)]
    kept = joined(language, listed[:MOST_WORDS])
    more = "…" if len(listed) > MOST_WORDS else ""
    return (say(language, "problem.not-understood", words=f"{kept}{more}"),)


def no_rate_card(missing: NoRate, language: str) -> Card:
    """No exchange rate: no figure, and the currency of the prices as the way out."""
    verdict = say(language, "problem.no-rate", base=missing.base, quote=missing.quote, day=missing.day.isoformat())
    return _card(language, verdict, (say(language, "problem.no-rate-way-out"),))


def no_assumption_card(missing: NoAssumption, language: str) -> Card:
    """The book lacks a number that was asked for to be used: which, and how it gets in."""
    name = name_of(language, "supposed-name", missing.name)
    verdict = say(language, "problem.no-assumption", name=name)
    return _card(language, verdict, (say(language, "problem.no-assumption-way-out", assumption=missing.name),))


def outdated_card(language: str) -> Card:
    """A button of an older version of the bot was pressed."""
    return _card(language, say(language, "problem.outdated"), (_try(EXAMPLE, language),))
