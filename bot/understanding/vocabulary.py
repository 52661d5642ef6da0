"""The names a text may use. They come from the catalog, so a GPU added with its aliases is understood at once."""

from collections.abc import Iterable
from dataclasses import dataclass

from pricing.catalog import Gpu, Instance, Provider, Region


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    """Known GPUs, providers, instance types and systems, and regions, with their aliases.

    Build it once per version of the catalog: whatever the reader derives from it (tries, tables) is cached by identity.
    """

    gpus: tuple[Gpu, ...]
    providers: tuple[Provider, ...]
    instances: tuple[Instance, ...]
    regions: tuple[Region, ...]

    @classmethod
    def of(
        cls,
        gpus: Iterable[Gpu],
        providers: Iterable[Provider],
        instances: Iterable[Instance],
        regions: Iterable[Region],
    ) -> "Vocabulary":
        """A vocabulary from catalog rows."""
        return cls(tuple(gpus), tuple(providers), tuple(instances), tuple(regions))
