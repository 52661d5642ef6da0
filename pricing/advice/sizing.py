"""How many GPU-hours a training run takes, and how many GPUs for how long.

Sources of the formulas: `C = 6 N D` FLOP (forward and backward; of a mixture of experts the active parameters count;
recomputation of activations is not in it), `GPU-hours = C / (dense BF16 peak x MFU x 3,600)`, `tokens = bytes / bytes
per token`. By hand: GPT-3 (175 B parameters, 300 B tokens, 3.15e23 FLOP) at MFU 40% takes 701,122 GPU-hours of A100,
28.5 days on 1,024 of them; of H100 221,183 GPU-hours, 9.0 days.
"""

from dataclasses import dataclass
from decimal import ROUND_CEILING, Decimal

from pricing.book import Book, Entry
from pricing.catalog import Gpu
from pricing.errors import NoAssumption
from pricing.units import HOURS_PER_DAY

FLOP_PER_PARAMETER_AND_TOKEN = Decimal(6)
FLOPS_PER_TFLOPS = Decimal(10) ** 12
BYTES_PER_TB = Decimal(10) ** 12
SECONDS_PER_HOUR = Decimal(3600)
BYTES_PER_TOKEN = Decimal("4.0")
"""For a book that has none: about 4 characters of English a token (OpenAI's rule of thumb); Chinese 1.5 to 5."""


@dataclass(frozen=True, slots=True)
class Taken:
    """An assumption as it was taken: from the book (`entry`), the asker, or a constant of this module."""

    value: Decimal
    entry: Entry | None = None
    is_askers: bool = False


@dataclass(frozen=True, slots=True)
class Training:
    """A training run on one model of GPU. `params`: those that work on a token. `peak`: dense BF16, TFLOP/s.
    `bytes_per_token` and `corpus_tb` are set where the tokens follow from an amount of text."""

    params: Decimal
    tokens: Decimal
    gpu: Gpu
    peak: Decimal
    mfu: Taken
    corpus_tb: Decimal | None = None
    bytes_per_token: Taken | None = None

    @property
    def flop(self) -> Decimal:
        """6 N D."""
        return FLOP_PER_PARAMETER_AND_TOKEN * self.params * self.tokens

    @property
    def gpu_hours(self) -> Decimal:
        """FLOP over what one GPU does in an hour."""
        return self.flop / (self.peak * FLOPS_PER_TFLOPS * self.mfu.value * SECONDS_PER_HOUR)

    def gpus_within(self, hours: Decimal, gpus_per_node: int) -> int:
        """Fewest whole nodes that are done in so many hours, in GPUs."""
        nodes = (self.gpu_hours / hours / gpus_per_node).to_integral_value(rounding=ROUND_CEILING)
        return max(1, int(nodes)) * gpus_per_node

    def hours_on(self, gpus: int) -> Decimal:
        """How long so many GPUs take."""
        return self.gpu_hours / gpus

    def days_on(self, gpus: int) -> Decimal:
        """The same in days."""
        return self.hours_on(gpus) / HOURS_PER_DAY


def taken(name: str, said: Decimal | None, book: Book, default: Decimal | None = None) -> Taken:
    """An assumption: the asker's value, the book's, or `default`. Raises NoAssumption without any of them."""
    if said is not None:
        return Taken(said, is_askers=True)
    try:
        entry = book.assumption(name)
    except NoAssumption:
        if default is None:
            raise
        return Taken(default)
    if entry.value is None:
        if default is None:
            raise NoAssumption(name, book.day)
        return Taken(default)
    return Taken(entry.value, entry)


def tokens_in(corpus_tb: Decimal, bytes_per_token: Decimal) -> Decimal:
    """Tokens of so many TB (10^12 bytes) of text."""
    return corpus_tb * BYTES_PER_TB / bytes_per_token
