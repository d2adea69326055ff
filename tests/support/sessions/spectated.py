"""A session whose run is kept in a folder, and what its spectators were shown after each step."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec

from support.content.shipped import shipped
from support.sessions.fake_server import FakeServer
from support.sessions.made_sessions import make_session
from support.sessions.onlooker import Onlooker
from support.sessions.synchronous_journal import WritingJournal
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.session import Session
from undertide_server.simulation.queries.relations import is_peaceful
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_shared.codec import decode_server
from undertide_shared.messages import (
    Act,
    Climb,
    Delta,
    Explore,
    Intent,
    Keyframe,
    Line,
    Move,
    Pace,
    Travel,
    Wait,
)

BEAT = 0.1
WATCHER = 100
"""The member that looks through the party's eyes; those that follow a seat come after it."""


class Eyes:
    """What one spectator sees, whatever ids and chains it was told by."""

    def __init__(self) -> None:
        self._onlooker = Onlooker()
        self._rest: dict[str, object] = {}
        self.shown = False
        """Whether there is a picture yet."""

    def take(self, data: bytes) -> None:
        """Apply a frame; anything else is passed over."""
        message = decode_server(data)
        if not isinstance(message, Keyframe | Delta):
            return
        self._onlooker.take(data)
        self.shown = True
        for name in ("party", "tide", "pack", "branches", "stairs", "amulets", "intent"):
            part = getattr(message, name)
            if isinstance(message, Keyframe) or part is not None:
                self._rest[name] = part

    @property
    def seat(self) -> int | None:
        """Whose eyes these are; None for the party's, and for a hero that has just died."""
        hero = self._onlooker.hero
        return None if hero is None or hero.state == "dead" else hero.seat

    @property
    def lines(self) -> list[Line]:
        """The log."""
        return list(self._onlooker.lines)

    @property
    def picture(self) -> object:
        """All that is shown but for the log and the pace, as something to compare."""
        hero = self._onlooker.hero
        return (
            self._onlooker.branch,
            self._onlooker.tiles.tobytes(),
            self._onlooker.sight.tobytes(),
            self._onlooker.things(),
            self._onlooker.threatening(),
            hero and msgspec.structs.replace(hero, id=0),
            dict(self._rest),
        )


def rules_with(life: int) -> Ruleset:
    """Return the default preset, in which all heroes have so much life."""
    rules = shipped("default")
    levels = tuple(level.model_copy(update={"life": life}) for level in rules.heroes.levels)
    return rules.model_copy(update={"heroes": rules.heroes.model_copy(update={"levels": levels})})


class Spectated(FakeServer):
    """A server with a session that plays by itself, and the eyes of those who watch it.

    Its heroes are as hardy as `life` says.
    """

    def __init__(
        self, journal: WritingJournal, pace: Pace, heroes: int, life: int, *, watched: bool = True
    ) -> None:
        super().__init__(None, {"default": rules_with(life)}, journal)
        self.session: Session = make_session(self.registry, "default", pace, self.now)
        self.eyes: dict[int | None, Eyes] = {}
        self.pictures: dict[int | None, dict[int, object]] = {}
        """By seat and step; no seat means the party's view."""
        self.lines: dict[int | None, dict[int, list[Line]]] = {}
        for _ in range(heroes):
            self.join()
        for seat in (None, *range(heroes)) if watched else ():
            self.eyes[seat] = Eyes()
            self.session.watch(WATCHER + (0 if seat is None else seat + 1), "Wat", seat, self.now)
        self._settle()

    @property
    def run(self) -> str:
        """The run's name."""
        return self.session.config.run

    @property
    def step(self) -> int:
        """The last step."""
        return self.session.run.progress.step

    def join(self) -> None:
        """Let another hero come, if there is room."""
        seat = len(list(self.session.members.seating))
        with suppress(RequestRefusedError):
            self.session.join(seat + 1, f"Hero{seat}", b"", self.now)
        self._settle()

    def play(self, steps: int) -> None:
        """Play so many steps, or until the run has ended."""
        last = self.step + steps
        while self.step < last and not self.session.run.progress.ended:
            self._ask()
            self.now += BEAT
            self._settle()

    def _ask(self) -> None:
        """Let every hero that has nothing to do want something."""
        run = self.session.run
        wishes = [
            (row.hero.seat, wish_of(run, floor, row))
            for floor in run.index.floors.values()
            for row in floor.heroes.values()
            if not row.intents.waiting and row.auto_action.activity == "none"
        ]
        for seat, wish in wishes:
            self.session.requests.handle_message(seat + 1, Act(self.step + 1, wish), self.now)

    def _settle(self) -> None:
        while self.is_due(self.session):
            self.session.advance(self.now)
            self._look()

    def _look(self) -> None:
        """Note what everybody sees after the step that was taken last."""
        for parcel in self.session.outbox.take_committed():
            for seat, eyes in self.eyes.items():
                if WATCHER + (0 if seat is None else seat + 1) in parcel.members:
                    eyes.take(parcel.data)
        for seat, eyes in self.eyes.items():
            if eyes.shown:
                self.pictures.setdefault(seat, {})[self.step] = eyes.picture
                self.lines.setdefault(seat, {})[self.step] = eyes.lines


def wish_of(run: Run, floor: FloorIndex, row: HeroRow) -> Intent:
    """Return what a bold hero does: fight the foes it can come at, find the stairs, go down."""
    if row.cell in floor.state.stairs_down:
        return Climb()
    ways = (floor.path(row.cell, foe.cell) for foe in foes_of(run, floor, row))
    steps = [way[-1] for way in sorted(filter(None, ways), key=len)]
    if steps:
        (x, y), (next_x, next_y) = row.cell, steps[0]
        return Move(next_x - x, next_y - y)
    if run.progress.step % 7 == 0:
        return Wait()
    tiles = row.memory.floors[floor.state.branch].tiles
    known = [cell for cell in floor.state.stairs_down if tiles[cell[1], cell[0]]]
    return Travel(*known[0]) if known else Explore()


def foes_of(run: Run, floor: FloorIndex, row: HeroRow) -> Iterator[MonsterRow]:
    """Yield the monsters that a hero sees and would fight."""
    for foe in floor.monsters.values():
        if row.sees[foe.spot] and not is_peaceful(foe):
            yield foe


@contextmanager
def spectated(
    folder: Path, pace: Pace, heroes: int, life: int, *, watched: bool = True
) -> Iterator[Spectated]:
    """Yield a session with spectators; what it plays is in the folder after that."""
    with WritingJournal(folder) as journal:
        yield Spectated(journal, pace, heroes, life, watched=watched)
