"""The words of the exports, one file a language. Sentences of the answer itself come from the replies."""

from collections.abc import Mapping
from functools import cache

from bot.replies.words import word_file


@cache
def phrases(language: str) -> Mapping[str, str]:
    """All phrases of a language by dotted key."""
    return word_file("bot.exports", language)


def phrase(language: str, key: str, **values: object) -> str:
    """The phrase `key` with its placeholders filled. Raises KeyError for an unknown key or a missing value."""
    return phrases(language)[key].format(**values)
