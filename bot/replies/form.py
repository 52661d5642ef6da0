"""The form for those who prefer fields to words: its window, and the question that its fields make."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.replies import asked, figures
from bot.replies.plain import cut, one_line
from bot.replies.slack_blocks import Block, plain
from bot.replies.words import joined, say, words
from bot.understanding.request import Request, Way

VIEW_ID = "quote.form.v1"
SHORTCUT = "quote_form"
FIELDS = ("gpu", "count", "duration", "ways", "currency", "words", "where", "audience")
"""Blocks of the window; each holds one field, whose action id is the same word."""

MOST_GPUS = 100
MOST_CHOSEN = 4
LONGEST_FIELD = 100
LONGEST_WORDS = 500


@dataclass(frozen=True, slots=True)
class Filled:
    """What stands in the fields. `private`: the answer is for the asker alone."""

    gpus: tuple[str, ...] = ()
    count: str = ""
    duration: str = ""
    ways: tuple[Way, ...] = ()
    currency: str = ""
    words: str = ""
    private: bool = False


def filled_from(request: Request, language: str) -> Filled:
    """The fields as a request has them; what no field takes stands in words."""
    taken = {"gpus": (), "instance": None, "gpu_count": None, "nodes": None, "gpus_per_node": None}
    rest = {**taken, "duration": None, "ways": (), "currency": None}
    return Filled(
        gpus=request.gpus,
        count=_fleet(request, language),
        duration=asked.duration(request, language),
        ways=request.ways,
        currency=request.currency or "",
        words=asked.question(request.model_copy(update=rest), language),
    )


def _fleet(request: Request, language: str) -> str:
    """How many, as the field takes it: GPUs, or nodes with their size where that was said."""
    if request.nodes is None:
        return asked.count(request, language)
    nodes = figures.number(language, request.nodes)
    if request.gpus_per_node is None:
        return say(language, "form.nodes", nodes=nodes)
    return say(language, "form.nodes-of", nodes=nodes, each=request.gpus_per_node)


def question(filled: Filled, language: str) -> str:
    """The question that the fields make: "1024 H100 for 6 weeks, only spot, in USD, at 80% use"."""
    gpus = joined(language, filled.gpus, "asked.or")
    main = say(language, "form.question", count=filled.count, gpus=gpus, duration=filled.duration)
    chosen = Request(ways=filled.ways, currency=filled.currency or None)
    parts = (main, asked.question(chosen, language), filled.words)
    return joined(language, [part for part in map(one_line, parts) if part], "asked.join")


def waiting_view(language: str) -> Block:
    """The window while its content is made."""
    text = plain(say(language, "form.waiting"))
    return {**_window(language, ""), "blocks": [{"type": "section", "text": text}]}


def form_view(language: str, gpus: Sequence[str], filled: Filled, metadata: str, channel_known: bool) -> Block:
    """The window with its fields.

    Args:
        gpus: models to choose from, the most usual first.
        metadata: comes back with the fields.
        channel_known: the answer goes where the form was called from; else the form asks where to.
    """
    blocks = [
        _input(language, "gpu", _gpus(language, gpus, filled.gpus)),
        _input(language, "count", _text(language, "count", filled.count, LONGEST_FIELD)),
        _input(language, "duration", _text(language, "duration", filled.duration, LONGEST_FIELD)),
        _input(language, "ways", _ways(language, filled.ways), optional=True),
        _input(language, "currency", _currencies(language, filled.currency), optional=True),
        _input(language, "words", _text(language, "words", filled.words, LONGEST_WORDS), optional=True),
        *([] if channel_known else [_input(language, "where", _where(language), optional=True)]),
        _input(language, "audience", _audience(language, filled.private), optional=True),
    ]
    submit = plain(say(language, "form.submit"))
    return {**_window(language, metadata), "submit": submit, "blocks": blocks}


def _window(language: str, metadata: str) -> Block:
    window: Block = {
        "type": "modal",
        "callback_id": VIEW_ID,
        "title": plain(say(language, "form.title")),
        "close": plain(say(language, "form.close")),
    }
    return {**window, "private_metadata": metadata} if metadata else window


def _input(language: str, field: str, element: Block, optional: bool = False) -> Block:
    hints = words(language)
    hint = {"hint": plain(hints[f"form.{field}-hint"])} if f"form.{field}-hint" in hints else {}
    label = plain(say(language, f"form.{field}"))
    block: Block = {"type": "input", "block_id": field, "label": label, "element": {"action_id": field, **element}}
    return {**block, **hint, "optional": optional}


def _text(language: str, field: str, value: str, longest: int) -> Block:
    element: Block = {
        "type": "plain_text_input",
        "max_length": longest,
        "placeholder": plain(say(language, f"form.{field}-example")),
    }
    return {**element, "initial_value": cut(value, longest)} if value else element


def _option(label: str, value: str) -> Block:
    return {"text": plain(cut(label, 75)), "value": value}


def _initial(options: Iterable[tuple[str, Block]], chosen: Iterable[str]) -> list[Block]:
    by_value = dict(options)
    return [by_value[value] for value in chosen if value in by_value]


def _gpus(language: str, gpus: Sequence[str], chosen: tuple[str, ...]) -> Block:
    kept = [*chosen, *(gpu for gpu in gpus if gpu not in chosen)][:MOST_GPUS]
    options = [_option(gpu, gpu) for gpu in kept if len(gpu) <= 75]
    initial = _initial([(str(option["value"]), option) for option in options], chosen[:MOST_CHOSEN])
    element: Block = {
        "type": "multi_static_select",
        "options": options,
        "max_selected_items": MOST_CHOSEN,
        "placeholder": plain(say(language, "form.gpu-example")),
    }
    return {**element, "initial_options": initial} if initial else element


def _ways(language: str, chosen: tuple[Way, ...]) -> Block:
    options = [(way.value, _option(say(language, f"form.way-{way}"), way.value)) for way in Way]
    element: Block = {"type": "checkboxes", "options": [option for _, option in options]}
    initial = _initial(options, [way.value for way in chosen])
    return {**element, "initial_options": initial} if initial else element


def _currencies(language: str, chosen: str) -> Block:
    codes = [key.removeprefix("currency.") for key in words("en") if key.startswith("currency.")]
    options = [(code, _option(code, code)) for code in dict.fromkeys([*codes, *([chosen] if chosen else [])])]
    element: Block = {
        "type": "static_select",
        "options": [option for _, option in options],
        "placeholder": plain(say(language, "form.currency-example")),
    }
    initial = _initial(options, [chosen])
    return {**element, "initial_option": initial[0]} if initial else element


def _where(language: str) -> Block:
    return {
        "type": "conversations_select",
        "default_to_current_conversation": True,
        "response_url_enabled": True,
        "placeholder": plain(say(language, "form.where-example")),
    }


def _audience(language: str, private: bool) -> Block:
    option = _option(say(language, "form.private"), "private")
    element: Block = {"type": "checkboxes", "options": [option]}
    return {**element, "initial_options": [option]} if private else element
