"""The pool keeps the order within a conversation, refuses what is too much, and finishes what it accepted."""

import threading
from collections.abc import Iterator

import pytest

from bot.worker import Pool

PATIENCE = 5.0


class Gate:
    """A job that waits to be let through."""

    def __init__(self) -> None:
        self.began, self.go = threading.Event(), threading.Event()

    def __call__(self) -> None:
        self.began.set()
        assert self.go.wait(PATIENCE)


@pytest.fixture
def pool() -> Iterator[Pool]:
    made = Pool(threads=2, limit=4)
    yield made
    made.close()
    assert made.drain(PATIENCE)


def test_jobs_of_one_key_run_in_order_and_one_at_a_time(pool: Pool) -> None:
    gate, order = Gate(), []
    pool.submit("thread", gate)
    for number in range(3):
        pool.submit("thread", lambda number=number: order.append(number))  # type: ignore[misc]
    assert gate.began.wait(PATIENCE)
    assert order == []
    gate.go.set()
    assert pool.drain(PATIENCE)
    assert order == [0, 1, 2]


def test_other_keys_do_not_wait(pool: Pool) -> None:
    slow, other = Gate(), threading.Event()
    pool.submit("a", slow)
    pool.submit("b", other.set)
    assert other.wait(PATIENCE)
    slow.go.set()


def test_more_than_the_limit_is_refused_at_once_until_there_is_room(pool: Pool) -> None:
    gates = [Gate() for _ in range(4)]
    assert all(pool.submit(str(number), gate) for number, gate in enumerate(gates))
    assert not pool.submit("one more", lambda: None)
    assert pool.unfinished == 4
    for gate in gates:
        gate.go.set()
    assert pool.drain(PATIENCE)
    assert pool.submit("one more", lambda: None)


def test_an_error_ends_neither_the_thread_nor_the_conversation(pool: Pool) -> None:
    def fail() -> None:
        raise ValueError

    done = threading.Event()
    for _ in range(2):
        pool.submit("a", fail)
    pool.submit("a", done.set)
    assert done.wait(PATIENCE)


def test_a_closed_pool_refuses_and_finishes() -> None:
    pool, gate = Pool(threads=1, limit=4), Gate()
    done = threading.Event()
    pool.submit("a", gate)
    pool.submit("a", done.set)
    pool.close()
    assert not pool.submit("b", lambda: None)
    assert not pool.drain(0)
    gate.go.set()
    assert pool.drain(PATIENCE)
    assert done.is_set()
