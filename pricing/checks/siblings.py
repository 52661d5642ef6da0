"""Checks between the prices of one seller: shapes, regions and GPUs beside each other."""

from collections.abc import Iterator
from decimal import Decimal

from pricing.catalog import Gpu, Mode
from pricing.checks.bands import LEAST_OF_ON_DEMAND
from pricing.checks.lines import Line, ratio
from pricing.checks.look import Look
from pricing.checks.names import other_host
from pricing.findings import Finding, FindingKind

SAME_SHAPE = Decimal("1.75")
"""Between two machines with as many GPUs: hosts and networks differ, by half at most in what is published."""
OTHER_SHAPE = Decimal("1.25")
"""Per GPU, between machines with 1, 2, 4 and 8 GPUs of one series: most cost exactly the same, none much more."""
OTHER_REGION = {Mode.SPOT: Decimal(5)}
USUAL_OTHER_REGION = Decimal("2.7")
"""To the nearest of the other regions. Published regions differ 2 times on demand, 2.6 times on spot."""
SIBLING_DAYS = 180
"""Prices seen further apart than this are not of one price list."""
LESSER_DEARER = Decimal(2)
PCIE_DEARER = Decimal("1.1")
"""A tenth: a PCIe host may be the newer of the two, which shows in savings plans."""
OTHER_CLASS = Decimal("1.5")
"""GPUs whose peaks (or memories) differ by this factor are not sold at one price."""


def out_of_line(look: Look) -> Iterator[Finding]:
    """Far from its own siblings per GPU: other shapes, other regions, other ways of buying, other GPUs."""
    if look.line and (other := _by_shape(look, look.line) or _by_way(look, look.line) or _by_gpu(look, look.line)):
        values = {"value": look.line.per_hour, "other": look.price_of(other)}
        yield Finding(FindingKind.OUT_OF_LINE, values)


def _by_shape(look: Look, line: Line) -> Line | None:
    """The sibling of another shape, or in another region, that it is out of line with."""
    alike = [(other, limit) for other in look.same_terms() if (limit := _limit(line, other))]
    if not alike:
        return _by_region(look, line)
    apart = [other for other, limit in alike if line.usd > other.usd * limit or other.usd > line.usd * limit]
    if not apart:
        return None
    smallest = min((other for other, _ in alike), key=lambda other: other.gpus)
    if smallest in apart and smallest.gpus < line.gpus:
        return smallest
    return apart[0] if 2 * len(apart) > len(alike) else None


def _by_region(look: Look, line: Line) -> Line | None:
    """The nearest price of other regions, where even that is too far."""
    limit = OTHER_REGION.get(line.terms.mode, USUAL_OTHER_REGION)
    low, high = line.usd / limit, line.usd * limit
    others = []
    for other in look.elsewhere():
        if _one_list(line, other):
            if low <= other.usd <= high:
                return None
            others.append(other)
    return min(others, key=lambda other: ratio(line.usd, other.usd), default=None)


def _limit(line: Line, other: Line) -> Decimal | None:
    """How far two siblings on the same terms may be apart; None where they cannot be compared."""
    if not _one_list(line, other):
        return None
    if line.gpus == other.gpus:
        return SAME_SHAPE
    return None if other_host(line.name, line.gpus, other.name, other.gpus) else OTHER_SHAPE


def _one_list(line: Line, other: Line) -> bool:
    if line.observed is None or other.observed is None or line.observed == other.observed:
        return True
    return abs((line.observed - other.observed).days) <= SIBLING_DAYS


def _by_way(look: Look, line: Line) -> Line | None:
    """The price on demand that this one is too small a part of."""
    part = LEAST_OF_ON_DEMAND.get(line.terms.mode)
    on_demand = look.bought(Mode.ON_DEMAND) if part else []
    cheapest = min(on_demand, key=lambda other: other.usd, default=None)
    return cheapest if part and cheapest and line.usd < cheapest.usd * part else None


def _by_gpu(look: Look, line: Line) -> Line | None:
    """A lesser GPU that costs twice as much, or a greater one that costs half."""
    gpus = look.market.gpus
    if not (own := gpus.get(line.gpu)):
        return None
    twice = line.usd * LESSER_DEARER
    for low, high in look.market.around.shelf(line):
        if low.gpu == line.gpu or not (low.usd > twice or line.usd > high.usd) or not (other := gpus.get(low.gpu)):
            continue
        if twice < low.usd and _greater(own, other):
            return low
        if line.usd > high.usd * LESSER_DEARER and _greater(other, own):
            return high
    return None


def _greater(one: Gpu, other: Gpu) -> bool:
    """Whether a GPU is at least the equal of another of the same maker in peak and in memory."""
    if one.vendor != other.vendor or not (one.bf16_dense_tflops and other.bf16_dense_tflops):
        return False
    if not (one.memory_gb and other.memory_gb):
        return False
    return one.bf16_dense_tflops >= other.bf16_dense_tflops and one.memory_gb >= other.memory_gb


def pcie_above_sxm(look: Look) -> Iterator[Finding]:
    """The PCIe card dearer than the SXM module of the same seller. `value`: PCIe, `other`: SXM."""
    line = look.line
    if not line or line.form not in ("pcie", "sxm"):
        return
    family = look.market.names.family(line.gpu)
    for low, high in look.market.around.shelf(line):
        if look.market.names.family(low.gpu) != family or (low.memory and line.memory and low.memory != line.memory):
            continue
        if line.form == "pcie" and low.form == "sxm" and line.usd > low.usd * PCIE_DEARER:
            values = {"value": line.per_hour, "other": look.price_of(low)}
        elif line.form == "sxm" and low.form == "pcie" and high.usd > line.usd * PCIE_DEARER:
            values = {"value": look.price_of(high), "other": line.per_hour}
        else:
            continue
        yield Finding(FindingKind.PCIE_ABOVE_SXM, values)
        return


def same_as_other_gpu(look: Look) -> Iterator[Finding]:
    """Exactly the seller's price of a GPU of another class: the cells of a table have slipped."""
    if not (line := look.line):
        return
    gpus = look.market.gpus
    if not (one := gpus.get(line.gpu)) or not (one.bf16_dense_tflops or one.memory_gb):
        return
    for other in look.same_value():
        if other.gpu == line.gpu or other.terms != line.terms:
            continue
        if (two := gpus.get(other.gpu)) and _other_class(one, two):
            yield Finding(FindingKind.SAME_AS_OTHER_GPU, {"value": line.per_hour, "other_gpu": other.gpu})
            return


def _other_class(one: Gpu, two: Gpu) -> bool:
    for left, right in ((one.bf16_dense_tflops, two.bf16_dense_tflops), (one.memory_gb, two.memory_gb)):
        if left and right:
            return ratio(left, right) >= OTHER_CLASS
    return False
