"""Other GPUs for equal work: how many do the work of one, and which is nearest where a provider lacks the one asked.

The factor is the ratio of dense BF16 peaks (never the sparse figure): 1 H100 = 989 / 312 = 3.170 A100. Measured
speed-ups differ (H100 against A100 by best matrix product: 2.930), so answers say "about".
"""

from collections.abc import Iterable, Mapping
from decimal import Decimal

from pricing.catalog import Gpu

MOST_FOR_ONE = Decimal(4)
"""More GPUs than this for one that is asked for are another plan, not a substitute."""
LEAST_MEMORY = Decimal("0.5")
"""A substitute holds at least this part of the memory of the GPU asked for."""


def work_factor(asked: Gpu, offered: Gpu) -> Decimal | None:
    """GPUs of `offered` that do the work of one `asked`, by dense BF16 peak; None when a peak is not known."""
    if offered.id == asked.id or offered.id in asked.covers:
        return Decimal(1)
    if not asked.bf16_dense_tflops or not offered.bf16_dense_tflops:
        return None
    return asked.bf16_dense_tflops / offered.bf16_dense_tflops


def nearest(asked: Gpu, candidates: Iterable[str], gpus: Mapping[str, Gpu]) -> str | None:
    """The candidate whose factor is nearest to 1 (then most memory, then name); None when none is near enough."""
    ranked = []
    for name in candidates:
        factor = work_factor(asked, gpus[name])
        if factor and factor <= MOST_FOR_ONE and _has_memory(asked, gpus[name]):
            distance = max(factor, 1 / factor)
            ranked.append((distance, -(gpus[name].memory_gb or 0), name))
    return min(ranked)[2] if ranked else None


def _has_memory(asked: Gpu, offered: Gpu) -> bool:
    """Whether the memory is near enough; a GPU whose memory is not known is given the benefit of the doubt."""
    if asked.memory_gb is None or offered.memory_gb is None:
        return True
    return offered.memory_gb >= asked.memory_gb * LEAST_MEMORY
