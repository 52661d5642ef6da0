"""Whatever is changed behind the ledger's back is found, and the first row that does not hold is named."""

import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlite_utils import Database
from sqlite_utils.utils import sqlite3

from pricing.audit import COLUMNS, FIRST, Proof, prove
from pricing.catalog import Claim, Instance, Region
from pricing.changes import Action, Aliasing, Change
from pricing.migrations import pricing
from pricing.sqlite import APPLICATION_ID
from pricing.store import Store
from tests.pricing.books_on_disk import NOW, OFFER, TODAY, price_of
from tests.pricing.ledgers import LIST, SPOT, a_change, a_ledger, stocked

Connection = sqlite3.Connection
SEALED = ("audit", *COLUMNS)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Connection]:
    """A book in which everything has happened at least once, in memory."""
    with stocked(tmp_path_factory.mktemp("audit") / "book.db") as store:
        store.add_instance(Instance(id="DGX H100", gpu="H100", gpus_per_node=8))
        store.add_region(Region(id="eu", aliases=("Europe", "欧洲")))
        about = {"offer": OFFER, "text": {"en": "half"}, "stated": "0.5", "currency": "USD"}
        store.add_claims([Claim.model_validate({"id": "c", "source": "s", "stated_on": "2026", **about})])
        ledger = a_ledger(store)
        ledger.save(a_change("110", request="one"))
        ledger.save(a_change("50", SPOT))
        naming = Aliasing(table="gpu", id="H100", alias="Hopper")
        ledger.save(Change(action=Action.NAMED, actor="mei", aliases=(naming,)))
        ledger.save(ledger.undoing(ledger.latest(3)[-1].id, "li", "wrong"))
        ledger.propose(a_change("900"), ())
        ledger.reject(ledger.pending()[0].id, "li")
        ledger.note_rights('{"editors": ["mei"]}')
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as memory, store.reading() as connection:
            connection.backup(memory)
            yield memory


@pytest.fixture
def copy(book: Connection) -> Iterator[Connection]:
    """A copy of the book that may be spoiled: no triggers, no checks, no foreign keys."""
    with closing(_unguarded(book)) as memory:
        yield memory


def _unguarded(book: Connection) -> Connection:
    memory = sqlite3.connect(":memory:", isolation_level=None)
    book.backup(memory)
    for (name,) in memory.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
        memory.execute(f"DROP TRIGGER {name}")
    memory.execute("DROP INDEX IF EXISTS entry_cancels")
    memory.execute("PRAGMA ignore_check_constraints = ON")
    return memory


def _columns(connection: Connection, table: str) -> list[tuple[str, str]]:
    """Column and type."""
    return [(name, kind) for _, name, kind, *_ in connection.execute(f"PRAGMA table_info({table})")]


def _all_columns() -> list[tuple[str, str]]:
    with closing(sqlite3.connect(":memory:")) as connection:
        pricing.apply(Database(connection, execute_plugins=False))
        return [(table, name) for table in SEALED for name, _ in _columns(connection, table) if name != "since"]


class TestTheChain:
    def test_it_holds_for_what_the_ledger_wrote(self, book: Connection) -> None:
        proof = prove(book)
        assert proof.broken is None
        assert proof.rows == book.execute("SELECT count(*) FROM audit").fetchone()[0]

    def test_it_holds_for_the_book_that_is_made_at_first_use(self, tmp_path: Path) -> None:
        with Store.open(tmp_path / "book.db", now=NOW) as store:
            assert store.prove().broken is None

    def test_a_row_is_the_digest_of_its_columns_and_of_the_row_before(self, book: Connection) -> None:
        """So that an auditor can follow it with another program."""
        previous = FIRST
        for *fields, stored in book.execute("SELECT * FROM audit ORDER BY id"):
            assert fields[-1] == previous
            text = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
            previous = hashlib.sha256(text.encode()).hexdigest()
            assert stored == previous
        assert prove(book).head == previous

    def test_everything_in_the_book_has_its_row(self, book: Connection) -> None:
        for table in COLUMNS:
            about = "a.entry = t.id" if table == "entry" else f"a.kind = '{table}' AND a.subject = t.id"
            sql = f"SELECT count(*) FROM {table} t WHERE NOT EXISTS (SELECT 1 FROM audit a WHERE {about})"
            assert book.execute(sql).fetchone() == (0,), table

    def test_proving_changes_nothing_and_may_be_done_at_any_time(self, book: Connection) -> None:
        assert prove(book) == prove(book)
        assert not book.in_transaction


class TestWhatIsChanged:
    @pytest.mark.parametrize(("table", "column"), _all_columns())
    def test_a_changed_column_is_found(self, copy: Connection, table: str, column: str) -> None:
        """Each column of each row, one after another; the row that is named is the one that tells of it."""
        kind = dict(_columns(copy, table))[column]
        other = f"coalesce({column}, 0) + 1000" if kind == "INTEGER" else f"coalesce({column}, '') || 'x'"
        for (row,) in copy.execute(f"SELECT rowid FROM {table} ORDER BY rowid").fetchall():
            [before] = copy.execute(f"SELECT {column} FROM {table} WHERE rowid = {row}").fetchone()
            [row] = copy.execute(
                f"UPDATE {table} SET {column} = {other} WHERE rowid = {row} RETURNING rowid"
            ).fetchone()
            proof = prove(copy)
            assert proof.broken, f"{table} {row}"
            if column != "id":
                assert _tells(copy, table, row, proof), f"{table} {row}: {proof}"
            copy.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = {row}", (before,))

    @pytest.mark.parametrize("table", SEALED)
    def test_a_removed_row_is_found(self, copy: Connection, table: str) -> None:
        for (row,) in copy.execute(f"SELECT rowid FROM {table} ORDER BY rowid").fetchall():
            spoiled = _unguarded(copy)
            spoiled.execute(f"DELETE FROM {table} WHERE rowid = {row}")
            assert prove(spoiled).broken, f"{table} {row}"
            spoiled.close()

    @pytest.mark.parametrize("many", [1, 2, 5])
    def test_rows_cut_off_at_the_end_are_missed(self, copy: Connection, many: int) -> None:
        [last] = copy.execute("SELECT max(id) FROM audit").fetchone()
        copy.execute(f"DELETE FROM entry WHERE id IN (SELECT entry FROM audit WHERE id > {last - many})")
        copy.execute(f"DELETE FROM audit WHERE id > {last - many}")
        broken = prove(copy).broken
        assert broken is not None
        assert (broken.row, broken.reason) == (last - many + 1, "missing")

    def test_a_row_taken_out_of_the_middle_with_its_entry_is_missed(self, copy: Connection) -> None:
        [row, entry] = copy.execute("SELECT id, entry FROM audit WHERE request = 'one'").fetchone()
        copy.execute(f"DELETE FROM entry WHERE id = {entry}")
        copy.execute(f"DELETE FROM audit WHERE id = {row}")
        broken = prove(copy).broken
        assert broken is not None
        assert (broken.row, broken.reason) == (row, "missing")

    @pytest.mark.parametrize(("one", "other"), [(1, 2), (3, 9), (8, 15)])
    def test_swapped_rows_are_found_at_the_first_of_them(self, copy: Connection, one: int, other: int) -> None:
        names = [name for name, _ in _columns(copy, "audit") if name != "id"]
        rows = [copy.execute(f"SELECT {', '.join(names)} FROM audit WHERE id = {n}").fetchone() for n in (one, other)]
        setting = ", ".join(f"{name} = ?" for name in names)
        for number, row in zip((other, one), rows, strict=True):
            copy.execute(f"UPDATE audit SET {setting} WHERE id = {number}", row)
        broken = prove(copy).broken
        assert broken is not None
        assert broken.row == one

    def test_a_row_put_at_the_end_is_found(self, copy: Connection) -> None:
        [last] = copy.execute("SELECT max(id) FROM audit").fetchone()
        names = ", ".join(name for name, _ in _columns(copy, "audit"))
        copy.execute(
            f"INSERT INTO audit ({names}) SELECT {last + 1}, at, 'mallory', action, kind, subject, entry, replaces,"
            f" before, after, digest, why, request, approver, hash, hash FROM audit WHERE id = {last}"
        )
        broken = prove(copy).broken
        assert broken is not None
        assert (broken.row, broken.reason) == (last + 1, "changed")

    @pytest.mark.parametrize(
        ("sql", "reason", "detail"),
        [
            (
                "INSERT INTO entry SELECT id + 100, kind, subject, '1', currency, unit, effective_from, observed_on,"
                " source, note, entered_by, entered_at, NULL FROM entry WHERE id = 1",
                "entry-unrecorded",
                "101",
            ),
            ("INSERT INTO region VALUES ('x', '[]', '[]')", "unrecorded", "region x"),
            ("INSERT INTO gpu SELECT 'X' || id, names, '', '', NULL, NULL, '', '[]', '[]' FROM gpu LIMIT 1",
             "unrecorded", "gpu XH100"),
            ("DELETE FROM claim", "row-missing", "claim c"),
            ("UPDATE gpu SET aliases = '[\"cheap\"]' WHERE id = 'H100'", "row-changed", "gpu H100"),
            (f"UPDATE offer SET price_kind = 'list' WHERE id = '{SPOT}x' OR mode = 'spot'", None, ""),
            ("UPDATE entry SET value = '1' WHERE id = 1", "entry-changed", "1"),
            ("UPDATE entry SET cancels = NULL WHERE cancels IS NOT NULL", "entry-changed", "9"),
        ],
    )  # fmt: skip
    def test_what_stands_in_the_book_and_not_in_the_trail(
        self, copy: Connection, sql: str, reason: str | None, detail: str
    ) -> None:
        copy.execute(sql)
        broken = prove(copy).broken
        assert (broken and broken.reason, broken.detail if broken else "") == (reason, detail)

    def test_the_text_of_a_number_counts_and_not_only_its_worth(self, copy: Connection) -> None:
        copy.execute("UPDATE entry SET value = value || '.0' WHERE id = 1")
        assert prove(copy).broken

    @pytest.mark.parametrize("sql", ["UPDATE offer SET since = 99", "UPDATE provider_gpu SET since = 99"])
    def test_an_offer_cannot_be_hidden_by_when_it_was_added(self, copy: Connection, sql: str) -> None:
        copy.execute(sql)
        assert prove(copy).broken

    def test_bytes_that_are_no_text_are_found_like_any_others(self, copy: Connection) -> None:
        copy.execute("UPDATE entry SET source = CAST(x'ff41' AS TEXT) WHERE id = 1")
        broken = prove(copy).broken
        assert broken is not None
        assert broken.reason == "entry-changed"

    def test_a_trail_forged_from_some_row_on_ends_in_another_head(self, copy: Connection) -> None:
        """Whoever has the whole file can seal it anew; the head that was written down elsewhere tells."""
        head = prove(copy).head
        copy.execute("UPDATE audit SET why = 'forged' WHERE id = 5")
        previous = FIRST
        for number, *rest in copy.execute("SELECT * FROM audit ORDER BY id").fetchall():
            text = json.dumps([number, *rest[:-2], previous], ensure_ascii=False, separators=(",", ":"))
            sealed = hashlib.sha256(text.encode()).hexdigest()
            copy.execute("UPDATE audit SET previous = ?, hash = ? WHERE id = ?", (previous, sealed, number))
            previous = sealed
        proof = prove(copy)
        assert proof.broken is None
        assert proof.head != head

    @settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(data=st.data())
    def test_anything_changed_by_hand_is_found(self, book: Connection, data: st.DataObject) -> None:
        with closing(_unguarded(book)) as copy:
            before = {table: copy.execute(f"SELECT * FROM {table}").fetchall() for table in SEALED}
            for _ in range(data.draw(st.integers(1, 3))):
                _spoil(copy, data.draw)
            after = {table: copy.execute(f"SELECT * FROM {table}").fetchall() for table in SEALED}
            proof = prove(copy)
            assert bool(proof.broken) == (before != after), (proof, before, after)


def _spoil(connection: Connection, draw: Callable[[Any], Any]) -> None:
    """Change, copy, or remove a row of some table."""
    table = draw(st.sampled_from(SEALED))
    rows = [row for (row,) in connection.execute(f"SELECT rowid FROM {table}")]
    if not rows:
        return
    row, columns = draw(st.sampled_from(rows)), [one for one in _columns(connection, table) if one[0] != "since"]
    column, kind = draw(st.sampled_from(columns))
    text = st.text(st.characters(codec="utf-8"), max_size=4)
    value = draw(st.integers(0, 30) if kind == "INTEGER" else st.sampled_from(["0", "1", "{}", "[]", FIRST]) | text)
    try:
        if draw(st.booleans()):
            connection.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (value, row))
        else:
            connection.execute(f"DELETE FROM {table} WHERE rowid = ?", (row,))
    except sqlite3.IntegrityError:
        pass


def _tells(connection: Connection, table: str, row: int, proof: Proof) -> bool:
    """Whether the row of the trail that is named is the last one about a row of a table."""
    assert proof.broken
    if table == "audit":
        return proof.broken.row == row
    if table == "entry":
        about = "entry = (SELECT id FROM entry WHERE rowid = ?)"
        return bool(proof.broken.row == connection.execute(f"SELECT id FROM audit WHERE {about}", (row,)).fetchone()[0])
    about = f"kind = '{table}' AND entry IS NULL AND subject = (SELECT id FROM {table} WHERE rowid = ?)"
    sql = f"SELECT max(id) FROM audit WHERE {about}"
    [last] = connection.execute(sql, (row,)).fetchone()
    return bool(proof.broken.row == last)


class TestABookOfTheReleaseBefore:
    """It had no trail: what is known of who entered what becomes one."""

    @pytest.fixture
    def older(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        path = tmp_path / "book.db"
        with monkeypatch.context() as patch, closing(sqlite3.connect(path, isolation_level=None)) as connection:
            patch.setattr(pricing, "_migrations", pricing._migrations[:2])
            pricing.apply(Database(connection, execute_plugins=False))
            connection.executescript(f"""
                PRAGMA application_id = {APPLICATION_ID};
                PRAGMA user_version = 2;
                INSERT INTO meta VALUES ('initialised', '1');
                INSERT INTO gpu VALUES ('H100', '{{"zh": "英伟达"}}', '', '', '80', NULL, '', '["H 100"]', '[]');
                INSERT INTO provider VALUES ('nimbus', '{{}}', 'specialised', '[]');
                INSERT INTO offer VALUES ('{OFFER}', 'nimbus', 'node', 'H100', 'on-demand', 8, '', NULL, '', NULL, '0',
                    NULL, NULL, 1, NULL, NULL, '', NULL, 'all-in', 'unknown', 'list', NULL, NULL, '0', NULL, '', 0);
                INSERT INTO entry (kind, subject, value, currency, unit, effective_from, observed_on, source, note,
                    entered_by, entered_at) VALUES
                    ('price', '{OFFER}', '98.3200', 'USD', 'Node-Hours', '2026-01-01', '', 's', '', 'mei',
                    '2026-01-02'),
                    ('price', '{OFFER}', NULL, 'USD', 'Node-Hours', '2026-02-01', '', 's', '', 'li', '2026-02-02'),
                    ('price', '{OFFER}', '97', 'USD', 'Node-Hours', '2026-03-01', '', 's', 'n', 'mei', '2026-03-02');
            """)
        return path

    def test_it_is_brought_up_to_date_with_a_trail_that_holds(self, older: Path) -> None:
        with Store.open(older, now=NOW) as store:
            proof = store.prove()
            assert proof.broken is None
            assert proof.rows == 6
            assert price_of(store) == "97"

    def test_the_trail_knows_who_entered_what_and_when(self, older: Path) -> None:
        with Store.open(older, now=NOW) as store:
            rows = [row for row in a_ledger(store).trail() if row.entry]
            assert [(row.actor, row.at.date().isoformat(), row.action) for row in rows] == [
                ("mei", "2026-01-02", "recorded"),
                ("li", "2026-02-02", "recorded"),
                ("mei", "2026-03-02", "recorded"),
            ]

    def test_it_goes_on_from_there(self, older: Path) -> None:
        with Store.open(older, now=NOW) as store:
            ledger = a_ledger(store)
            ledger.save(a_change("96"))
            assert price_of(store) == "96"
            ledger.save(ledger.undoing(ledger.latest(1)[0].id, "mei", "no"))
            assert price_of(store) == "97"
            assert store.prove().broken is None

    def test_it_is_done_once(self, older: Path) -> None:
        with Store.open(older, now=NOW) as store:
            first = store.prove()
        with Store.open(older, now=NOW) as store:
            assert store.prove() == first


class TestRights:
    def test_who_may_do_what_is_noted_when_it_changes_and_only_then(self, tmp_path: Path) -> None:
        with stocked(tmp_path / "book.db") as store:
            ledger = a_ledger(store)
            for who in ("a", "a", "b", "b", "a"):
                ledger.note_rights(who)
            noted = [(row.before, row.after) for row in ledger.history("rights", "")]
            assert noted == [(None, "a"), ("a", "b"), ("b", "a")]

    def test_it_is_no_act_of_a_person(self, tmp_path: Path) -> None:
        with stocked(tmp_path / "book.db") as store:
            ledger = a_ledger(store)
            ledger.note_rights("a")
            assert ledger.latest(10) == ()


class TestHistory:
    def test_it_tells_who_did_what_when_why_and_what_it_replaced(self, tmp_path: Path) -> None:
        with stocked(tmp_path / "book.db") as store:
            ledger = a_ledger(store)
            ledger.save(a_change("110", request="r1"), approver="li")
            *_, last = ledger.history("price", LIST)
            assert (last.actor, last.approver, last.why, last.request, last.at) == ("mei", "li", "because", "r1", NOW)
            assert last.entry is not None
            assert last.replaces is not None
            assert (f"{last.replaces.value}", f"{last.entry.value}") == ("100", "110")

    def test_what_was_taken_back_is_marked(self, tmp_path: Path) -> None:
        with stocked(tmp_path / "book.db") as store:
            ledger = a_ledger(store)
            ledger.save(a_change("110"))
            ledger.save(ledger.undoing(ledger.latest(1)[0].id, "li", "wrong"))
            marks = [(row.action, row.cancelled) for row in ledger.history("price", LIST)]
            assert marks == [("recorded", False), ("changed", True), ("undone", False)]
            assert price_of_list(store) == "100"

    def test_the_trail_is_read_from_any_row_on(self, tmp_path: Path) -> None:
        with stocked(tmp_path / "book.db") as store:
            ledger = a_ledger(store)
            everything = ledger.trail()
            assert [row.id for row in everything] == list(range(1, len(everything) + 1))
            assert ledger.trail(since=3, most=2) == everything[3:5]
            assert ledger.latest(10) == ()


def price_of_list(store: Store) -> str:
    """The price in force of the list offer."""
    found = {offer.id: price for offer, price in store.book(TODAY).offers("H100")}
    price = found[LIST]
    assert price is not None
    return f"{price.value:f}"
