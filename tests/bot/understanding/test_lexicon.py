"""The lexicon as data: what is said twice in it would be read as whichever comes first."""

from collections import Counter

from bot.understanding.phrases import Phrases
from bot.understanding.slots import PHRASES
from bot.understanding.text import plain
from bot.understanding.words import listed

MEANT_TWICE = {"块"}
"""A card, or a yuan: the words around it tell."""


def test_no_word_is_listed_twice() -> None:
    often = Counter(word for _, _, word in listed())
    assert {word for word, times in often.items() if times > 1} == MEANT_TWICE


def test_every_word_is_written_as_the_reader_sees_it() -> None:
    assert [word for _, _, word in listed() if plain(word).text.strip() != word] == []


def test_no_phrase_is_in_the_table_twice() -> None:
    patterns = Counter(pattern for pattern, _ in PHRASES)
    assert max(patterns.values()) == 1
    assert Phrases(PHRASES)
