"""How to use the command that keeps the prices."""

from bot.replies.card import Card, Section
from bot.replies.words import known, say, words


def prices_help_card(language: str, may_edit: bool = True, may_approve: bool = True, command: str = "/prices") -> Card:
    """What can be looked up, and, for those who may, changed and approved."""
    code = known(language)
    groups = ["look", *(["change"] if may_edit else []), *(["decide"] if may_approve else [])]
    return Card(
        language=code,
        verdict=say(code, "prices.help", command=command),
        sections=tuple(
            Section(say(code, f"prices.help-{group}"), _numbered(code, f"prices.help-{group}-", command))
            for group in groups
        ),
        context=(say(code, "prices.help-small-print"),),
        private=True,
    )


def _numbered(language: str, prefix: str, command: str) -> tuple[str, ...]:
    return tuple(
        sentence.format(command=command) for key, sentence in words(language).items() if key.startswith(prefix)
    )
