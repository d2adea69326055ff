"""Renders: the frames of a run's views, kept so that a replay can outlive its rules.

A render covers a stretch of steps. Its facts are what all views share; then there are the frames of
each view, beginning with a keyframe. `replays.renders` says what the bytes mean.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from undertide_server.store.engine.protocol import StoreConnection
from undertide_server.store.integrity import converted, reading_part
from undertide_server.store.reader import Reader

Reason = Literal["room", "failed"]
"""Why nothing more of a run was rendered: there was no room for it, or rendering failed."""
SHOWN: Final = "its renders"
_UNRENDERED: Final = """
INSERT INTO unrendered (run, rules, reason) VALUES (?, ?, ?)
    ON CONFLICT (run) DO UPDATE SET rules = excluded.rules, reason = excluded.reason
"""
_RENDER: Final = """
INSERT INTO renders (run, first, last, ticks, bytes, facts, elapsed) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (run, first) DO UPDATE SET
    last = excluded.last, ticks = excluded.ticks, bytes = excluded.bytes, facts = excluded.facts,
    elapsed = excluded.elapsed
"""
_VIEW: Final = """
INSERT INTO rendered_views (run, first, entity, data) VALUES (?, ?, ?, ?)
    ON CONFLICT (run, first, entity) DO UPDATE SET data = excluded.data
"""
NOT_RENDERED: Final = """
id < :before
    AND step > coalesce((SELECT max(last) FROM renders WHERE renders.run = id), 0)
    AND (rules = :rules
        OR EXISTS (SELECT 1 FROM epochs WHERE epochs.run = id AND epochs.rules = :rules))
    AND NOT EXISTS (
        SELECT 1 FROM unrendered
            WHERE unrendered.run = id AND unrendered.rules = :rules AND reason = 'failed')
    ORDER BY id DESC LIMIT :count
"""


@dataclass(frozen=True, slots=True)
class Rendered:
    """The render of a stretch of a run's steps."""

    run: str
    first: int
    last: int
    ticks: int
    """The total ticks of the run after the last of these steps."""
    facts: bytes
    views: Mapping[int, bytes]
    """The frames of each view, by its entity."""
    elapsed: int
    """The milliseconds of real time that the run had taken by then."""

    @property
    def size(self) -> int:
        """Its bytes."""
        return len(self.facts) + sum(map(len, self.views.values()))


@dataclass(frozen=True, slots=True)
class Unrendered:
    """The reason why no more of a run is rendered by a version of the rules."""

    run: str
    rules: int
    reason: Reason


class RenderedStretch(NamedTuple):
    """The steps of a render, and the total ticks of the run after the last of them."""

    first: int
    last: int
    ticks: int
    elapsed: int = 0
    """The milliseconds of real time that the run had taken by then."""


@dataclass(slots=True)
class RenderCounts:
    """What a server has to render, and how that went."""

    waiting: int = 0
    """Runs that wait to be rendered."""
    failures: int = 0
    """Failures since the server began."""


class RenderRoom(NamedTuple):
    """The bytes that renders take."""

    of_run: int
    in_all: int


def write_render(
    connection: StoreConnection, number: int | None, write: Rendered | Unrendered
) -> None:
    """Write a render of the run with this number, or why there is none; nothing for no number."""
    if number is None:
        return
    if isinstance(write, Unrendered):
        row = (number, write.rules, write.reason)
        connection.execute(_UNRENDERED, row)
        return
    connection.execute("DELETE FROM unrendered WHERE run = ?", (number,))
    connection.execute(
        _RENDER,
        (
            *(number, write.first, write.last, write.ticks),
            *(write.size, write.facts, write.elapsed),
        ),
    )
    connection.executemany(
        _VIEW,
        [(number, write.first, entity, data) for entity, data in write.views.items()],
    )


class RenderReader(Reader):
    """A reader of renders, too.

    The methods about one run raise DamagedRunError when its renders can't be read.
    """

    def rendered(self, run: str) -> list[RenderedStretch]:
        """Return the rendered stretches of a run, in order."""
        rows = self._connection.execute(
            "SELECT first, last, ticks, elapsed FROM renders WHERE run = ? ORDER BY first",
            (self._id(run),),
        )
        with reading_part(run, SHOWN):
            return converted(rows.fetchall(), list[RenderedStretch])

    def facts(self, run: str, first: int) -> bytes:
        """Return the facts of the render that begins with a step."""
        with reading_part(run, SHOWN):
            row = self._connection.execute(
                "SELECT facts FROM renders WHERE run = ? AND first = ?", (self._id(run), first)
            ).fetchone()
            return converted(row and row[0], bytes)

    def view(self, run: str, first: int, entity: int) -> bytes | None:
        """Return the frames of a view in the render that begins with a step; None without any."""
        with reading_part(run, SHOWN):
            row = self._connection.execute(
                "SELECT data FROM rendered_views WHERE run = ? AND first = ? AND entity = ?",
                (self._id(run), first, entity),
            ).fetchone()
            return None if row is None else converted(row[0], bytes)

    def why_unrendered(self, run: str, rules: int | None = None) -> Reason | None:
        """Return why no more of a run was rendered, by these rules if given; None if it can be."""
        row = self._connection.execute(
            "SELECT reason, rules FROM unrendered WHERE run = ?", (self._id(run),)
        ).fetchone()
        if row is None or rules not in {None, row[1]}:
            return None
        return "room" if row[0] == "room" else "failed"

    def render_room(self, run: str) -> RenderRoom:
        """Return the bytes that the renders of a run take, and those of all runs."""
        (of_run,) = self._connection.execute(
            "SELECT coalesce(sum(bytes), 0) FROM renders WHERE run = ?", (self._id(run),)
        ).fetchone()
        return RenderRoom(int(of_run), self.all_renders())

    def all_renders(self) -> int:
        """Return the bytes that all renders take."""
        return int(
            self._connection.execute("SELECT coalesce(sum(bytes), 0) FROM renders").fetchone()[0]
        )

    def not_rendered(self, rules: int, before: int, count: int) -> list[tuple[int, str]]:
        """Return runs of these rules that have steps after their last render, the latest first.

        Runs whose rendering failed are left out. Each comes with its number in the store. There are
        at most `count`, with numbers below `before`.
        """
        return self._connection.execute(
            f"SELECT id, run FROM runs {self._connection.by_index('runs_played')}"  # noqa: S608
            f" WHERE {self._connection.is_set('played')} AND {NOT_RENDERED}",
            {"rules": rules, "before": before, "count": count},
        ).fetchall()
