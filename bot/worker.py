"""A bounded pool of worker threads that keeps the order within each conversation."""

import logging
import threading
from collections import deque
from collections.abc import Callable

log = logging.getLogger(__name__)

Job = Callable[[], None]


class Pool:
    """Runs jobs on a few threads. Jobs with the same key run one after the other, in the order they came.

    At most `limit` jobs are accepted and unfinished at a time; one more is refused at once rather than kept waiting
    for longer than a person would.
    """

    def __init__(self, threads: int = 8, limit: int = 100) -> None:
        self._limit = limit
        self._unfinished = 0
        self._closed = False
        self._ready: deque[tuple[str, Job]] = deque()
        self._waiting: dict[str, deque[Job]] = {}  # by key: the jobs behind the one that is ready or runs
        lock = threading.Lock()
        self._work = threading.Condition(lock)
        self._idle = threading.Condition(lock)
        for number in range(threads):
            threading.Thread(target=self._run, name=f"work-{number}", daemon=True).start()

    @property
    def unfinished(self) -> int:
        """How many accepted jobs are not finished."""
        return self._unfinished

    def submit(self, key: str, job: Job, promised: bool = False) -> bool:
        """Accept a job, or return False: the pool is full or closed. A `promised` job is accepted above the limit."""
        with self._work:
            if self._closed or (self._unfinished >= self._limit and not promised):
                return False
            self._unfinished += 1
            if key in self._waiting:
                self._waiting[key].append(job)
            else:
                self._waiting[key] = deque()
                self._ready.append((key, job))
                self._work.notify()
        return True

    def close(self) -> None:
        """Refuse new jobs; the accepted ones go on."""
        with self._work:
            self._closed = True
            self._work.notify_all()

    def drain(self, seconds: float) -> bool:
        """Wait until all accepted jobs are finished, at most `seconds`; whether they are."""
        with self._idle:
            return self._idle.wait_for(lambda: self._unfinished == 0, seconds)

    def _run(self) -> None:
        while taken := self._take():
            key, job = taken
            try:
                job()
            except Exception:
                log.exception("a job let an error escape")
            self._finish(key)

    def _take(self) -> tuple[str, Job] | None:
        """The next job that may run; None when there will be no more."""
        with self._work:
            self._work.wait_for(lambda: self._ready or (self._closed and not self._unfinished))
            return self._ready.popleft() if self._ready else None

    def _finish(self, key: str) -> None:
        with self._work:
            self._unfinished -= 1
            if self._waiting[key]:
                self._ready.append((key, self._waiting[key].popleft()))
                self._work.notify()
            else:
                del self._waiting[key]
            if not self._unfinished:
                self._idle.notify_all()
                self._work.notify_all()
