"""What a model is trained on, given as data; and the parameters of a mixture of experts that are active."""

from bot.understanding.draft import Draft
from bot.understanding.kinds import Kind, Token
from bot.understanding.phrases import Match
from bot.understanding.quantities import Data, applied
from bot.understanding.slots.runs import SMALLEST_MODEL
from bot.understanding.slots.slot import Fact, Facts, Phrase, Places

_IN_TRAINING = (Kind.TRAIN, Kind.MODEL, Kind.PARAMS, Kind.CORPUS)
_DATASETS = ("dataset", "datasets")
_BYTES = frozenset({"B"})


def _corpus(m: Match) -> Facts | None:
    """1.2 TB of text, 1.2TB文本, a corpus of 800 GB."""
    size = m[Kind.SIZE].value
    return [Fact("corpus_tb", size.tb)] if isinstance(size, Data) else None


def _bytes_per_token(m: Match) -> Facts | None:
    """3 bytes a token, 3.5 bytes/token, 每token 3字节."""
    size = m[Kind.SIZE].value
    fits = isinstance(size, Data) and size.unit in _BYTES and size.amount > 0
    return [Fact("bytes_per_token", size.amount)] if fits else None


def _active(m: Match) -> Facts | None:
    """37B active, 激活37B, 37B active parameters."""
    number = applied(m[Kind.NUM].value)
    return None if number.bad or number.low < SMALLEST_MODEL else [Fact("active_params", number)]


_IS = "(COLON|OF|AT|FILLER)*"

PHRASES: tuple[Phrase, ...] = (
    ("AT? SIZE (PER|A|SLASH|EACH)+ TOKENS|(PER|A|EACH) TOKENS (COLON|AT|FILLER)* SIZE", _bytes_per_token),
    (f"SIZE (OF|FILLER)* (CORPUS|TOKENS)|(CORPUS|TOKENS) {_IS} SIZE", _corpus),
    (f"NUM DASH? OF? PARAMS? ACTIVE PARAMS?|ACTIVE PARAMS? {_IS} NUM PARAMS?", _active),
)


def read(draft: Draft, left: Places) -> None:
    """train 175B on 1.2 TB, on a 1.2 TB dataset: in a training run data behind "on", or a data set, is its text."""
    training = draft.has(*_IN_TRAINING) or "model_params" in draft.said or _names_a_size(draft)
    if "corpus_tb" in draft.said or not training:
        return
    for at in left:
        token = draft.tokens[at]
        if token.kind is Kind.SIZE and isinstance(token.value, Data) and (spans := _is_trained_on(draft, at)):
            draft.say("corpus_tb", token.value.tb, token, *spans)
            left[:] = [place for place in left if place != at and draft.tokens[place] not in spans]
            return


def _names_a_size(draft: Draft) -> bool:
    """A bare 175B, which is read as a model later on."""
    return any(token.kind is Kind.NUM and token.value.suffix in ("b", "bn") for token in draft.tokens)


def _is_trained_on(draft: Draft, at: int) -> list[Token]:
    """The words that say so; none where it is other data."""
    after, before = at + 1 + (draft.kind_at(at + 1) is Kind.OF), draft.before(at, Kind.A, Kind.FILLER)
    if draft.kind_at(after) is Kind.STORAGE and draft.lower(draft.tokens[after]) in _DATASETS:
        return [draft.tokens[after]]
    other = draft.kind_at(after) in (Kind.STORAGE, Kind.EGRESS, Kind.OF, Kind.NODE, Kind.CARD, Kind.GPU)
    return [before] if before is not None and before.kind is Kind.ON and not other else []
