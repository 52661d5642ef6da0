"""Whether the audit trail holds."""

from bot.replies.card import Card
from bot.replies.prices.lists import counted
from bot.replies.prices.sentences import broken_text
from bot.replies.prices.values import text_line
from bot.replies.words import known, say
from pricing.audit import Proof


def audit_card(proof: Proof, language: str, expected: str = "", expected_row: int | None = None) -> Card:
    """How many rows hold and the last hash, or the first row that does not and why.

    `expected`: the hash somebody wrote down earlier. `expected_row`: the row that has it, where one does.
    """
    code = known(language)
    if proof.broken:
        broken = proof.broken
        return Card(
            language=code,
            verdict=say(code, "audit.broken", row=broken.row),
            notes=(
                broken_text(broken.reason, broken.detail, code),
                counted(code, "audit.rows-good", min(proof.rows, max(0, broken.row - 1))),
            ),
            private=True,
        )
    return Card(
        language=code,
        verdict=counted(code, "audit.holds", proof.rows),
        notes=(say(code, "audit.head", hash=proof.head), *_compared(code, proof, expected, expected_row)),
        private=True,
    )


def _compared(language: str, proof: Proof, expected: str, row: int | None) -> tuple[str, ...]:
    if not expected:
        return ()
    if expected == proof.head:
        return (say(language, "audit.expected"),)
    if row is not None:
        return (counted(language, "audit.expected-inside", proof.rows - row, row=row),)
    return (say(language, "audit.not-expected", hash=text_line(expected, 64)),)
