"""Work in a process of its own: it may take long and much memory, and what goes on here is not slowed down by it."""

import multiprocessing
import os
import resource
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from pricing.changes import Overtaken
from pricing.errors import BookError, DataError
from pricing.listings import FileRefused
from pricing.tally import Progress

T = TypeVar("T")
MOST_BYTES = 2_000_000_000
"""Memory such a process may ask for: a file that unfolds without end ends itself, not the bot."""
PATIENT = 10
"""How much nicer a process is that nobody waits for at the book's lock: what goes on here comes first."""


class Aside:
    """Runs a function in a process of its own. At most one works at a time for each caller that waits."""

    def run(self, work: Callable[..., T], job: tuple[Any, ...], progress: Progress, patient: bool = False) -> T:
        """What `work(*job, progress)` gives there. Errors that say something to people come back as they are.

        `patient`: it takes the processor when others leave it. Not for work that holds a lock others wait for.

        Raises:
            FileRefused, BookError, DataError, Overtaken: as `work` does.
            ChildProcessError: the process ended without an answer.
        """
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe(duplex=False)
        process = context.Process(target=_child, args=(there, work, job, patient), daemon=True)
        process.start()
        there.close()
        try:
            answer: T = self._answer(here, progress)
            return answer
        except EOFError:
            raise ChildProcessError("an import ended without an answer") from None
        finally:
            here.close()
            process.join(timeout=5)
            if process.is_alive():
                process.kill()
                process.join()

    def _answer(self, here: Connection, progress: Progress) -> Any:
        while True:
            kind, *content = here.recv()
            if kind == "progress":
                progress(*content)
            elif kind == "answer":
                return content[0]
            elif kind == "refused":
                raise FileRefused(content[0], **content[1])
            elif kind == "book":
                raise BookError(*content)
            elif kind == "data":
                raise DataError(*content)
            else:
                raise Overtaken(*content)


def _child(there: Connection, work: Callable[..., Any], job: tuple[Any, ...], patient: bool) -> None:
    if patient:
        os.nice(PATIENT)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    multiprocessing.current_process().daemon = False  # it may share its work with a process of its own
    try:
        there.send(("answer", work(*job, lambda stage, rows: there.send(("progress", stage, rows)))))
    except FileRefused as error:
        there.send(("refused", error.reason, dict(error.values)))
    except BookError as error:
        there.send(("book", error.path, error.reason))
    except DataError as error:
        there.send(("data", error.path, error.reason))
    except Overtaken as error:
        there.send(("overtaken", str(error)))
    except MemoryError:
        there.send(("refused", "too-much-memory", {}))
