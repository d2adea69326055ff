"""What all views of a session share at one moment: the party, its journey, paces and scenes."""

from dataclasses import dataclass, field
from typing import NamedTuple

from undertide_server.simulation.components.actors import Actor, Body
from undertide_server.simulation.components.heroes import Hero, Presence
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.run import Run
from undertide_server.views.journey import NO_JOURNEY, Journey, journey_of
from undertide_server.views.scene import VisibleScene, health_of, scene_of, state_of
from undertide_shared.messages import PaceStatus, PartyMember

Facts = tuple[int, int, int, int, int, Presence]
"""All that can change of what the panel tells of a hero, as cheap to make and to compare as it can
be: its entity and its floor's, its life and full life, its level, and whether it is there."""


class Panel(NamedTuple):
    """The party panel."""

    facts: list[Facts] | None
    """What its members follow from; None where they were never worked out."""
    members: list[PartyMember]


NO_PANEL = Panel(None, [])


@dataclass(slots=True)
class Common:
    """What views of a session show alike: the party, each branch's pace, the run, each floor.

    Whatever has not changed since the moment before is the same object, so that a view can tell by
    a look that it has nothing to say.
    """

    party: list[PartyMember]
    paces: dict[int, PaceStatus]
    journey: Journey = NO_JOURNEY
    _panel: Panel = NO_PANEL
    _scenes: dict[int, VisibleScene] = field(default_factory=dict)
    _scenes_before: dict[int, VisibleScene] = field(default_factory=dict)

    def scene(self, run: Run, floor: FloorIndex) -> VisibleScene:
        """Return the scene of a floor, made when it is first asked for."""
        scene = self._scenes.get(floor.entity)
        if scene is None:
            before = self._scenes_before.get(floor.entity)
            scene = self._scenes[floor.entity] = scene_of(run, floor, before)
        return scene

    def next(self, run: Run, paces: dict[int, PaceStatus]) -> "Common":
        """Return what is common to views now."""
        panel, journey = panel_of(run, self._panel), journey_of(run, self.journey)
        return Common(panel.members, paces, journey, panel, {}, self._scenes)


def panel_of(run: Run, before: Panel = NO_PANEL) -> Panel:
    """Return the party panel: the latest hero of each seat, in the order in which these came.

    While nothing has changed its members are those before themselves: every view compares them.
    """
    facts = _facts(run)
    if facts == before.facts:
        return before
    latest = {hero.seat: (entity, hero) for entity, hero in run.world.each(Hero)}
    members = [_member(run, *each) for each in latest.values()]
    return Panel(facts, before.members if members == before.members else members)


def _facts(run: Run) -> list[Facts]:
    """Return what can change of those who are on a floor: the others are dead and stay as they are.

    A hero that comes is on a floor then, and one that dies is on none.
    """
    return [
        (
            entity,
            floor.entity,
            row.body.life,
            row.body.max_life,
            row.hero.level,
            row.hero.presence,
        )
        for entity, (floor, row) in run.index.heroes.items()
    ]


def _member(run: Run, entity: int, hero: Hero) -> PartyMember:
    """Return one hero as the party panel shows it."""
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
    )
