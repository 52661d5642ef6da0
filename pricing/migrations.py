"""The schema of the price book, as steps. A step that was shipped is never edited: the next change is a new step.

Amounts are canonical decimal text (`23.60`, never `2.36E1`), checked by the table itself: a number in SQLite would be
binary floating point. Entries, and the offers, fees and components they price, are only ever added.
"""

# ruff: noqa: S608 - the schema is put together from constants of this file

from sqlite_utils import Database, Migrations
from sqlite_utils.utils import sqlite3

from pricing.audit import record_all

pricing = Migrations("pricing")


def _amount(column: str) -> str:
    """Column of a number of nought or more, written plainly: digits, at most one point, no leading or missing digit."""
    return f"""{column} TEXT CONSTRAINT "{column} is a plain number, not below zero" CHECK ({column} IS NULL OR (
        {column} GLOB '[0-9]*' AND {column} NOT GLOB '*[^0-9.]*' AND {column} NOT GLOB '0[0-9]*'
        AND {column} NOT GLOB '*.' AND {column} NOT GLOB '*.*.*'
        AND length({column}) <= 40 AND length(CAST({column} AS BLOB)) = length({column})))"""


def _one_of(column: str, *words: str) -> str:
    return f"{column} TEXT NOT NULL CHECK ({column} IN ({', '.join(repr(word) for word in words)}))"


def _json(column: str) -> str:
    return f"{column} TEXT NOT NULL CHECK (json_valid({column}))"


def _append_only(table: str) -> str:
    """Triggers that refuse every way to change or remove a row, `INSERT OR REPLACE` included."""
    return f"""
    CREATE TRIGGER {table}_is_not_changed BEFORE UPDATE ON {table}
        BEGIN SELECT RAISE(ABORT, '{table} rows are never changed: add a new one'); END;
    CREATE TRIGGER {table}_is_not_deleted BEFORE DELETE ON {table}
        BEGIN SELECT RAISE(ABORT, '{table} rows are never deleted'); END;
    CREATE TRIGGER {table}_is_not_replaced BEFORE INSERT ON {table}
        WHEN EXISTS (SELECT 1 FROM {table} WHERE id = NEW.id)
        BEGIN SELECT RAISE(ABORT, '{table} rows are never replaced'); END;
    """


_UNITS = (
    *("GPU-Hours", "GPU-Months", "Node-Hours", "Node-Months", "GPUs", "Nodes", "Clusters", "Node-Years"),
    *("Cluster-Years", "Cluster-Lives", "kW-Months", "kWh", "% of hardware per year", "%", "kW per node"),
    *("GB", "GB-Months", "1000 Requests", "10000 Requests", "rate", "number"),
)
_PARTS = ("gpu", "server-network", "facility", "power-draw", "operations", "maintenance", "residual", "upfront")
_MODES = ("owned", "on-demand", "committed", "spot")


@pricing()
def what_can_be_bought(db: Database) -> None:
    """Reference tables: GPUs, providers, instances, regions, offers with their terms, fees, components, claims.

    `since`: the newest entry when an offer was added, so that an older version of the book does not show it.
    Units and modes are tables, not CHECKs: one more is an INSERT in a new step.
    """
    _script(
        db,
        f"""
        CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
        INSERT INTO meta VALUES ('catalog', '1');
        CREATE TABLE unit (name TEXT PRIMARY KEY) STRICT;
        CREATE TABLE mode (name TEXT PRIMARY KEY) STRICT;
        CREATE TABLE gpu (
            id TEXT PRIMARY KEY, {_json("names")}, vendor TEXT NOT NULL, form TEXT NOT NULL,
            {_amount("memory_gb")}, {_amount("bf16_dense_tflops")}, source TEXT NOT NULL,
            {_json("aliases")}, {_json("covers")}
        ) STRICT;
        CREATE TABLE provider (
            id TEXT PRIMARY KEY, {_json("names")},
            {_one_of("kind", "own", "hyperscaler", "specialised", "marketplace")}, {_json("aliases")}
        ) STRICT;
        CREATE TABLE instance (
            id TEXT PRIMARY KEY, gpu TEXT NOT NULL REFERENCES gpu, gpus_per_node INTEGER NOT NULL,
            provider TEXT NOT NULL, {_json("aliases")}
        ) STRICT;
        CREATE TABLE region (id TEXT PRIMARY KEY, {_json("aliases")}, {_json("covers")}) STRICT;
        CREATE TABLE offer (
            id TEXT PRIMARY KEY, provider TEXT NOT NULL REFERENCES provider, name TEXT NOT NULL,
            gpu TEXT NOT NULL REFERENCES gpu, mode TEXT NOT NULL REFERENCES mode, gpus_per_node INTEGER NOT NULL,
            form TEXT NOT NULL, {_amount("memory_gb")}, region TEXT NOT NULL, {_amount("term_months")},
            {_amount("upfront_share")}, increment TEXT, min_duration TEXT, min_nodes INTEGER NOT NULL,
            max_nodes INTEGER, max_duration TEXT, plan TEXT NOT NULL,
            {_amount("hours_in_month")}, {_one_of("includes", "all-in", "accelerator-only")},
            {_one_of("tax", "included", "excluded", "unknown")},
            {_one_of("price_kind", "list", "quote", "contract", "claim", "estimate", "from")},
            {_amount("lead_time_hours")}, {_amount("queue_hours")}, {_amount("efficiency_loss")},
            {_amount("local_nvme_tb")}, note TEXT NOT NULL, since INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX offer_by_gpu ON offer (gpu, id);
        CREATE TABLE provider_gpu (
            provider TEXT NOT NULL, gpu TEXT NOT NULL, since INTEGER NOT NULL, PRIMARY KEY (provider, gpu)
        ) STRICT, WITHOUT ROWID;
        CREATE TRIGGER offer_is_listed AFTER INSERT ON offer
            BEGIN INSERT OR IGNORE INTO provider_gpu VALUES (NEW.provider, NEW.gpu, NEW.since); END;
        CREATE TABLE fee (
            id TEXT PRIMARY KEY, provider TEXT NOT NULL REFERENCES provider,
            {_one_of("kind", "egress", "storage", "requests", "intranet")}, unit TEXT NOT NULL REFERENCES unit,
            {_amount("tier_from")}, region TEXT NOT NULL, note TEXT NOT NULL
        ) STRICT;
        CREATE INDEX fee_by_provider ON fee (provider);
        CREATE TABLE component (
            id TEXT PRIMARY KEY, offer TEXT NOT NULL REFERENCES offer,
            {_one_of("kind", *_PARTS)},
            unit TEXT NOT NULL REFERENCES unit, basis_gpus INTEGER, basis_months INTEGER, note TEXT NOT NULL
        ) STRICT;
        CREATE INDEX component_by_offer ON component (offer);
        CREATE TABLE claim (
            id TEXT PRIMARY KEY, offer TEXT NOT NULL REFERENCES offer, {_json("text")}, {_amount("stated")},
            currency TEXT NOT NULL, source TEXT NOT NULL, stated_on TEXT NOT NULL
        ) STRICT;
        CREATE INDEX claim_by_offer ON claim (offer);
        {_append_only("offer")} {_append_only("fee")} {_append_only("component")}
        """,
    )
    db.conn.executemany("INSERT INTO unit VALUES (?)", [(name,) for name in _UNITS])
    db.conn.executemany("INSERT INTO mode VALUES (?)", [(name,) for name in _MODES])


@pricing()
def dated_entries(db: Database) -> None:
    """The append-only table of dated numbers, and the index that finds the one in force on a day.

    An entry must be about something the book knows: the trigger stands in for a foreign key, which cannot point at a
    different table for each kind.
    """
    _script(
        db,
        f"""
        CREATE TABLE entry (
            id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0),
            {_one_of("kind", "price", "fee", "component", "rate", "assumption")},
            subject TEXT NOT NULL CHECK (subject <> ''), {_amount("value")},
            currency TEXT NOT NULL
                CONSTRAINT "currency is an ISO code" CHECK (currency = '' OR currency GLOB '[A-Z][A-Z][A-Z]'),
            unit TEXT NOT NULL REFERENCES unit,
            effective_from TEXT NOT NULL
                CONSTRAINT "effective_from is a day" CHECK (date(effective_from) IS effective_from),
            observed_on TEXT NOT NULL CHECK (length(observed_on) <= 10),
            source TEXT NOT NULL CHECK (source <> ''), note TEXT NOT NULL,
            entered_by TEXT NOT NULL CHECK (entered_by <> ''),
            entered_at TEXT NOT NULL CHECK (datetime(entered_at) IS NOT NULL),
            CONSTRAINT "a price has a currency" CHECK (currency <> '' OR kind NOT IN ('price', 'fee', 'rate'))
        ) STRICT;
        CREATE INDEX entry_in_force ON entry (kind, subject, effective_from);
        {_append_only("entry")}
        CREATE TRIGGER entry_has_a_subject BEFORE INSERT ON entry WHEN NOT CASE NEW.kind
            WHEN 'price' THEN EXISTS (SELECT 1 FROM offer WHERE id = NEW.subject)
            WHEN 'fee' THEN EXISTS (SELECT 1 FROM fee WHERE id = NEW.subject)
            WHEN 'component' THEN EXISTS (SELECT 1 FROM component WHERE id = NEW.subject)
            WHEN 'rate' THEN NEW.subject GLOB '[A-Z][A-Z][A-Z]/[A-Z][A-Z][A-Z]'
                AND substr(NEW.subject, 5) = NEW.currency
            ELSE 1 END
            BEGIN SELECT RAISE(ABORT, 'the book has no such subject for an entry of this kind'); END;
        """,
    )


@pricing()
def audit_trail(db: Database) -> None:
    """The audit trail, what was imported from where, files that wait for a decision, and entries that cancel others.

    `seen` holds what each feed (a kind of file from one source) last listed, to tell what vanished from it.
    """
    _script(
        db,
        f"""
        ALTER TABLE entry ADD COLUMN cancels INTEGER REFERENCES entry;
        CREATE UNIQUE INDEX entry_cancels ON entry (cancels) WHERE cancels IS NOT NULL;
        CREATE TABLE audit (
            id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0),
            at TEXT NOT NULL CHECK (datetime(at) IS NOT NULL),
            actor TEXT NOT NULL CHECK (actor <> ''), action TEXT NOT NULL CHECK (action <> ''),
            kind TEXT NOT NULL CHECK (kind <> ''), subject TEXT NOT NULL,
            entry INTEGER REFERENCES entry, replaces INTEGER REFERENCES entry, before TEXT, after TEXT,
            digest TEXT NOT NULL, why TEXT NOT NULL, request TEXT NOT NULL, approver TEXT NOT NULL,
            previous TEXT NOT NULL, hash TEXT NOT NULL
        ) STRICT;
        CREATE INDEX audit_of_entry ON audit (entry) WHERE entry IS NOT NULL;
        CREATE INDEX audit_of_subject ON audit (kind, subject);
        CREATE INDEX audit_of_request ON audit (request) WHERE request <> '';
        {_append_only("audit")}
        CREATE TABLE feed_row (
            feed TEXT NOT NULL, kind TEXT NOT NULL, subject TEXT NOT NULL, PRIMARY KEY (feed, kind, subject)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE kept_file (
            sha256 TEXT PRIMARY KEY, name TEXT NOT NULL, content BLOB NOT NULL, kept_at TEXT NOT NULL,
            kept_by TEXT NOT NULL
        ) STRICT;
        """,
    )
    [at] = db.execute("SELECT strftime('%Y-%m-%dT%H:%M:%S+00:00', 'now')").fetchone()
    record_all(db.conn, at)


SCHEMA_VERSION = len(pricing._migrations)
"""Number of steps this code knows, kept in `user_version`: a file with more was written by a newer release."""


def _script(db: Database, sql: str) -> None:
    """Run several statements inside the transaction that is open (`executescript` would commit it first)."""
    statement = ""
    for line in sql.splitlines(keepends=True):
        statement += line
        if statement.strip() and sqlite3.complete_statement(statement):
            db.conn.execute(statement)
            statement = ""
