"""A world for the handlers, and a pool with an intake before it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.conversation import Conversations
from bot.listeners.intake import Intake
from bot.worker import Pool
from tests.bot.listeners.doubles import PATIENCE, Jobs, World, now


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Conversations]:
    conversations = Conversations(tmp_path / "bot.db", now)
    yield conversations
    conversations.close()


@pytest.fixture
def world(kept: Conversations) -> Iterator[World]:
    made = World(kept)
    yield made
    made.notices.close()


@pytest.fixture
def jobs() -> Jobs:
    return Jobs()


@pytest.fixture
def pool(jobs: Jobs) -> Iterator[Pool]:
    made = Pool(threads=2, limit=2)
    yield made
    jobs.go.set()
    made.close()
    assert made.drain(PATIENCE)


@pytest.fixture
def intake(kept: Conversations, pool: Pool, jobs: Jobs) -> Iterator[Intake]:
    made = Intake(kept, pool, jobs, now)
    yield made
    made.close()
