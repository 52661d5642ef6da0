"""Which GPU or provider of the book a written name means: exactly that one, or none. Never one that is only near.

A name is cut into the model ("h100"), a memory ("80GB") and a form ("SXM5"); case, spaces, hyphens and the words of
vendors do not matter. The model must be one of the book's; memory and form choose among its variants.
"""

import re
import unicodedata
from collections.abc import Mapping
from decimal import Decimal
from functools import lru_cache, partial
from typing import NamedTuple

from rapidfuzz import fuzz, process

from pricing.catalog import Gpu, Provider

LONGEST = 120
CACHED = 16_384
NEAR_ENOUGH = 60
NAMES_SHOWN = 3
LINKED = "nvlink"
"""In place of a form: SXM for most, but also a pair of PCIe cards with a bridge."""
VISIBLE = Decimal("0.05")  # drivers report up to 5% less than the data sheet

_MEMORY = re.compile(r"(?<![a-z0-9.])(\d{1,4}(?:\.\d{1,2})?)\s?(?:gib|gb|g)(?![a-z0-9])")
_FORM = re.compile(
    r"(?<![a-z])(sxm(?:[2-6](?=\d\dg|\D|$))?|pci[\s-]?e(?:xpress)?|oam|nvl(?!ink)(?:\d+)?|[hd]gx)(?![a-z])"
)
_SLICE = re.compile(r"\d+g\.\d+gb|\bmig\b")
_NOISE = re.compile(
    r"\b(?:nvidia|tesla|geforce|amd|instinct|intel|habana|huawei|gpus?|hbm\d?e?|generation|superchip"
    r"|mod|mega)\b|华为|英伟达"  # "mega": Google's name for a machine with more network, not another card
)
_FORMS = {"hgx": "sxm", "dgx": "sxm"}
_SAME_FORM = {("sxm", "grace"), ("nvl", "grace")}  # superchips are sold under either word


class Written(NamedTuple):
    """A name in parts: the model in letters and digits, GB of memory, and a form (sxm, pcie, nvl, oam, nvlink)."""

    model: str
    memory: Decimal | None
    form: str


class _Known(NamedTuple):
    """One of the book's names of a GPU."""

    gpu: Gpu
    written: Written


@lru_cache(maxsize=CACHED)
def cut(text: str) -> Written:
    """The parts of a GPU's written name. The model is empty where there is none, as in a slice ("1g.10gb")."""
    plain = unicodedata.normalize("NFKC", text[:LONGEST]).casefold().replace("_", " ")
    if len(text) > LONGEST or _SLICE.search(plain):
        return Written("", None, "")
    form = ""
    if found := _FORM.search(plain):
        form = _form(found[1])
        plain = _FORM.sub(" ", plain)
    form = form or (LINKED if LINKED in plain else "")
    plain = plain.replace(LINKED, " ")
    memory = None
    if found := _MEMORY.search(plain):
        memory = Decimal(found[1])
        plain = plain[: found.start()] + " " + plain[found.end() :]
    return Written(_squeezed(_NOISE.sub(" ", plain.replace("-", " "))), memory, form)


class Names:
    """The names of a book's GPUs and providers, looked up many times: answers are kept by what was asked."""

    def __init__(self, gpus: Mapping[str, Gpu], providers: Mapping[str, Provider]) -> None:
        self._models: dict[str, list[_Known]] = {}
        for gpu in gpus.values():
            for name in (gpu.id, *gpu.names.values(), *gpu.aliases):
                known = _Known(gpu, cut(name))
                if known.written.model:
                    self._models.setdefault(known.written.model, []).append(known)
        self._providers: dict[str, str] = {}
        for provider in providers.values():
            for name in (provider.id, *provider.names.values(), *provider.aliases):
                if key := _squeezed(name):
                    self._providers.setdefault(key, provider.id)
        shown = {_squeezed(name): gpu.id for gpu in gpus.values() for name in (*gpu.aliases, gpu.id)}
        self._gpu = lru_cache(maxsize=CACHED)(self._find)
        self._provider = lru_cache(maxsize=CACHED)(lambda text: self._providers.get(_squeezed(text)))
        self._close_gpus = lru_cache(maxsize=CACHED)(partial(_near, shown))
        self._close_providers = lru_cache(maxsize=CACHED)(partial(_near, self._providers))

    def gpu(self, text: str, memory_gb: Decimal | None = None, form: str = "") -> str | None:
        """The id of the GPU that is meant, or None. What the name says of memory and form comes before the rest."""
        return self._gpu(text, memory_gb, form)

    def close(self, text: str) -> tuple[str, ...]:
        """Ids of GPUs whose names are near to it, nearest first, at most three."""
        return self._close_gpus(text)

    def provider(self, text: str) -> str | None:
        """The id of the provider with this id, name or alias, or None."""
        return self._provider(text)

    def close_providers(self, text: str) -> tuple[str, ...]:
        """Ids of providers whose names are near to it, nearest first, at most three."""
        return self._close_providers(text)

    def memory_of_one(self, text: str, memory_gb: Decimal, gpus: int) -> Decimal:
        """GB of one GPU where a file may state those of all: the share of one, if only that is known of the model."""
        known = [entry.gpu.memory_gb for entry in self._models.get(cut(text).model, ())]
        if gpus > 1 and not any(_fits(memory, memory_gb) for memory in known):
            share = memory_gb / gpus
            if any(_fits(memory, share) for memory in known):
                return share
        return memory_gb

    def _find(self, text: str, memory_gb: Decimal | None, form: str) -> str | None:
        written = cut(text)
        said = written.form if written.form != LINKED else ""
        wanted = Written(written.model, written.memory or memory_gb, said or _form(_squeezed(form)) or written.form)
        known = self._models.get(wanted.model, [])
        if wanted.form == LINKED:
            if len({entry.gpu.form for entry in known}) > 1:
                return None
            wanted = wanted._replace(form="")
        known = [entry for entry in known if _may_be(entry.gpu, wanted.form)]
        named = [entry for entry in known if _says_no_more(entry.written, wanted)]
        if wanted.memory is not None:
            fitting = [entry for entry in named if _fits(entry.gpu.memory_gb, wanted.memory)]
            if fitting:
                return _one(fitting, wanted)
            if any(_is_plain(entry) for entry in named):  # "H100" of 94 GB, where only the NVL has them
                others = {e.gpu.id for e in known if _fits(e.gpu.memory_gb, wanted.memory)}
                if len(others) == 1:
                    return others.pop()
        return _one(named, wanted)


def _one(entries: list[_Known], wanted: Written) -> str | None:
    """The GPU they mean: of that very form, else the one whose name says the least. None if two have an equal claim."""
    for of_form in (True, False):
        found = [
            entry for entry in entries if not of_form or (wanted.form and entry.gpu.form.casefold() == wanted.form)
        ]
        if not found:
            continue
        plain = [entry for entry in found if _is_plain(entry)] or found
        ids = list(dict.fromkeys(entry.gpu.id for entry in plain))
        if len(ids) > 1:
            ids = [name for name in ids if _squeezed(name) == wanted.model]
        return ids[0] if len(ids) == 1 else None
    return None


def _is_plain(entry: _Known) -> bool:
    return entry.written.memory is None and not entry.written.form


def _says_no_more(name: Written, wanted: Written) -> bool:
    """Whether all that a name of the book says beside the model was asked for."""
    memory = name.memory is None or (wanted.memory is not None and _fits(name.memory, wanted.memory))
    return memory and name.form in ("", wanted.form)


def _may_be(gpu: Gpu, form: str) -> bool:
    own = gpu.form.casefold()
    return not form or not own or own == form or (form, own) in _SAME_FORM


def _fits(known: Decimal | None, stated: Decimal) -> bool:
    return known is not None and abs(known - stated) <= VISIBLE * known


def _near(names: Mapping[str, str], text: str) -> tuple[str, ...]:
    """Ids whose names, the keys, are near to a text, each once."""
    found = process.extract(
        cut(text).model or _squeezed(text), list(names), scorer=fuzz.ratio, score_cutoff=NEAR_ENOUGH, limit=20
    )
    return tuple(dict.fromkeys(names[name] for name, _, _ in found))[:NAMES_SHOWN]


def _form(word: str) -> str:
    """The form a word names, without its generation: SXM5 is sxm. A link between cards is no form."""
    word = re.sub(r"[\s-]", "", word.casefold())
    if word.startswith("pci"):
        return "pcie"
    if word.startswith(LINKED):
        return ""
    return _FORMS.get(word, word.rstrip("0123456789"))


def _squeezed(text: str) -> str:
    """Letters and digits of any script, in one case."""
    folded = unicodedata.normalize("NFKC", text[:LONGEST]).casefold()
    return "".join(sign for sign in folded if sign.isalnum())
