"""How to ask, with examples."""

from bot.replies.card import Card, Section
from bot.replies.words import known, say, words


def help_card(language: str) -> Card:
    """What the bot does and how to ask, for the asker only."""
    return Card(
        language=known(language),
        verdict=say(language, "help.what"),
        sections=tuple(
            Section(say(language, f"help.{name}"), _numbered(language, f"help.{name}-"))
            for name in ("ask", "go-on", "more")
        ),
        context=(say(language, "help.small-print"),),
        private=True,
    )


def _numbered(language: str, prefix: str) -> tuple[str, ...]:
    """The sentences `prefix1`, `prefix2` ... in order."""
    table = words(language)
    found: list[str] = []
    while (key := f"{prefix}{len(found) + 1}") in table:
        found.append(table[key])
    return tuple(found)
