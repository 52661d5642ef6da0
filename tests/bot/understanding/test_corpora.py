"""Whole requests and threads with their labels: two corpora that the rules were made with, and two of our own.

The schema of the labels is that of `adapter.py`. A label we hold to be wrong is listed in DISPUTED with the reason.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.bot.understanding import adapter
from tests.bot.understanding.score import differences

HERE = Path(__file__).parent
DISPUTED: dict[str, str] = {}


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (HERE / name).read_text("utf8").splitlines()]


def turns(name: str) -> list[tuple[list[dict[str, Any]], dict[str, Any]]]:
    """Every follow-up with the states before it."""
    return [
        ([before["state"] for before in thread["turns"][:at]], turn)
        for thread in lines(name)
        for at, turn in enumerate(thread["turns"])
        if at
    ]


@pytest.mark.parametrize("row", [*lines("requests.jsonl"), *lines("own_requests.jsonl")], ids=lambda row: row["text"])
def test_a_request_is_read_as_labelled(row: dict[str, Any]) -> None:
    if row["text"] in DISPUTED:
        pytest.skip(DISPUTED[row["text"]])
    assert differences(adapter.parse(row["text"]), row["gold"]) == {}


@pytest.mark.parametrize(
    ("states", "turn"),
    [*turns("threads.jsonl"), *turns("own_threads.jsonl")],
    ids=lambda value: value.get("text") if isinstance(value, dict) else "after",
)
def test_a_follow_up_is_read_as_labelled(states: list[dict[str, Any]], turn: dict[str, Any]) -> None:
    assert differences(adapter.follow(turn["text"], states), turn["state"]) == {}


ACTIONS = {"replace": "new"}


@pytest.mark.parametrize(
    ("states", "turn"),
    turns("threads.jsonl"),
    ids=lambda value: value.get("text") if isinstance(value, dict) else "after",
)
def test_a_follow_up_does_what_is_labelled(states: list[dict[str, Any]], turn: dict[str, Any]) -> None:
    wanted = turn["change"]["action"]
    assert adapter.action(turn["text"], states) == ACTIONS.get(wanted, wanted)
