"""Training runs: model size, tokens, and work given as GPU-hours."""

from decimal import Decimal

from bot.understanding.draft import Draft
from bot.understanding.durations import DAYS
from bot.understanding.kinds import Kind, Number
from bot.understanding.phrases import Match
from bot.understanding.quantities import applied
from bot.understanding.slots.slot import Fact, Facts, Phrase, Places
from pricing.units import TimeUnit

SMALLEST_MODEL = 10**6
_BILLION, _TRILLION = Decimal(10) ** 9, Decimal(10) ** 12


def _gpu_hours(m: Match) -> Facts | None:
    """48 A100 GPU days, ten thousand H100-hours, 20万A100卡时."""
    number: Number = m[Kind.NUM].value
    unit = (m.first(Kind.GPU_TIME) or m[Kind.UNIT]).value
    if number.bad or number.suffix not in ("", "m", "mn", "mm", "w") or unit is TimeUnit.MINUTE:
        return None
    return [Fact("gpu_hours", applied(number).times(DAYS[unit] * 24))]


def _node_hours(m: Match) -> Facts | None:
    """3,000 node hours of 8xH100: GPU-hours once the GPUs of a node are known."""
    number: Number = m[Kind.NUM].value
    if number.bad or number.suffix:
        return None
    return [Fact("node_hours", number.times(DAYS[m[Kind.NODE_TIME].value] * 24))]


def _params(m: Match) -> Facts | None:
    """70B model, 175B参数, 千亿模型."""
    number = applied(m[Kind.NUM].value)
    return None if number.bad or number.low < SMALLEST_MODEL else [Fact("model_params", number)]


def _experts(m: Match) -> Facts | None:
    """8x7B: the parameters of all experts."""
    experts, each = (token.value for token in m.all(Kind.NUM))
    if each.suffix != "b" or experts.suffix or experts.bad or not experts.whole:
        return None
    return [Fact("model_params", applied(each).times(experts.low))]


def _requests(m: Match) -> Facts | None:
    """100 billion small files, 20万次请求, 200k requests a day: as many in all, or in each unit of time."""
    number: Number = m[Kind.NUM].value
    if number.bad or number.suffix not in ("", "m", "b", "bn", "k", "w"):
        return None
    unit = m.first(Kind.UNIT, Kind.DURATION, Kind.PER)
    per = getattr(unit.value, "unit", unit.value) if unit is not None and unit.value else None
    found = [Fact("requests", applied(number))]
    return found if per is None else [*found, Fact("requests_per", TimeUnit(per).value)]


def _tokens(m: Match) -> Facts | None:
    """15T tokens, 3000亿token, tokens: 1.5 trillion."""
    number: Number = m[Kind.NUM].value
    return None if number.bad else [Fact("tokens", applied(number))]


_BETWEEN = "(FILLER|WAY|PROVIDER|OF|FORM|OR|OPEN|REGION|GE|COMPARE)*"

GPU_TIME: tuple[Phrase, ...] = (
    ("NUM TIMES NUM", _experts),
    (f"NUM GE? {_BETWEEN} NODE_TIME", _node_hours),
    (f"NUM GE? {_BETWEEN} (GPU DASH?)? (GPU_TIME|CARD DASH? UNIT)|NUM GE? GPU DASH? UNIT(?!NUM)", _gpu_hours),
)
REQUESTS: tuple[Phrase, ...] = (
    ("NUM (GE|OF)? REQUESTS ((PER|SLASH) UNIT|DURATION)", _requests),
    ("PER NUM (GE|OF)? REQUESTS", _requests),
    ("NUM (GE|OF)? REQUESTS", _requests),
)
TRAINING: tuple[Phrase, ...] = (
    ("TOKENS (COLON|OF|AT|FILLER)* NUM|NUM GE? OF? TOKENS", _tokens),
    ("NUM DASH? OF? (PARAMS|MODEL)+|(PARAMS|MODEL) (COLON|OF|AT|FILLER)* NUM", _params),
)


def read(draft: Draft, left: Places) -> None:
    """A bare 70B is a model, a bare 15T in a training run its data."""
    training = draft.has(Kind.TRAIN, Kind.MODEL, Kind.PARAMS)
    for at in left:
        token = draft.tokens[at]
        if token.kind is not Kind.NUM:
            continue
        number: Number = token.value
        if number.suffix in ("b", "bn") and "model_params" not in draft.said and number.low * 100 >= 1:
            draft.say("model_params", number.times(_BILLION), token)
        elif number.suffix in ("t", "tn") and training and "tokens" not in draft.said:
            draft.say("tokens", number.times(_TRILLION), token)
