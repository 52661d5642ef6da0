"""The schema: strict, closed word lists that hold all the code can say, canonical numbers, steps in order."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database
from sqlite_utils.utils import sqlite3

from pricing import sqlite
from pricing.book import EntryKind
from pricing.catalog import ComponentKind, FeeKind, Includes, Mode, PriceKind, ProviderKind, Tax
from pricing.migrations import SCHEMA_VERSION, pricing
from pricing.rows import TABLES
from pricing.store import Store
from pricing.units import PricingUnit
from tests.pricing.books_on_disk import NOW, a_price, price_of, small_store


@pytest.fixture
def db() -> Iterator[Database]:
    with closing(sqlite3.connect(":memory:")) as connection:
        database = Database(connection, execute_plugins=False)
        pricing.apply(database)
        yield database


def test_all_our_tables_are_strict(db: Database) -> None:
    tables = {name: strict for _, name, kind, _, _, strict in db.execute("PRAGMA table_list") if kind == "table"}
    ours = {name for name in tables if not name.startswith(("sqlite_", "_sqlite_"))}
    assert ours >= set(TABLES.values())
    assert all(tables[name] for name in ours)


def test_every_field_has_its_column(db: Database) -> None:
    for model, table in TABLES.items():
        assert set(model.model_fields) == {column.name for column in db[table].columns} - {"since"}, table


@pytest.mark.parametrize(
    ("table", "column", "words"),
    [
        ("entry", "kind", EntryKind),
        ("provider", "kind", ProviderKind),
        ("fee", "kind", FeeKind),
        ("component", "kind", ComponentKind),
        ("offer", "includes", Includes),
        ("offer", "tax", Tax),
        ("offer", "price_kind", PriceKind),
    ],
)
def test_a_word_list_of_the_code_is_the_one_of_the_table(
    db: Database, table: str, column: str, words: type[EntryKind]
) -> None:
    """A new word needs a new step of the schema."""
    [schema] = db.execute("SELECT sql FROM sqlite_schema WHERE name = ?", [table]).fetchone()
    listed = ", ".join(repr(word.value) for word in words)
    assert f"{column} TEXT NOT NULL CHECK ({column} IN ({listed}))" in schema


def test_units_and_modes_are_rows(db: Database) -> None:
    """A new unit or mode needs a new step that inserts it."""
    assert {name for (name,) in db.execute("SELECT name FROM unit")} == {unit.value for unit in PricingUnit}
    assert {name for (name,) in db.execute("SELECT name FROM mode")} == {mode.value for mode in Mode}


INSERT = """INSERT INTO entry (kind, subject, value, currency, unit, effective_from, observed_on, source, note,
    entered_by, entered_at) VALUES ('assumption', 'x', ?, '', 'number', ?, '', 's', '', 'me', '2026-12-01T00:00:00')"""


@pytest.mark.parametrize("value", ["0", "0.1", "1.10", "100", "0.0000001", "123456789012345.123456789012", None])
def test_canonical_numbers_are_taken(db: Database, value: str | None) -> None:
    db.execute(INSERT, [value, "2026-12-01"])
    assert db.execute("SELECT value, typeof(value) FROM entry").fetchone()[0] == value


NOT_CANONICAL = [
    *("", ".5", "5.", "01", "00.1", "1e3", "1E3", "-1", "+1", " 1", "1 ", "1,000", "1.2.3", "1_000", "NaN", "Infinity"),
    *("１", "٣", "1\x00", "1\x002", "0x10", "1'", "9" * 41),
]


@pytest.mark.parametrize("value", NOT_CANONICAL)
def test_anything_else_is_refused(db: Database, value: str) -> None:
    with pytest.raises(sqlite3.IntegrityError, match="plain number"):
        db.execute(INSERT, [value, "2026-12-01"])


def test_a_float_given_as_a_number_keeps_no_more_than_its_text(db: Database) -> None:
    """STRICT turns a number into text; a float with an exponent does not pass for one."""
    with pytest.raises(sqlite3.IntegrityError):
        db.execute(INSERT, [1e-7, "2026-12-01"])


@pytest.mark.parametrize("day", ["2026-13-01", "2026-02-30", "2026-2-3", "01.12.2026", "now", "", "2026-12-01T00:00"])
def test_a_first_day_is_a_day(db: Database, day: str) -> None:
    with pytest.raises((sqlite3.IntegrityError, sqlite3.OperationalError)):
        db.execute(INSERT, ["1", day])


def test_an_older_file_is_brought_up_to_date_in_one_piece(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A step that fails leaves the file as it was; the next start does it."""
    path = tmp_path / "book.db"
    with small_store(path) as store:
        store.add_entries([a_price("2")])
    step = _extra_step(monkeypatch, "CREATE TABLE later (id INTEGER) STRICT; this is not SQL;")
    with pytest.raises(Exception, match="syntax error"):
        Store.open(path, now=NOW)
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
        assert not file.execute("SELECT 1 FROM sqlite_schema WHERE name = 'later'").fetchone()
    step.sql = "CREATE TABLE later (id INTEGER) STRICT;"
    with Store.open(path, now=NOW) as store:
        assert price_of(store) == "2"
        with store.transaction() as connection:
            assert connection.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION + 1,)
            assert connection.execute("SELECT count(*) FROM later").fetchone() == (0,)


class _Step:
    def __init__(self, sql: str) -> None:
        self.sql = sql

    def __call__(self, db: Database) -> None:
        for statement in self.sql.split(";"):
            db.conn.execute(statement)


def _extra_step(monkeypatch: pytest.MonkeyPatch, sql: str) -> _Step:
    step = _Step(sql)
    monkeypatch.setattr(pricing, "_migrations", list(pricing._migrations))
    pricing(name="later")(lambda db: step(db))
    monkeypatch.setattr(sqlite, "SCHEMA_VERSION", SCHEMA_VERSION + 1)
    return step
