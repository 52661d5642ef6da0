"""Work in a child of this process, for drills that kill it, limit it, or let it be another user."""

import os
import pickle
import signal
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import Any

NOBODY = 65534


class Child:
    """A child that does some work; what the work gives is sent back, as is all that it tells on the way."""

    def __init__(self, work: Callable[[Callable[[str], None]], Any]) -> None:
        """`work` is given a way to tell how far it is. No SQLite connection may be open here: it would go with it."""
        here, there = os.pipe()
        self.number = os.fork()
        if self.number == 0:
            os.close(here)
            _do(work, there)
        os.close(there)
        self._pipe = os.fdopen(here, "rb")

    def told(self) -> str:
        """What the child tells next; empty once it has ended."""
        try:
            kind, content = pickle.load(self._pipe)
        except EOFError:
            return ""
        assert kind == "told", content
        return str(content)

    def result(self) -> Any:
        """What the work gave. Raises ChildProcessError where it failed or was killed."""
        try:
            while True:
                kind, content = pickle.load(self._pipe)
                if kind == "result":
                    return content
                if kind == "failed":
                    raise ChildProcessError(content)
        except (EOFError, pickle.UnpicklingError):
            raise ChildProcessError("was killed") from None
        finally:
            self.end()

    def kill(self) -> None:
        """End it without a warning."""
        os.kill(self.number, signal.SIGKILL)
        self.end()

    def end(self) -> None:
        """Wait until it is gone."""
        self._pipe.close()
        with suppress(ChildProcessError):
            os.waitpid(self.number, 0)


def alone(work: Callable[[], Any]) -> Any:
    """What some work gives that is done in a child."""
    return Child(lambda tell: work()).result()


def as_nobody(work: Callable[[], Any]) -> Any:
    """The same as a user who owns nothing, for root may write everything."""

    def drop_and_work() -> Any:
        if os.geteuid() == 0:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
        return work()

    return alone(drop_and_work)


def _do(work: Callable[[Callable[[str], None]], Any], pipe: int) -> None:
    def send(kind: str, content: Any) -> None:
        os.write(pipe, pickle.dumps((kind, content)))

    try:
        send("result", work(lambda text: send("told", text)))
    except BaseException:
        send("failed", traceback.format_exc())
    finally:
        os._exit(0)
