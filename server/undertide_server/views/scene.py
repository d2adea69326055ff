"""The shared parts of all views of one floor at one moment, made once for all of them."""

from typing import NamedTuple, TypeVar

import msgspec

from undertide_server.content.records.statuses import CONFUSED
from undertide_server.simulation.components.actors import Body
from undertide_server.simulation.components.heroes import Hero
from undertide_server.simulation.mechanics.floors import floor_above
from undertide_server.simulation.mechanics.respawn_creep import next_comers
from undertide_server.simulation.queries.relations import is_peaceful
from undertide_server.simulation.rules.tide import bias_percent, ticks_to_rise
from undertide_server.simulation.state.floor_caches import KnownGauge
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_server.views.magic import VisibleStatuses, statuses_shown, visible_statuses
from undertide_shared.messages import (
    Effect,
    FloorInfo,
    HeroState,
    MarkInfo,
    StairAgreement,
    StairInfo,
    TideGauge,
)

NEAR = 200
"""Ticks before a newcomer in which viewers are told its time more exactly."""
NEAR_STEP, FAR_STEP = 20, 100
"""The steps of that time, in ticks: near and far."""
TOLD_EVERY = 10
"""Ticks of an agreement's time between two changes of what viewers are told of it."""

KindKey = tuple[str, str]
"""The role of a kind and the server's own key for it; never sent."""


def ware_kind(item: str, price: int) -> KindKey:
    """Return the kind of an item that a shop sells for `price` gold."""
    return "ware", f"{price} {item}"


def boss_kind(kind: str, name: str) -> KindKey:
    """Return the kind of a boss with a proper name; the name may be empty."""
    return "boss", f"{kind}\n{name}"


class Subject(msgspec.Struct, frozen=True, gc=False):
    """An actor or item that a view shows on the map."""

    kind: KindKey
    x: int
    y: int
    health: int = 100
    mood: str = ""
    statuses: tuple[str, ...] = ()
    """The adjectives of its visible statuses."""
    status_effects: tuple[Effect, ...] = ()
    """The effect of each of these statuses."""
    meant: bool = False
    """Whether it is an item that a companion left for the followed hero (R17)."""


Part = TypeVar("Part")
"""A part of a scene."""
Spotted = tuple[int, Subject]
"""An actor that only those who see its cell are shown: the index of the cell, row by row, and its
subject."""


class Afflicted(NamedTuple):
    """A hero with statuses, as those who see it are shown it."""

    spot: int
    """Its cell, the index into the cells row by row."""
    subject: Subject
    known: Subject
    """What everybody on its floor is shown of it."""
    statuses: tuple[str, ...]
    """The keys of its statuses, of which `subject` tells the visible ones."""


class VisibleScene(msgspec.Struct, frozen=True):
    """One floor as its heroes together know it.

    What is equal to its part of the scene before is the same object, so that comparing it is quick.
    """

    floor: FloorInfo
    tide: TideGauge
    watched: bytes
    """The cells that any hero on the floor sees: a byte for each cell, row by row."""
    monsters: dict[int, Spotted]
    """The monsters in sight, by entity."""
    heroes: dict[int, Subject]
    """All heroes on the floor, by entity: each knows where the others are (R17). Of their statuses
    it tells nothing."""
    afflicted: dict[int, Afflicted]
    """The heroes with statuses again, with all that those who see them are shown."""
    stairs: list[StairInfo]
    """All stairs of the floor, known or not, the ones down first."""
    statuses: VisibleStatuses
    """The statuses that others can see: the same in all scenes of a run."""
    marks: list[MarkInfo] = []
    """The marks that heroes have put on the floor, for everyone there (R17)."""
    agreements: list[StairAgreement] = []
    """The stairs that heroes of the floor have agreed to take (R17)."""

    def stairs_known(self, tiles: bytes) -> list[StairInfo]:
        """Return the stairs whose tiles are known: `tiles` has their codes, row by row."""
        width = self.floor.width
        return [stair for stair in self.stairs if tiles[stair.y * width + stair.x]]

    def shown_to(self, sees: bytes) -> dict[int, Subject]:
        """Return the monsters in seen cells and all heroes, by entity.

        `sees` has a byte for each cell, row by row. Of heroes out of sight it tells no more than
        the party panel does.
        """
        monsters = self.monsters.items()
        shown = {entity: subject for entity, (spot, subject) in monsters if sees[spot]}
        shown |= self.heroes
        for entity, hero in self.afflicted.items():
            if sees[hero.spot]:
                shown[entity] = hero.subject
        return shown


def scene_of(run: Run, floor: FloorIndex, before: VisibleScene | None = None) -> VisibleScene:
    """Return the scene of a floor with heroes: the same as before if nothing has changed."""
    watched, tide = floor.watched(), _gauge(run, floor).gauge
    marks = [MarkInfo(*mark.cell, mark.kind, mark.seat) for mark in floor.state.marks]
    agreements = _agreements(run, floor) if floor.state.agreements else []
    if before is None:
        info, stairs = _floor_info(run, floor), _stairs(run, floor)
        before = VisibleScene(info, tide, b"", {}, {}, {}, stairs, visible_statuses(run.rules))
    monsters = {row.entity: _monster(row, before) for row in floor.in_sight()}
    heroes = {entity: _companion(row, before) for entity, row in floor.heroes.items()}
    afflicted = {
        entity: _afflicted(row, heroes[entity], before)
        for entity, row in floor.heroes.items()
        if row.effects.remaining
    }
    tide = _reused(before.tide, tide)
    marks = _reused(before.marks, marks)
    agreements = _reused(before.agreements, agreements)
    if (
        before.monsters == monsters
        and before.heroes == heroes
        and before.afflicted == afflicted
        and before.watched == watched
        and before.tide is tide
        and before.marks is marks
        and before.agreements is agreements
    ):
        return before
    return msgspec.structs.replace(
        before,
        tide=tide,
        watched=watched,
        monsters=monsters,
        heroes=heroes,
        afflicted=afflicted,
        marks=marks,
        agreements=agreements,
    )


def _reused(before: Part | None, now: Part) -> Part:
    """Return a part of the scene before if it is equal, so that comparing it later is quick."""
    return before if before is not None and before == now else now


def _monster(row: MonsterRow, before: VisibleScene) -> Spotted:
    """Return a monster as those who see it are shown it: the same as before if it is equal."""
    kind = ("monster", row.monster.kind)
    if row.boss is not None:
        kind = boss_kind(row.monster.kind, row.boss.name)
    mood, statuses = _mood(row), statuses_shown(before.statuses, row)
    now = row.spot, Subject(kind, *row.cell, health_of(row.body), mood, *statuses)
    return _reused(before.monsters.get(row.entity), now)


def _mood(row: MonsterRow) -> str:
    """Return the mood of a monster as far as it is visible."""
    if CONFUSED in row.effects.remaining:
        return "confused"
    return "peaceful" if is_peaceful(row) else row.mind.mood


def _companion(row: HeroRow, before: VisibleScene) -> Subject:
    """Return a hero as everybody on its floor is shown it: the same as before if it is equal."""
    then = before.heroes.get(row.entity)
    (x, y), health = row.cell, health_of(row.body)
    mood = "fallen" if row.hero.dies_in else state_of(row.hero)
    if then is None:
        return Subject(("hero", str(row.entity)), x, y, health, mood)
    if then.x == x and then.y == y and then.health == health and then.mood == mood:
        return then
    return Subject(then.kind, x, y, health, mood)


def _afflicted(row: HeroRow, known: Subject, before: VisibleScene) -> Afflicted:
    """Return a hero as those who see it are shown it: the same as before if it is equal.

    `known` is what everybody on its floor is shown.
    """
    statuses = tuple(row.effects.remaining)
    then = before.afflicted.get(row.entity)
    if then is not None and then.known is known and then.statuses == statuses:
        return then
    is_confused = CONFUSED in statuses and not row.is_fallen
    mood = "confused" if is_confused else known.mood
    shown = statuses_shown(before.statuses, row)
    subject = Subject(known.kind, known.x, known.y, known.health, mood, *shown)
    return Afflicted(row.spot, subject, known, statuses)


def health_of(body: Body) -> int:
    """Return life as percent of full life, rounded up: the fallen and the dead have 0."""
    return -(-body.life * 100 // body.max_life)


def state_of(hero: Hero) -> HeroState:
    """Return a hero's state as the party panel shows it; a fallen hero is still alive."""
    if hero.fate:
        return "dead"
    return "alive" if hero.presence == "present" else hero.presence


def _floor_info(run: Run, floor: FloorIndex) -> FloorInfo:
    """Return the head of a floor: its branch, number, name, width, height and type."""
    state = floor.state
    kind = run.rules.tree.types[state.types[-1]].name
    average = round(run.game.curve.floors[state.number - 1].average * 100)
    size = floor.width, floor.height
    return FloorInfo(state.branch, state.number, state.name, *size, kind, average)


def _stairs(run: Run, floor: FloorIndex) -> list[StairInfo]:
    """Return the stairs of a floor and the branches that they lead to."""
    state = floor.state
    found = [
        StairInfo(x, y, branch)
        for (x, y), branch in zip(state.stairs_down, state.children, strict=True)
    ]
    if state.stairs_up is not None and state.path:
        found.append(StairInfo(*state.stairs_up, floor_above(run, floor).state.branch))
    return found


def _agreements(run: Run, floor: FloorIndex) -> list[StairAgreement]:
    """Return who agreed to take which stairs, by seat.

    The remaining time is rounded up, so that it doesn't cost a frame a tick.
    """
    branches = {(stair.x, stair.y): stair.branch for stair in _stairs(run, floor)}
    return [
        StairAgreement(
            branches[each.stairs],
            agreed=_seats(floor, each.agreed),
            awaited=_seats(floor, each.awaited),
            ticks=-(-each.ticks // TOLD_EVERY) * TOLD_EVERY,
        )
        for each in floor.state.agreements
    ]


def _seats(floor: FloorIndex, entities: list[int]) -> list[int]:
    """Return the seats of heroes who are still on a floor."""
    return [floor.heroes[each].hero.seat for each in entities if each in floor.heroes]


def steady_ticks(run: Run, floor: FloorIndex) -> int:
    """Return how many ticks at least pass on a floor before its tide's gauge changes.

    That holds while nothing happens, and no time passes on other floors.
    """
    return _gauge(run, floor).until - floor.tide.clock - 1


def _gauge(run: Run, floor: FloorIndex) -> KnownGauge:
    """Return the gauge of a floor's tide, worked out anew only when it may have changed."""
    known, tide = floor.caches.gauge, floor.tide
    # The first newcomer comes the sooner, the longer heroes stay on other floors.
    is_met = run.progress.tide_met
    stayed = 0 if is_met else sum(each.tide.clock for each in run.index.floors.values())
    elsewhere = stayed - tide.clock
    causes = (tide.owed, tide.marks, is_met, elsewhere, run.index.company_version)
    if known is None or known.causes != causes or tide.clock >= known.until:
        known = floor.caches.gauge = _gauge_now(run, floor, causes)
    return known


def _gauge_now(run: Run, floor: FloorIndex, causes: tuple[int, ...]) -> KnownGauge:
    """Return the gauge of a floor's tide: how far it has risen, and what comes next (R5)."""
    times, clock, passed = run.tick_figures.tide, floor.tide.clock, floor.tide.marks
    name = run.rules.tide.marks[passed - 1].name if passed else "calm"
    ticks, worth = next_comers(run, floor)
    until = clock + ticks_to_rise(times, clock)
    if ticks:
        until = min(until, clock + 1 + (ticks - 1) % _step(ticks))
    gauge = TideGauge(bias_percent(times, clock), passed, name, coarse(ticks), worth)
    return KnownGauge(causes, until, gauge)


def coarse(ticks: int) -> int:
    """Return a time until the next newcomer as viewers are told it: rounded up.

    A time to the tick would cost each viewer a frame in every tick.
    """
    step = _step(ticks)
    return -(-ticks // step) * step


def _step(ticks: int) -> int:
    """Return the ticks in whose multiples viewers are told a time."""
    return NEAR_STEP if ticks <= NEAR else FAR_STEP
