"""The fields of the form as Slack sends them."""

from collections.abc import Mapping

from bot.replies.form import FIELDS, Filled
from bot.replies.plain import one_line
from bot.understanding.request import Way


def filled_in(values: Mapping[str, object]) -> Filled:
    """The fields of a submission, as Slack sends them; what is strange about them counts as empty."""
    state = {field: _state(values, field) for field in FIELDS}
    ways = [option for option in _values(state["ways"], "selected_options") if option in list(Way)]
    return Filled(
        gpus=tuple(_values(state["gpu"], "selected_options") or filter(None, [_typed(state["gpu"])])),
        count=_typed(state["count"]),
        duration=_typed(state["duration"]),
        ways=tuple(Way(way) for way in ways),
        currency=next(iter(_values(state["currency"], "selected_option")), _typed(state["currency"])),
        words=_typed(state["words"]),
        private="private" in _values(state["audience"], "selected_options"),
    )


def chosen_channel(values: Mapping[str, object]) -> str:
    """The conversation the answer is to go to; empty where none was chosen."""
    found = _state(values, "where").get("selected_conversation")
    return found if isinstance(found, str) else ""


def _state(values: Mapping[str, object], field: str) -> Mapping[str, object]:
    block = values.get(field)
    found = block.get(field) if isinstance(block, Mapping) else None
    return found if isinstance(found, Mapping) else {}


def _typed(state: Mapping[str, object]) -> str:
    value = state.get("value")
    return one_line(value) if isinstance(value, str) else ""


def _values(state: Mapping[str, object], key: str) -> list[str]:
    found = state.get(key)
    options = found if isinstance(found, list) else [found]
    return [str(option["value"]) for option in options if isinstance(option, Mapping) and option.get("value")]
