"""What all views of a session share at one moment: the party, its journey, paces and scenes."""

from dataclasses import dataclass, field

from undertide_server.simulation.components.actors import Actor, Body
from undertide_server.simulation.components.heroes import Hero
from undertide_server.simulation.floor_place import FloorPlace
from undertide_server.simulation.run import Run
from undertide_server.views.journey import NO_JOURNEY, Journey, journey_of
from undertide_server.views.scene import Scene, health_of, scene_of, state_of
from undertide_shared.messages import PaceStatus, PartyMember


@dataclass(slots=True)
class Common:
    """What views of a session show alike: the party, each branch's pace, the run, each floor.

    Whatever has not changed since the moment before is the same object, so that a view can tell by
    a look that it has nothing to say.
    """

    party: list[PartyMember]
    paces: dict[int, PaceStatus]
    journey: Journey = NO_JOURNEY
    _scenes: dict[int, Scene] = field(default_factory=dict)
    _scenes_before: dict[int, Scene] = field(default_factory=dict)

    def scene(self, run: Run, place: FloorPlace) -> Scene:
        """Return the scene of a floor, made when it is first asked for."""
        scene = self._scenes.get(place.entity)
        if scene is None:
            before = self._scenes_before.get(place.entity)
            scene = self._scenes[place.entity] = scene_of(run, place, before)
        return scene

    def next(self, run: Run, paces: dict[int, PaceStatus]) -> "Common":
        """Return what is common to views now. The run's world must be active."""
        party = party_members(run, self.party)
        return Common(party, paces, journey_of(run, self.journey), {}, self._scenes)


def party_members(run: Run, before: list[PartyMember] | None = None) -> list[PartyMember]:
    """Return the party panel: the latest hero of each seat, in the order in which these came.

    It is the one before itself while nothing has changed: every view compares it.
    """
    latest = {hero.seat: (entity, hero) for entity, hero in run.world.each(Hero)}
    members = [_member(run, *each) for each in latest.values()]
    return before if before is not None and members == before else members


def _member(run: Run, entity: int, hero: Hero) -> PartyMember:
    """Return one hero as the party panel shows it."""
    found = run.places.of_hero(entity)
    if found is None:
        actor, body = run.world.get(entity, Actor), run.world.get(entity, Body)
        number = branch = 0
    else:
        place, row = found
        actor, body = row.actor, row.body
        number, branch = place.floor.number, place.floor.branch
    return PartyMember(
        seat=hero.seat,
        name=actor.name,
        colour=hero.colour,
        floor=number,
        health=health_of(body),
        level=hero.level,
        state=state_of(hero),
        branch=branch,
        calling=run.rules.callings[hero.calling].name,
    )
