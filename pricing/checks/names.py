"""What the name of a SKU says: which GPU, which form, and which way of buying."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from pricing.catalog import Gpu

_FORM = re.compile(r"(?<![a-z0-9])(sxm|pcie|pci e|pci|nvl)\d?(?:x\d+)?(?![a-z])")
_FORMS = {"sxm": "sxm", "pcie": "pcie", "pci e": "pcie", "pci": "pcie", "nvl": "nvl"}
_APART = re.compile(r"[^0-9a-z\u4e00-\u9fff]+")
_NUMBER = re.compile(r"\d+")
_SIZE = re.compile(r"(?<![0-9])xlarge")


class Said(NamedTuple):
    """What a name says about the card: GPUs by id, and the form where it says one."""

    gpus: frozenset[str]
    form: str


NOTHING = Said(frozenset(), "")


class Names:
    """Finds the GPUs of a catalogue in the names of SKUs."""

    def __init__(self, gpus: Mapping[str, Gpu]) -> None:
        self._gpus = gpus
        self._names = {name: gpu.id for gpu in gpus.values() for name in _written(gpu)}
        ordered = sorted(self._names, key=len, reverse=True)
        one_of = "|".join(re.escape(name) for name in ordered)
        # A count may stand before or behind: 8xA100, 1H100, L40x4.
        self._pattern = re.compile(rf"(?<![a-z0-9])(?:\d\d?x?)?({one_of})(?:x\d+)?(?![a-z0-9])") if one_of else None
        self.said = lru_cache(maxsize=4096)(self._find)
        """What a text says about the card."""
        self._families = {name: self._root(name) for name in gpus}

    def _find(self, text: str) -> Said:
        plain = _APART.sub(" ", text.casefold())
        found = self._pattern.findall(plain) if self._pattern else ()
        forms = {_FORMS[form] for form in _FORM.findall(plain)}
        form = forms.pop() if len(forms) == 1 else ""
        return Said(frozenset(self._names[name] for name in found), form) if found or form else NOTHING

    def family(self, gpu: str) -> str:
        """The plain model a GPU is a kind of: A100 for A100-80GB."""
        return self._families.get(gpu, gpu)

    def forms(self, gpu: str) -> frozenset[str]:
        """The forms its family comes in, in lower case, as far as the catalogue tells."""
        family = self.family(gpu)
        return frozenset(self._gpus[name].form.casefold() for name, root in self._families.items() if root == family)

    def _root(self, name: str) -> str:
        roots = [other for other in self._gpus if name == other or name.startswith(f"{other}-")]
        return min(roots, key=len)


def _written(gpu: Gpu) -> set[str]:
    """Ways its name is written, in small letters; a bare number could be anything."""
    ways = {_APART.sub(" ", name.casefold()).strip() for name in (gpu.id, *gpu.aliases, *gpu.names.values())}
    return {way for way in ways if way and not way.isdigit()}


@lru_cache(maxsize=4096)
def _frame(name: str) -> tuple[str, tuple[int, ...]]:
    """A name without its numbers, and the numbers. `xlarge` is the size that `2xlarge` is twice."""
    plain = _SIZE.sub("1xlarge", name.casefold())
    return _NUMBER.sub("#", plain), tuple(int(number) for number in _NUMBER.findall(plain))


def other_host(one: str, gpus: int, other: str, other_gpus: int) -> bool:
    """Whether two names of one series tell that the host does not grow in step with the GPUs.

    NC24ads, NC48ads and NC96ads with 1, 2 and 4 GPUs are in step; g6.xlarge and g6.12xlarge with 1 and 4 are not.
    """
    (frame, numbers), (other_frame, other_numbers) = _frame(one), _frame(other)
    if frame != other_frame or numbers == other_numbers:
        return False
    pairs = zip(numbers, other_numbers, strict=True)
    return any(a != b and a * other_gpus != b * gpus for a, b in pairs)
