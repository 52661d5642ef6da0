"""What the README shows is what happens."""

import re
from pathlib import Path

import pytest

from bot.settings import VARIABLES
from tests.project.readme import README, examples, matches, printed

TEXT = README.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("book") / "book.db"


@pytest.mark.parametrize("example", [pytest.param(match, id=match["command"][:60]) for match in examples(TEXT)])
def test_an_example_prints_what_is_shown(example: re.Match[str], database: Path) -> None:
    real = printed(example["command"], database)
    assert matches(example["output"], real), real


def test_there_are_six_kinds_of_example() -> None:
    assert len(examples(TEXT)) >= 6


def test_make_targets_exist() -> None:
    makefile = (README.parent / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"`?make ([a-z]+)", TEXT):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_settings_are_named() -> None:
    for variable, _ in VARIABLES.values():
        assert variable in TEXT, variable


def test_links_lead_somewhere() -> None:
    for link in re.findall(r"\]\((?!https?:)([^)#]+)", TEXT):
        assert (README.parent / link).exists(), link
