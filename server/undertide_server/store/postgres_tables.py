"""The tables of runs in PostgreSQL. They have the names and columns of those in `database`."""

from typing import Final

from undertide_server.store.engine.postgres.tables import PostgresTables
from undertide_server.store.leases import check_no_node_lives

FIRST_VERSION: Final = 10
"""The version of the tables with which runs first came to PostgreSQL."""

_FIRST: Final = (
    # --- runs --------------------------------------------------------------------------
    """CREATE TABLE contents (
        hash TEXT COLLATE "C" PRIMARY KEY,
        content BYTEA NOT NULL
    )""",
    # Each step changes a row of `runs`. With room on its page that touches no index.
    """CREATE TABLE runs (
        id BIGINT PRIMARY KEY,
        run TEXT COLLATE "C" NOT NULL UNIQUE,
        session TEXT COLLATE "C" NOT NULL,
        preset TEXT COLLATE "C" NOT NULL,
        pace TEXT COLLATE "C" NOT NULL,
        seed BYTEA NOT NULL,
        rules BIGINT NOT NULL,
        content TEXT COLLATE "C" NOT NULL,
        begun DOUBLE PRECISION NOT NULL,
        state TEXT COLLATE "C" NOT NULL DEFAULT 'live',
        reason TEXT COLLATE "C" NOT NULL DEFAULT '',
        closed DOUBLE PRECISION,
        step BIGINT NOT NULL DEFAULT 0,
        ticks BIGINT NOT NULL DEFAULT 0,
        public BIGINT NOT NULL DEFAULT 1,
        played BIGINT NOT NULL DEFAULT 0,
        last_played DOUBLE PRECISION NOT NULL DEFAULT 0,
        tail BIGINT,
        elapsed BIGINT NOT NULL DEFAULT 0,
        deepest BIGINT NOT NULL DEFAULT 0,
        party BIGINT NOT NULL DEFAULT 0,
        owner TEXT COLLATE "C" NOT NULL DEFAULT '',
        epoch BIGINT NOT NULL DEFAULT 0
    ) WITH (fillfactor = 50)""",
    "CREATE INDEX runs_public ON runs (id) WHERE public <> 0 AND played <> 0",
    "CREATE INDEX runs_played ON runs (id) WHERE played <> 0",
    "CREATE INDEX runs_by_state ON runs (state)",
    "CREATE INDEX runs_by_content ON runs (content)",
    "CREATE INDEX runs_deepest ON runs (deepest, id) WHERE public <> 0 AND deepest > 0",
    """CREATE INDEX runs_won ON runs (closed, id)
        WHERE public <> 0 AND deepest > 0 AND reason = 'won'""",
    "CREATE INDEX runs_by_owner ON runs (owner) WHERE owner <> ''",
    "CREATE INDEX runs_by_session ON runs (session) WHERE state IN ('live', 'aside')",
    # --- the parts of a run --------------------------------------------------------------
    """CREATE TABLE blocks (
        run BIGINT NOT NULL,
        first BIGINT NOT NULL,
        last BIGINT NOT NULL,
        data BYTEA NOT NULL,
        PRIMARY KEY (run, first)
    )""",
    """CREATE TABLE stretches (
        run BIGINT NOT NULL,
        first BIGINT NOT NULL,
        count BIGINT NOT NULL,
        inputs BYTEA NOT NULL,
        since BIGINT,
        until BIGINT,
        PRIMARY KEY (run, first)
    )""",
    """CREATE TABLE hashes (
        run BIGINT NOT NULL,
        step BIGINT NOT NULL,
        hash TEXT COLLATE "C" NOT NULL,
        marks BYTEA NOT NULL,
        PRIMARY KEY (run, step)
    )""",
    """CREATE TABLE epochs (
        run BIGINT NOT NULL,
        after BIGINT NOT NULL,
        rules BIGINT NOT NULL,
        state BYTEA NOT NULL,
        PRIMARY KEY (run, after)
    )""",
    """CREATE TABLE seats (
        run BIGINT NOT NULL,
        number BIGINT NOT NULL,
        name TEXT COLLATE "C" NOT NULL,
        tokens BYTEA NOT NULL,
        PRIMARY KEY (run, number)
    )""",
    """CREATE TABLE moments (
        run BIGINT NOT NULL,
        step BIGINT NOT NULL,
        ticks BIGINT NOT NULL,
        elapsed BIGINT NOT NULL DEFAULT 0,
        PRIMARY KEY (run, step)
    )""",
    """CREATE TABLE chunks (
        run BIGINT NOT NULL,
        part BIGINT NOT NULL,
        step BIGINT NOT NULL,
        data BYTEA NOT NULL,
        PRIMARY KEY (run, part, step)
    )""",
    """CREATE TABLE landmarks (
        run BIGINT NOT NULL,
        step BIGINT NOT NULL,
        number BIGINT NOT NULL,
        tick BIGINT NOT NULL,
        kind TEXT COLLATE "C" NOT NULL,
        text TEXT COLLATE "C" NOT NULL,
        elapsed BIGINT NOT NULL DEFAULT 0,
        PRIMARY KEY (run, step, number)
    )""",
    """CREATE TABLE settled (
        run BIGINT PRIMARY KEY,
        data BYTEA NOT NULL
    )""",
    """CREATE TABLE logs (
        run BIGINT NOT NULL,
        entity BIGINT NOT NULL,
        data BYTEA NOT NULL,
        PRIMARY KEY (run, entity)
    )""",
    """CREATE TABLE chat (
        run BIGINT NOT NULL,
        place BIGINT NOT NULL,
        number BIGINT NOT NULL,
        data BYTEA NOT NULL,
        PRIMARY KEY (run, place)
    )""",
    """CREATE TABLE chronicles (
        run BIGINT NOT NULL,
        number BIGINT NOT NULL,
        step BIGINT NOT NULL,
        calling TEXT COLLATE "C" NOT NULL,
        floor BIGINT NOT NULL,
        data BYTEA NOT NULL,
        PRIMARY KEY (run, number)
    )""",
    # --- what follows from runs ----------------------------------------------------------
    """CREATE TABLE finders (
        run BIGINT NOT NULL,
        account TEXT COLLATE "C" NOT NULL,
        PRIMARY KEY (run, account)
    )""",
    "CREATE INDEX finders_by_account ON finders (account, run)",
    "CREATE TABLE leftovers (run BIGINT PRIMARY KEY)",
    """CREATE TABLE renders (
        run BIGINT NOT NULL,
        first BIGINT NOT NULL,
        last BIGINT NOT NULL,
        ticks BIGINT NOT NULL,
        bytes BIGINT NOT NULL,
        facts BYTEA NOT NULL,
        elapsed BIGINT NOT NULL DEFAULT 0,
        PRIMARY KEY (run, first)
    )""",
    "CREATE INDEX renders_by_size ON renders (run, last, bytes)",
    """CREATE TABLE rendered_views (
        run BIGINT NOT NULL,
        first BIGINT NOT NULL,
        entity BIGINT NOT NULL,
        data BYTEA NOT NULL,
        PRIMARY KEY (run, first, entity)
    )""",
    """CREATE TABLE unrendered (
        run BIGINT PRIMARY KEY,
        rules BIGINT NOT NULL,
        reason TEXT COLLATE "C" NOT NULL
    )""",
    """CREATE TABLE tallies (
        sort TEXT COLLATE "C" NOT NULL,
        name TEXT COLLATE "C" NOT NULL,
        ended BIGINT NOT NULL,
        won BIGINT NOT NULL,
        deepest BIGINT NOT NULL,
        PRIMARY KEY (sort, name)
    )""",
    # --- nodes ---------------------------------------------------------------------------
    """CREATE TABLE nodes (
        id TEXT COLLATE "C" PRIMARY KEY,
        address TEXT COLLATE "C" NOT NULL,
        key BYTEA NOT NULL,
        rules BIGINT NOT NULL,
        version TEXT COLLATE "C" NOT NULL,
        state TEXT COLLATE "C" NOT NULL,
        sessions BIGINT NOT NULL DEFAULT 0,
        players BIGINT NOT NULL DEFAULT 0,
        watchers BIGINT NOT NULL DEFAULT 0,
        begun DOUBLE PRECISION NOT NULL,
        renewed DOUBLE PRECISION NOT NULL,
        expires DOUBLE PRECISION NOT NULL,
        lines BIGINT NOT NULL DEFAULT 0,
        certificate BYTEA NOT NULL DEFAULT ''
    ) WITH (fillfactor = 50)""",
    """CREATE TABLE lobby (
        session TEXT COLLATE "C" NOT NULL,
        node TEXT COLLATE "C" NOT NULL,
        run TEXT COLLATE "C" NOT NULL,
        made BIGINT NOT NULL,
        line BYTEA NOT NULL,
        PRIMARY KEY (session, node)
    )""",
    # --- bytes that are packed already: the server need not try --------------------------
    "ALTER TABLE contents ALTER COLUMN content SET STORAGE EXTERNAL",
    "ALTER TABLE blocks ALTER COLUMN data SET STORAGE EXTERNAL",
    "ALTER TABLE epochs ALTER COLUMN state SET STORAGE EXTERNAL",
    "ALTER TABLE rendered_views ALTER COLUMN data SET STORAGE EXTERNAL",
)
"""Numbers that stand for yes and no are as in SQLite: 0 or not. Text is ordered by its bytes, as
there, whatever the language of the server.

No key refers to another table: SQLite doesn't hold such rules either. The writers keep them, and
hold a lock where another node could break them meanwhile."""

_TRIALS: Final = (
    "ALTER TABLE runs ADD COLUMN tried BIGINT NOT NULL DEFAULT -1",
    "ALTER TABLE runs ADD COLUMN tried_at DOUBLE PRECISION NOT NULL DEFAULT 0",
    "ALTER TABLE runs ADD COLUMN deaths BIGINT NOT NULL DEFAULT 0",
)

TABLES: Final = PostgresTables("runs", FIRST_VERSION, (_FIRST, _TRIALS), allow=check_no_node_lives)
"""All versions of them."""
