"""The question that people put to each other in a thread before anybody called the bot."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.understanding.reading import Action, Reading
from bot.understanding.request import Request

MOST_LINES = 50

Read = Callable[[str, tuple[Request, ...]], Reading]
"""What a line says after these requests."""


@dataclass(frozen=True, slots=True)
class Taken:
    """Requests, each the one before with what was said next, and the lines that said so."""

    requests: tuple[Request, ...] = ()
    lines: tuple[str, ...] = ()


def taken_from(lines: Sequence[str], read: Read) -> Taken:
    """What the last lines of a thread ask for: the last that names a GPU, and what was plainly changed since.

    People also talk of other things. A line that names no GPU counts only if every word of it was understood.
    """
    taken = Taken()
    for line in lines[-MOST_LINES:]:
        reading = read(line, taken.requests)
        request = reading.request
        if reading.reject is not None or reading.action not in (Action.NEW, Action.SET):
            continue
        if reading.action is Action.NEW or not taken.requests:
            if request.gpus or request.instance:
                taken = Taken((request,), (line,))
        elif not reading.unknown or request.gpus != taken.requests[-1].gpus:
            taken = Taken((*taken.requests, request), (*taken.lines, line))
    return taken
