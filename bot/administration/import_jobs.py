"""The long parts of an import, as a process of its own does them: it opens the book anew."""

from datetime import date, datetime
from pathlib import Path

from pricing import trail
from pricing.audit import Stamp
from pricing.changes import Action, Policy, Saved
from pricing.importing import Importer
from pricing.imports.preview import Options, Preview
from pricing.imports.source import Source
from pricing.store import Store
from pricing.tally import Progress


def previewed(
    path: Path,
    source: Source,
    options: Options,
    now: datetime,
    actor: str,
    policy: Policy,
    today: date,
    progress: Progress,
) -> Preview:
    """`Importer.preview` in a process of its own."""
    with Store.open(path, now=now) as store:
        importer = Importer(store, store.book, path.with_suffix(".imports"))
        return importer.preview(source, options, now, actor, policy, progress, today)


def written(
    path: Path,
    source: Source,
    options: Options,
    now: datetime,
    actor: str,
    policy: Policy,
    preview: Preview,
    stamp: Stamp,
    progress: Progress,
) -> Saved:
    """`write_once` in a process of its own."""
    with Store.open(path, now=now) as store:
        importer = Importer(store, store.book, path.with_suffix(".imports"))
        return write_once(store, importer, source, preview, stamp, progress)


def write_once(
    store: Store, importer: Importer, source: Source, preview: Preview, stamp: Stamp, progress: Progress
) -> Saved:
    """Write what was previewed, unless the same request wrote it while this one waited for the book."""
    with store.transaction() as connection:
        if stamp.request and (done := trail.done(connection, stamp.request, Action.IMPORTED)):
            return done
        return importer.write(connection, preview, stamp, source.data, progress)
