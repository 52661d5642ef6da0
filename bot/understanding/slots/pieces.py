"""Pieces of a text that are taken out whole, before anything else is read."""

from collections.abc import Iterable

from bot.understanding.draft import Draft
from bot.understanding.kinds import Kind, Token


def take_out(draft: Draft, places: Iterable[tuple[int, int]], field: str) -> None:
    """One token for each piece (first place in the draft's tokens, one past the last), in tokens and words alike. All
    of it went to the field."""
    pieces = []
    for start, end in sorted(places):
        piece = Token(Kind.PIECE, draft.tokens[start].start, draft.tokens[end - 1].end)
        draft.mark(field, piece)
        pieces.append(piece)
    if not pieces:
        return
    _ = draft.language  # is told by all words, before some are taken out
    draft.tokens, draft.words = (_with(pieces, tokens) for tokens in (draft.tokens, draft.words))
    for name in ("kinds", "spellings"):
        draft.__dict__.pop(name, None)  # of the words as they are now


def _with(pieces: list[Token], tokens: list[Token]) -> list[Token]:
    kept = [one for one in tokens if not any(piece.start <= one.start < piece.end for piece in pieces)]
    return sorted([*kept, *pieces], key=lambda token: token.start)
