"""The database of runs: its tables in SQLite."""

from typing import Final

from undertide_server.store.engine.protocol import StoreConnection
from undertide_server.store.engine.sqlite.tables import Tables
from undertide_server.store.finders import note_finders

FILE = "undertide.db"
"""Its name in the server's data folder."""

PARTS = (
    "blocks",
    "stretches",
    "hashes",
    "moments",
    "chunks",
    "landmarks",
    "epochs",
    "seats",
    "settled",
    "logs",
    "chat",
    "renders",
    "rendered_views",
    "unrendered",
    "chronicles",
)
"""The tables with rows for one run, by its number in the first column."""
RENDERS = ("renders", "rendered_views", "unrendered")
"""Those of them without which a run is still whole: it can be played on, and simulated again."""
DERIVED = ("finders",)
"""Tables likewise whose rows follow from those of the others."""

_FIRST = """
CREATE TABLE contents (
    hash TEXT PRIMARY KEY,
    content BLOB NOT NULL
);
CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    run TEXT NOT NULL UNIQUE,
    session TEXT NOT NULL,
    preset TEXT NOT NULL,
    pace TEXT NOT NULL,
    seed BLOB NOT NULL,
    rules INTEGER NOT NULL,
    content TEXT NOT NULL REFERENCES contents (hash),
    begun REAL NOT NULL,
    state TEXT NOT NULL DEFAULT 'live',
    reason TEXT NOT NULL DEFAULT '',
    closed REAL,
    step INTEGER NOT NULL DEFAULT 0,
    ticks INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE blocks (
    run INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (run, first)
) WITHOUT ROWID;
CREATE TABLE stretches (
    run INTEGER NOT NULL,
    first INTEGER NOT NULL,
    count INTEGER NOT NULL,
    inputs BLOB NOT NULL,
    PRIMARY KEY (run, first)
) WITHOUT ROWID;
CREATE TABLE hashes (
    run INTEGER NOT NULL,
    step INTEGER NOT NULL,
    hash TEXT NOT NULL,
    marks BLOB NOT NULL,
    PRIMARY KEY (run, step)
) WITHOUT ROWID;
CREATE TABLE snapshots (
    run INTEGER PRIMARY KEY,
    step INTEGER NOT NULL,
    state BLOB NOT NULL
);
CREATE TABLE epochs (
    run INTEGER NOT NULL,
    after INTEGER NOT NULL,
    rules INTEGER NOT NULL,
    state BLOB NOT NULL,
    PRIMARY KEY (run, after)
) WITHOUT ROWID;
CREATE TABLE seats (
    run INTEGER NOT NULL,
    number INTEGER NOT NULL,
    name TEXT NOT NULL,
    tokens BLOB NOT NULL,
    PRIMARY KEY (run, number)
) WITHOUT ROWID;
"""

_MOMENTS = """
CREATE TABLE moments (
    run INTEGER NOT NULL,
    step INTEGER NOT NULL,
    ticks INTEGER NOT NULL,
    PRIMARY KEY (run, step)
) WITHOUT ROWID;
CREATE TABLE chunks (
    run INTEGER NOT NULL,
    part INTEGER NOT NULL,
    step INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (run, part, step)
);
CREATE TABLE landmarks (
    run INTEGER NOT NULL,
    step INTEGER NOT NULL,
    number INTEGER NOT NULL,
    tick INTEGER NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (run, step, number)
) WITHOUT ROWID;
INSERT INTO moments
    SELECT id, snapshots.step, ticks FROM runs JOIN snapshots ON snapshots.run = id;
INSERT INTO chunks SELECT run, 0, step, state FROM snapshots;
DROP TABLE snapshots;

ALTER TABLE blocks RENAME TO old_blocks;
CREATE TABLE blocks (
    run INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (run, first)
);
INSERT INTO blocks SELECT * FROM old_blocks;
DROP TABLE old_blocks;
ALTER TABLE hashes RENAME TO old_hashes;
CREATE TABLE hashes (
    run INTEGER NOT NULL,
    step INTEGER NOT NULL,
    hash TEXT NOT NULL,
    marks BLOB NOT NULL,
    PRIMARY KEY (run, step)
);
INSERT INTO hashes SELECT * FROM old_hashes;
DROP TABLE old_hashes;
"""
"""A snapshot that was stored whole becomes the part of no entity: joined with no other part, it is
the same snapshot. Its ticks are not known. Those of the run's end are no fewer, so a reader that
uses them starts too early, never too late.

Rows of a thousand bytes need tables with row numbers: without them SQLite puts all but a quarter of
a page of each row into a page of its own."""

_SETTLED = """
CREATE TABLE settled (
    run INTEGER PRIMARY KEY,
    data BLOB NOT NULL
);
"""

_LISTS = """
ALTER TABLE runs ADD COLUMN public INTEGER NOT NULL DEFAULT 1;
ALTER TABLE runs ADD COLUMN played INTEGER NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN last_played REAL NOT NULL DEFAULT 0;
UPDATE runs SET played = step > 0, last_played = coalesce(closed, strftime('%s', 'now'));
CREATE TABLE finders (
    run INTEGER NOT NULL,
    account TEXT NOT NULL,
    PRIMARY KEY (run, account)
) WITHOUT ROWID;
CREATE TABLE leftovers (run INTEGER PRIMARY KEY);
CREATE INDEX finders_by_account ON finders (account, run);
CREATE INDEX runs_public ON runs (id) WHERE public AND played;
CREATE INDEX runs_played ON runs (id) WHERE played;
CREATE INDEX runs_by_state ON runs (state);
CREATE INDEX runs_by_content ON runs (content);
"""
"""What lists and retention ask for, by indexes: whether everybody finds a run (`finders` has the
accounts that find it otherwise), whether it has a step, and when the last one was written. Of a run
that nobody closed that time is not known; now is no earlier, so nothing is deleted too soon.

`leftovers` has the numbers of deleted runs whose rows are still in other tables.

The indexes name no column that changes with each step."""

_LOGS = """
CREATE TABLE logs (
    run INTEGER NOT NULL,
    entity INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (run, entity)
) WITHOUT ROWID;
CREATE TABLE chat (
    run INTEGER NOT NULL,
    place INTEGER NOT NULL,
    number INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (run, place)
) WITHOUT ROWID;
ALTER TABLE runs ADD COLUMN tail INTEGER;
"""
"""Each line of chat takes the place of the one that is `records.CHAT_LINES` older.

`tail` is the checksum of a run's stretches that are not yet packed: a packed block has its own. It
is NULL until the run's next step."""

_RENDERS = """
CREATE TABLE renders (
    run INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    ticks INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    facts BLOB NOT NULL,
    PRIMARY KEY (run, first)
);
CREATE TABLE rendered_views (
    run INTEGER NOT NULL,
    first INTEGER NOT NULL,
    entity INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (run, first, entity)
);
CREATE TABLE unrendered (
    run INTEGER PRIMARY KEY,
    rules INTEGER NOT NULL,
    reason TEXT NOT NULL
);
CREATE INDEX renders_by_size ON renders (run, last, bytes);
"""
"""`store.renders` says what these hold. The index alone answers how far a run is rendered, and how
many bytes all renders take."""

_ELAPSED = """
ALTER TABLE runs ADD COLUMN elapsed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE moments ADD COLUMN elapsed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE landmarks ADD COLUMN elapsed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE renders ADD COLUMN elapsed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE stretches ADD COLUMN since INTEGER;
ALTER TABLE stretches ADD COLUMN until INTEGER;
UPDATE runs SET elapsed = 100 * ticks;
UPDATE moments SET elapsed = 100 * ticks;
UPDATE landmarks SET elapsed = 100 * tick;
UPDATE renders SET elapsed = 100 * ticks;
"""
"""Milliseconds of real time since a run began. Until then they were not noted: ten ticks count as a
second, the speed of real time of those versions. `since` and `until` are those of the first and the
last step of a stretch, NULL where they are not known."""

_RECORDS = """
CREATE TABLE chronicles (
    run INTEGER NOT NULL,
    number INTEGER NOT NULL,
    step INTEGER NOT NULL,
    calling TEXT NOT NULL,
    floor INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (run, number)
);
CREATE TABLE tallies (
    sort TEXT NOT NULL,
    name TEXT NOT NULL,
    ended INTEGER NOT NULL,
    won INTEGER NOT NULL,
    deepest INTEGER NOT NULL,
    PRIMARY KEY (sort, name)
) WITHOUT ROWID;
ALTER TABLE runs ADD COLUMN deepest INTEGER NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN party INTEGER NOT NULL DEFAULT 0;
CREATE INDEX runs_deepest ON runs (deepest, id) WHERE public AND deepest > 0;
CREATE INDEX runs_won ON runs (closed, id) WHERE public AND deepest > 0 AND reason = 'won';
"""
"""The chronicle of each hero, and what the page of records shows. `store.leaderboard` says what
these hold. A run has a `deepest` floor once it has ended; those of before have none, so the page
begins with the first run that ends."""

_OWNERS = """
ALTER TABLE runs ADD COLUMN owner TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;
CREATE INDEX runs_by_owner ON runs (owner) WHERE owner <> '';
CREATE INDEX runs_by_session ON runs (session) WHERE state IN ('live', 'aside');
CREATE TABLE nodes (
    id TEXT PRIMARY KEY,
    address TEXT NOT NULL,
    key BLOB NOT NULL,
    rules INTEGER NOT NULL,
    version TEXT NOT NULL,
    state TEXT NOT NULL,
    sessions INTEGER NOT NULL DEFAULT 0,
    players INTEGER NOT NULL DEFAULT 0,
    watchers INTEGER NOT NULL DEFAULT 0,
    begun REAL NOT NULL,
    renewed REAL NOT NULL,
    expires REAL NOT NULL,
    lines INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE lobby (
    session TEXT NOT NULL,
    node TEXT NOT NULL,
    run TEXT NOT NULL,
    made INTEGER NOT NULL,
    line BLOB NOT NULL,
    PRIMARY KEY (session, node)
);
"""
"""The owner of each run, and the nodes that own runs. `store.ownership` says what these hold. A run
of before rests: it has no owner. `lines` counts the changes of a node's rows in `lobby`."""

_CERTIFICATES = """
ALTER TABLE nodes ADD COLUMN certificate BLOB NOT NULL DEFAULT x'';
"""
"""The certificate that a node shows who dials it from another machine."""

_TRIALS = """
ALTER TABLE runs ADD COLUMN tried INTEGER NOT NULL DEFAULT -1;
ALTER TABLE runs ADD COLUMN tried_at REAL NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN deaths INTEGER NOT NULL DEFAULT 0;
"""
"""The step after which the present owner tried to play on, when that was, and how many owners in a
row died of it. `store.trials` says what these hold. A run of before has not been tried."""

_SCRIPTS = (
    _FIRST,
    _MOMENTS,
    _SETTLED,
    _LISTS,
    _LOGS,
    _RENDERS,
    _ELAPSED,
    _RECORDS,
    _OWNERS,
    _CERTIFICATES,
    _TRIALS,
)
"""The script that makes the tables of each version from those of the version before."""


def _note_all_finders(connection: StoreConnection) -> None:
    """Write who finds each run, which tables of early versions don't say."""
    for run, data in connection.execute("SELECT run, data FROM settled").fetchall():
        note_finders(connection, run, data)


TABLES: Final = Tables(
    tuple(tuple(script.split(";")) for script in _SCRIPTS), fill=_note_all_finders
)
