"""What is kept of threads and answers."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """A thread: the workspace, the channel and the timestamp of the thread's first message."""

    team: str
    channel: str
    root: str


@dataclass(frozen=True, slots=True)
class Thread:
    """What is known of a thread. `own`: it began with the bot, so replies in it are meant for the bot.

    `state` is what the desk wants to have back, as JSON; None while there is nothing to remember.
    """

    own: bool
    state: str | None


@dataclass(frozen=True, slots=True)
class Replied:
    """How a message was answered: timestamps of the question and of the answer, and the state of the thread before."""

    question: str
    answer: str
    before: str | None


@dataclass(frozen=True, slots=True)
class Recent:
    """A thread somebody asked in first, its state, and when it was used last (seconds since 1970)."""

    place: Place
    state: str
    used: float
