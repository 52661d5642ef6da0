"""Turns public worked examples into sentences and counts alarms: python -m tests.bot.claims.worked_examples [FILE].

Every step whose verdict is "matches" is written out as its formula with numbers, "= published"; those that differ are
written too, and must raise an alarm.
"""

import re
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

import yaml

from tests.bot.claims.reading import slips

FILE = Path("/work/shared/data/worked-examples.yaml")
_NAME = re.compile(r"[a-z_][a-z_0-9]*")
_POWER = re.compile(r"\*\*")


def sentences(file: Path) -> list[tuple[str, str, bool]]:
    """Example and step, the sentence, and whether it adds up."""
    found = []
    for example in yaml.safe_load(file.read_text(encoding="utf-8"))["examples"]:
        known: dict[str, str] = dict(example["inputs"])
        for step in example["steps"]:
            exact = str(step.get("exact", ""))
            if step["verdict"] != "not_published" and not _POWER.search(step["formula"]):
                text = f"{_with_numbers(step['formula'], known)} = {_written(step['published'])}"
                if "round_to" in step or step["verdict"] == "differs":
                    found.append((f"{example['id']}/{step['name']}", text, step["verdict"] == "matches"))
            known[step["name"]] = exact
    return found


def _with_numbers(formula: str, known: dict[str, str]) -> str:
    return _NAME.sub(lambda match: _written(known[match.group()]), formula).replace("*", "×")


def _written(number: Any) -> str:
    value = Decimal(str(number))
    return f"{value:,f}" if value >= 0 else f"({value:,f})"


def alarms(file: Path) -> tuple[list[str], list[str]]:
    """Steps that add up and are called wrong; steps that do not and are not. Slips below half a percent are left out:
    they lie within what a rounded figure may say."""
    false, missed = [], []
    for name, text, right in sentences(file):
        found = slips(text)
        if right and found:
            false.append(f"{name}: {text}")
        if not right and not found:
            missed.append(f"{name}: {text}")
    return false, missed


if __name__ == "__main__":
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else FILE
    wrongly, unseen = alarms(path)
    print(f"{len(sentences(path))} steps, {len(wrongly)} false alarms, {len(unseen)} slips not seen")
    print("\n".join([*(f"false alarm  {line}" for line in wrongly), *(f"not seen     {line}" for line in unseen)]))
