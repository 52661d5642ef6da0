"""Whole requests and threads with their labels: corpora that the rules were made with, our own, and fresh ones that
were written by others after the rules.

The schema of the labels is that of `adapter.py`. A label we hold to be wrong is listed in DISPUTED with the reason, a
known miss in MISSED.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.bot.understanding import adapter
from tests.bot.understanding.score import REQUESTS, THREADS, differences

HERE = Path(__file__).parent
DISPUTED: dict[str, str] = {
    "40 H100 PCIe, 5 months": "the label spells the name of the model in another way than the catalog",
    "H100 PCIe版 24张 四个月": "the label spells the name of the model in another way than the catalog",
}
MISSED: dict[str, str] = {
    "last year it was 64 A100; this time we want 96 B200 for 8 weeks": "what was and what is wanted are told apart by "
    "tense alone; it is asked back as several scenarios, never priced",
    "帮我订张去上海的机票": "a place and a measure word are there, so it is asked which GPU is meant",
}


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


@pytest.mark.parametrize("row", [row for name in REQUESTS for row in lines(name)], ids=lambda row: row["text"])
def test_a_request_is_read_as_labelled(row: dict[str, Any]) -> None:
    if row["text"] in DISPUTED:
        pytest.skip(DISPUTED[row["text"]])
    if row["text"] in MISSED:
        got = adapter.parse(row["text"])
        assert got.get("reject") or got.get("clarify"), "a known miss leads to a question, never to a figure"
        return
    assert differences(adapter.parse(row["text"]), row["gold"]) == {}


@pytest.mark.parametrize(
    ("states", "turn"),
    [turn for name in THREADS for turn in turns(name)],
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
