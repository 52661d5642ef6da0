"""Finds the names of the vocabulary in a text, as typed or as they look, and names near to an unknown word."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from bot.understanding.kinds import Kind
from bot.understanding.trie import Trie
from bot.understanding.vocabulary import Vocabulary
from pricing.catalog import Gpu, Instance, ProviderKind

_LOOKS_LIKE = str.maketrans("oli|", "0111")
_STANDS_FOR = {("o", "0"), ("l", "1"), ("i", "1"), ("|", "1")}
_SEAM = re.compile(r"(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])|[\s_.'-]+")
_AFTER_NAME = re.compile(r"(?:'?s)?(?![a-z0-9])|(?=x\d|\*|sxm|pcie|nvl|hbm|gpu)")
_FORM = re.compile(r"(sxm|pcie|pci e|nvl|oam|hbm)\d?")


@dataclass(frozen=True, slots=True)
class Family:
    """A family of instance types named by its first part ("p5"): what all of them have in common."""

    gpu: str
    provider: str


@dataclass(frozen=True, slots=True)
class Name:
    """A name found in a text: its kind for the grammar, and the id, ids or instance it stands for."""

    kind: Kind
    value: Any
    alias: str

    @property
    def shown(self) -> str:
        """The id it stands for."""
        return str(self.value[0] if isinstance(self.value, tuple) else getattr(self.value, "id", self.value))


class Names:
    """All names of a vocabulary, ready to be looked for."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.gpus: dict[str, Gpu] = {gpu.id: gpu for gpu in vocabulary.gpus}
        self.instances: dict[str, Instance] = {instance.id: instance for instance in vocabulary.instances}
        names = [name for name in _all_names(vocabulary) if name.alias]
        self._trie = Trie((_spaced(name.alias).translate(_LOOKS_LIKE), name) for name in names)
        self._near = {
            _squeezed(name.alias): name for name in reversed(names) if name.kind not in (Kind.FAMILY, Kind.NODE)
        }
        self._keys = list(self._near)
        aliases = [name.alias for name in names if name.kind is Kind.GPU]
        self._heads = {head[0] for alias in aliases if (head := re.match(r"[a-z]+(?= ?\d)", alias))}

    def at(self, text: str, folded: str, start: int) -> tuple[int, Name] | None:
        """The longest name that starts here, and its end. `folded`: the text with look-alikes folded."""
        for end, name in self._trie.matches(folded, start):
            if not _stands_for(text[start:end], name.alias):
                continue
            if name.alias[-1].isascii():
                after = _AFTER_NAME.match(text, end)
                if not after:
                    continue
                return after.end(), name
            return end, name
        return None

    def is_head(self, word: str) -> bool:
        """Whether names of GPUs begin with this word and go on with digits (RTX 4090)."""
        return len(word) > 1 and word in self._heads

    def fold(self, text: str) -> str:
        """The text as `at` wants it."""
        return text.translate(_LOOKS_LIKE)

    def variants(self, gpu: str) -> list[Gpu]:
        """The model, those it covers, and those named after it (H100: H100-PCIe, H100-NVL)."""
        base = self.gpus[gpu]
        family = gpu.split("-")[0] if gpu.split("-")[0] in self.gpus else gpu
        return [base, *(other for other in self.gpus.values() if other.id != gpu and (other.id in base.covers or other.id.split("-")[0] == family))]  # fmt: skip  # noqa: E501

    def variant(self, gpu: str, detail: Any) -> str | None:
        """The model in a memory (Data) or form (str): A100 in 80 GB is A100-80GB. None when it does not come in it."""
        base, of_form = self.gpus[gpu], isinstance(detail, str)
        for model in self.variants(gpu):
            if (
                (model.form.lower() == detail)
                if of_form
                else (model.memory_gb == detail.amount and model.form in ("", base.form))
            ):
                return model.id
        return gpu if of_form or (base.memory_gb is None and not base.covers) else None

    def near(self, word: str) -> list[Name]:
        """Names a small edit away from a word nobody knows, nearest first, each once."""
        wanted = _squeezed(word.lower())
        if not 3 <= len(wanted) <= 40:
            return []
        reach = 1 if len(wanted) <= 5 else 2
        if wanted in self._near:
            return []  # known, only not used
        found = process.extract(wanted, self._keys, scorer=OSA.distance, score_cutoff=reach, limit=12)
        found.sort(key=lambda hit: (hit[1], -fuzz.ratio(hit[0], wanted)))
        seen: dict[object, Name] = {}
        for key, _, _ in found:
            name = self._near[key]
            if name.kind is not Kind.REGION or len(wanted) > 4:
                seen.setdefault(name.value if isinstance(name.value, str | tuple) else id(name.value), name)
        return list(seen.values())[:5]


def _all_names(vocabulary: Vocabulary) -> list[Name]:
    names: list[Name] = []
    for gpu in vocabulary.gpus:
        names += [Name(Kind.GPU, (gpu.id,), alias.lower()) for alias in (gpu.id, *gpu.names.values(), *gpu.aliases)]
    for instance in vocabulary.instances:
        names += [Name(Kind.INSTANCE, instance, alias.lower()) for alias in (instance.id, *instance.aliases)]
    for provider in vocabulary.providers:
        if provider.kind is not ProviderKind.OWN:
            names += [
                Name(Kind.PROVIDER, provider.id, alias.lower())
                for alias in (provider.id, *provider.names.values(), *provider.aliases)
            ]
    for region in vocabulary.regions:
        names += [Name(Kind.REGION, region.id, alias.lower()) for alias in (region.id, *region.aliases)]
    return names + _systems(vocabulary) + _families(vocabulary)


def _systems(vocabulary: Vocabulary) -> list[Name]:
    """ "DGX" for DGX H100 and DGX B200: first words of systems, which are nodes."""
    systems = [instance for instance in vocabulary.instances if not instance.provider]
    aliases = [alias.lower() for instance in systems for alias in (instance.id, *instance.aliases)]
    heads = {head[1] for alias in aliases if (head := re.match(r"([a-z]{3,})[ -]", alias))}
    return [Name(Kind.NODE, None, head) for head in sorted(heads)]


def _families(vocabulary: Vocabulary) -> list[Name]:
    """ "p5" for p5.48xlarge and p5.4xlarge: first parts that belong to one GPU of one provider."""
    found: dict[str, set[tuple[str, str]]] = {}
    for instance in vocabulary.instances:
        head = re.match(r"[a-z]+\d+[a-z]*(?:-b\d+)?(?=[.])", instance.id.lower())
        if instance.provider and head:
            found.setdefault(head.group(), set()).add((instance.gpu, instance.provider))
    return [Name(Kind.FAMILY, Family(*next(iter(of))), head) for head, of in found.items() if len(of) == 1]


def _spaced(alias: str) -> str:
    """The alias with a space wherever one may be typed: at its own seams, and between letters and digits."""
    return " ".join(part for part in _SEAM.split(alias) if part)


def _squeezed(word: str) -> str:
    return re.sub(r"[\s_.'\-]+", "", word)


def _stands_for(typed: str, alias: str) -> bool:
    """Whether what was typed may mean the alias: letters may look like its digits, never the other way round."""
    one, other = _squeezed(typed), _squeezed(alias)
    if one == other:
        return True
    return len(one) == len(other) and all(a == b or (a, b) in _STANDS_FOR for a, b in zip(one, other, strict=True))


@lru_cache(maxsize=8)
def names_of(vocabulary: Vocabulary) -> Names:
    """The names of a vocabulary, derived once for each (it compares by identity)."""
    return Names(vocabulary)
