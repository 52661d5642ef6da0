"""What was learned and holds for a while, by name. The memory has an end: what was learned longest ago goes first."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Learned(NamedTuple, Generic[T]):
    """A value, when it was asked for, and for how many seconds it holds."""

    value: T
    at: float
    seconds: float


class Memory(Generic[T]):
    """See the module. `now` is in seconds. For any thread."""

    def __init__(self, most: int, now: Callable[[], float]) -> None:
        self._most, self._now = most, now
        self._known: OrderedDict[str, Learned[T]] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._known)

    def last(self, name: str) -> Learned[T] | None:
        """What was learned last, however long ago."""
        with self._lock:
            return self._known.get(name)

    def fresh(self, name: str) -> Learned[T] | None:
        """What was learned last, if it still holds."""
        found = self.last(name)
        # A clock that was set back makes an answer too new, which is as bad as too old.
        return found if found and 0 <= self._now() - found.at < found.seconds else None

    def keep(self, name: str, value: T, seconds: float, at: float | None = None) -> None:
        """Remember this for so long. `at`: when it was asked for (None: now)."""
        learned = Learned(value, self._now() if at is None else at, seconds)
        with self._lock:
            newer = self._known.get(name)
            if newer and learned.at < newer.at <= self._now():  # one that was asked for later was answered sooner
                return
            self._known[name] = learned
            self._known.move_to_end(name)
            if len(self._known) > self._most:
                self._known.popitem(last=False)
