"""What tests ask of a text: its findings by the stated figure."""

from bot.understanding.claims.links import links
from bot.understanding.claims.read import read
from pricing.claims.findings import Finding, Verdict
from pricing.claims.solve import findings
from tests.bot.understanding.adapter import vocabulary

SLIPS = (Verdict.WRONG, Verdict.FOLLOWS)


def found(text: str) -> dict[str, Finding]:
    """Stated figure, as written -> its finding."""
    said = read(text, vocabulary())
    return {one.figure.text: one for one in findings(said.figures, links(said.text, said.figures))}


def slips(text: str) -> list[str]:
    """The figures of a text that do not add up."""
    return [stated for stated, one in found(text).items() if one.verdict in SLIPS]


def held(text: str) -> list[str]:
    """The figures of a text that hold."""
    return [stated for stated, one in found(text).items() if one.verdict is Verdict.HOLDS]


found("1 node at $1/h for 1 hour comes to $1")  # names are read once, before the first example is timed
