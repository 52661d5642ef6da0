"""Names that are given to what the book knows, and taken from it. No two things of a kind have one name."""

from sqlite_utils.utils import sqlite3

from pricing.base import changed
from pricing.catalog import Gpu, Instance, Provider, Region
from pricing.changes import Aliasing, Impossible
from pricing.items import every

Connection = sqlite3.Connection
Named = Gpu | Provider | Instance | Region
MODELS: dict[str, type[Named]] = {"gpu": Gpu, "provider": Provider, "instance": Instance, "region": Region}


def renamed(connection: Connection, aliasing: Aliasing) -> Named:
    """The thing with the alias, or without it. Raises Impossible."""
    things = {thing.id: thing for thing in every(connection, MODELS[aliasing.table])}
    thing = things.get(aliasing.id)
    if thing is None:
        raise Impossible("unknown", table=aliasing.table, id=aliasing.id)
    key = aliasing.alias.casefold()
    if not aliasing.add:
        if all(name.casefold() != key for name in thing.aliases):
            raise Impossible("no-such-alias", id=aliasing.id, alias=aliasing.alias)
        return changed(thing, aliases=tuple(name for name in thing.aliases if name.casefold() != key))
    for other in things.values():
        if key == other.id.casefold() or any(key == name.casefold() for name in other.aliases):
            raise Impossible("alias-taken", alias=aliasing.alias, id=other.id)
    return changed(thing, aliases=(*thing.aliases, aliasing.alias))
