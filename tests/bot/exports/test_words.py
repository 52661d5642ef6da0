"""The words of the exports: the same in every language, all there, all used."""

import re
from pathlib import Path

import pytest

from bot.exports.csv_file import PRICING_CATEGORIES
from bot.exports.words import phrase, phrases
from bot.replies.words import languages, say
from pricing.catalog import Mode
from pricing.costs import Due, FactorUnit
from tests.project.test_words import placeholders

FOLDER = Path(__file__).parents[3] / "bot" / "exports"
CODE = "\n".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.py"))
OTHERS = [language for language in languages() if language != "en"]
TITLE_SIGNS = set("[]:*?/\\'")


@pytest.mark.parametrize("language", OTHERS)
def test_all_languages_have_the_same_keys_and_placeholders(language: str) -> None:
    assert set(phrases("en")) == set(phrases(language))
    for key, text in phrases("en").items():
        assert placeholders(text) == placeholders(phrases(language)[key]), key


@pytest.mark.parametrize("language", languages())
def test_every_factor_and_gap_has_a_word(language: str) -> None:
    for unit in FactorUnit:
        if unit not in (FactorUnit.PRICE, FactorUnit.RATE):
            assert phrase(language, f"factor.{unit}")
    for reason in ("no-price", "no-rate", "too-long"):
        assert phrase(language, f"gap.{reason}")
    assert set(PRICING_CATEGORIES) == set(Mode)


@pytest.mark.parametrize("language", languages())
def test_sheets_can_bear_their_titles(language: str) -> None:
    titles = [text for key, text in phrases(language).items() if key.startswith("sheet.")]
    assert len(titles) == len(set(titles)) == 6
    assert all(0 < len(title) <= 31 and not TITLE_SIGNS & set(title) for title in titles)


@pytest.mark.parametrize("language", languages())
def test_words_within_formulas_are_plain(language: str) -> None:
    """They stand between quotation marks, and some are criteria, where a few signs mean something."""
    words = [say(language, f"due.{due}") for due in Due] + [say(language, "break-even.never")]
    words += [phrase(language, key) for key in ("text.as-priced", "text.changed")]
    assert not [word for word in words if set(word) & set('"*?~') or word[0] in "=<>"]
    assert all(len(word) < 255 for word in words)


def test_every_phrase_is_used() -> None:
    lists = set(re.findall(r"[a-z][a-z_-]*", CODE))
    unused = [key for key in phrases("en") if key.partition(".")[2] not in lists and key not in CODE]
    assert [key for key in unused if not key.startswith(("number.", "factor.", "gap.", "heading.own-"))] == []
