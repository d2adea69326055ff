"""The shared parts of a session's views at one moment: party, journey, paces and scenes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from undertide_server.simulation.components.actors import Actor, Body
from undertide_server.simulation.components.heroes import Hero, Presence
from undertide_server.simulation.mechanics.seats import is_waiting
from undertide_server.simulation.queries.suiting import ALONE, Company, company_of
from undertide_server.simulation.rules.hunger import hunger_of
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.run import Run
from undertide_server.views.journey import NO_JOURNEY, Journey, journey_of
from undertide_server.views.scene import VisibleScene, health_of, scene_of, state_of
from undertide_shared.messages import Hunger, PaceStatus, PartyMember
from undertide_shared.time import UNSTATED_RATE, seconds_of

Facts = tuple[int, int, int, int, Presence, bool, int, Hunger]
"""All changeable facts of a hero in the party panel, cheap to make and to compare: the entity of
its floor, life and full life, level, presence, whether its player is away, and the ticks until it
dies."""


class Panel(NamedTuple):
    """The party panel."""

    facts: dict[int, Facts] | None
    """The facts that the members are made from, by entity; None if they were never made."""
    members: list[PartyMember]
    waiting: tuple[int, ...] = ()
    """The seats whose new heroes wait for a floor."""
    by_hero: Mapping[int, PartyMember] = MappingProxyType({})
    """The same members, by the entities of their heroes."""


NO_PANEL = Panel(None, [])


@dataclass(slots=True)
class Common:
    """The parts that all views of a session share: party, paces by branch, journey, scenes.

    An unchanged part is the same object as at the moment before, so that a view can detect by
    identity that it has nothing to send.
    """

    party: list[PartyMember]
    paces: dict[int, PaceStatus]
    ticks_per_second: int = UNSTATED_RATE
    journey: Journey = NO_JOURNEY
    company: Company = field(default_factory=lambda: ALONE)
    """The heroes whom gear may suit, by seat (R17)."""
    _company_version: int = -1
    _panel: Panel = NO_PANEL
    _scenes: dict[int, VisibleScene] = field(default_factory=dict)
    _scenes_before: dict[int, VisibleScene] = field(default_factory=dict)

    def scene(self, run: Run, floor: FloorIndex) -> VisibleScene:
        """Return the scene of a floor; make it at the first request."""
        scene = self._scenes.get(floor.entity)
        if scene is None:
            before = self._scenes_before.get(floor.entity)
            scene = self._scenes[floor.entity] = scene_of(run, floor, before)
        return scene

    def next(self, run: Run, paces: dict[int, PaceStatus]) -> "Common":
        """Return the shared parts as they are now."""
        rate, journey = self.ticks_per_second, journey_of(run, self.journey)
        panel = panel_of(run, self._panel, rate)
        version = run.index.company_version
        is_same = version == self._company_version
        company = self.company if is_same else company_of(run, self.company)
        return Common(
            panel.members, paces, rate, journey, company, version, panel, {}, self._scenes
        )


def panel_of(run: Run, before: Panel = NO_PANEL, rate: int = UNSTATED_RATE) -> Panel:
    """Return the party panel: the latest hero of each seat, in order of arrival.

    `rate` is the ticks in a second. While nothing has changed, it returns the same list of members
    as before, because every view compares it.
    """
    facts, waiting = _facts(run, rate), tuple(seat for seat, *_ in run.progress.waiting)
    if facts == before.facts and waiting == before.waiting:
        return before
    kept = _kept(before, facts) if waiting == before.waiting else {}
    latest = {hero.seat: (entity, hero) for entity, hero in run.world.each(Hero)}
    by_hero = {
        entity: kept[entity] if entity in kept else _member(run, entity, hero, rate)
        for entity, hero in latest.values()
    }
    members = list(by_hero.values())
    members = before.members if members == before.members else members
    return Panel(facts, members, waiting, by_hero)


def _kept(before: Panel, facts: dict[int, Facts]) -> dict[int, PartyMember]:
    """Return the members, by hero, whose facts are as they were; dead heroes have none."""
    then = before.facts or {}
    return {
        entity: member
        for entity, member in before.by_hero.items()
        if facts.get(entity) == then.get(entity)
    }


def _facts(run: Run, rate: int) -> dict[int, Facts]:
    """Return the changeable facts of all heroes on floors, by entity.

    Other heroes are dead and don't change. A new hero gets onto a floor, and a dead hero leaves it,
    so these facts cover both.
    """
    return {
        entity: (
            floor.entity,
            row.body.life,
            row.body.max_life,
            row.hero.level,
            row.hero.presence,
            row.hero.idleness == "away",
            dying_time(row.hero, rate) if row.hero.dies_in else 0,
            hunger_of(run.rules.hunger, row.hero.food),
        )
        for entity, (floor, row) in run.index.heroes.items()
    }


def _member(run: Run, entity: int, hero: Hero, rate: int) -> PartyMember:
    """Return a hero's line in the party panel."""
    found = run.index.of_hero(entity)
    floor = None if found is None else found[0].state
    return PartyMember(
        seat=hero.seat,
        name=run.world.get(entity, Actor).name,
        colour=hero.colour,
        floor=floor.number if floor else 0,
        health=health_of(run.world.get(entity, Body)),
        level=hero.level,
        state=state_of(hero),
        branch=floor.branch if floor else 0,
        calling=run.rules.callings[hero.calling].name,
        dies_in=dying_time(hero, rate),
        returns=is_waiting(run, hero.seat),
        away=hero.idleness == "away",
        hunger=hunger_of(run.rules.hunger, hero.food) if found else "sated",
    )


def dying_time(hero: Hero, rate: int) -> int:
    """Return the ticks until a fallen hero dies, 0 while it stands.

    It is rounded up to whole seconds of real time at `rate` ticks a second, so that it doesn't cost
    a frame a tick.
    """
    return seconds_of(hero.dies_in, rate) * rate
