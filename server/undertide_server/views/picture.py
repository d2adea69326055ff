"""What a view shows at one moment, before it is coded.

Everything in a picture is known to the heroes behind it: monsters and heroes in their sight, tiles
and items that they remember, and what the party panel tells every player. A picture takes over from
the one before it what has not changed since, so that a quiet moment costs little.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from undertide_server.content.fields import DAMAGE_TYPES
from undertide_server.simulation.components.actors import Actor, Body
from undertide_server.simulation.components.floors import Cell
from undertide_server.simulation.components.heroes import FloorMemory, Hero, Memory
from undertide_server.simulation.floor_place import FloorPlace
from undertide_server.simulation.rows import HeroRow
from undertide_server.simulation.run import Run
from undertide_server.simulation.systems.settling import floor_above
from undertide_server.views.journey import NO_JOURNEY, Journey, journey_of
from undertide_server.views.scene import (
    Scene,
    Subject,
    health_of,
    scene_of,
    state_of,
    ware_kind,
)
from undertide_shared.messages import (
    FloorInfo,
    HeroStatus,
    IntentReport,
    PaceStatus,
    PackItem,
    PartyMember,
    StairInfo,
    TideGauge,
)

Carried = list[tuple[int, str, int]]
"""Stacks of a pack: the hero's own id of each, the item, how many."""


@dataclass(slots=True)
class Own:
    """What the followed hero's player alone is told. The hero goes by no wire id yet."""

    entity: int
    hero: HeroStatus
    intent: IntentReport
    carried: Carried
    pack: list[PackItem]


@dataclass(slots=True)
class Picture:
    """What a view shows. Arrays have shape (height, width)."""

    place: int
    floor: FloorInfo
    tiles: NDArray[np.uint8]
    sight: NDArray[np.bool_]
    looks: tuple[tuple[int, int], ...]
    """Whose eyes these are and at which look of theirs: tiles, sight and items change only with
    it."""
    items: dict[Cell, Subject]
    actors: dict[int, Subject]
    own: Own | None
    """None in the party's view."""
    party: list[PartyMember]
    tide: TideGauge
    pace: PaceStatus
    journey: Journey = NO_JOURNEY
    stairs: list[StairInfo] = field(default_factory=list)
    """Stairs whose tiles are known."""


@dataclass(slots=True)
class Common:
    """What views of a session show alike: the party, each branch's pace, the run, each floor."""

    party: list[PartyMember]
    paces: dict[int, PaceStatus]
    _scenes: dict[int, Scene] = field(default_factory=dict)
    _journey: Journey | None = None

    def journey(self, run: Run, before: Picture | None) -> Journey:
        """Return how far the party has come, worked out when it is first asked for."""
        if self._journey is None:
            self._journey = journey_of(run, before.journey if before else NO_JOURNEY)
        return self._journey

    def scene(self, run: Run, place: FloorPlace) -> Scene:
        """Return the scene of a floor, made when it is first asked for."""
        scene = self._scenes.get(place.entity)
        if scene is None:
            scene = self._scenes[place.entity] = scene_of(run, place)
        return scene


NO_PACE = PaceStatus("idle")


def hero_picture(run: Run, entity: int, common: Common, before: Picture | None) -> Picture | None:
    """Return what a hero's view shows, or None when the hero is on no floor."""
    found = run.places.of_hero(entity)
    if found is None:
        return None
    place, row = found
    scene = common.scene(run, place)
    memory = row.memory.floors[place.floor.branch]
    looks = ((entity, row.looks),)
    kept = _kept(before, place, looks)
    return Picture(
        place=place.entity,
        floor=scene.floor,
        tiles=memory.tiles,
        sight=row.mask,
        looks=looks,
        items=kept.items if kept else _items(memory),
        actors=scene.seen_by(row.sees),
        own=_own(run, row, before.own if before else None),
        party=common.party,
        tide=scene.tide,
        pace=common.paces.get(place.floor.branch, NO_PACE),
        journey=common.journey(run, before),
        stairs=kept.stairs if kept else _stairs(run, place, memory.tiles),
    )


def party_picture(run: Run, common: Common, before: Picture | None) -> Picture | None:
    """Return what the party's view shows: the floor where most heroes are, through all their eyes.

    None when no hero is on any floor.
    """
    place = _busiest(run)
    if place is None:
        return None
    scene = common.scene(run, place)
    looks = tuple((entity, row.looks) for entity, row in place.heroes.items())
    kept = _kept(before, place, looks)
    if kept is not None:
        tiles, sight, items = kept.tiles, kept.sight, kept.items
    else:
        sight = np.frombuffer(scene.watched, dtype=np.bool_).reshape(place.walkable.shape)
        tiles, items = _shared_memory(run, place, sight)
    return Picture(
        place=place.entity,
        floor=scene.floor,
        tiles=tiles,
        sight=sight,
        looks=looks,
        items=items,
        actors=scene.seen_by(scene.watched),
        own=None,
        party=common.party,
        tide=scene.tide,
        pace=common.paces.get(place.floor.branch, NO_PACE),
        journey=common.journey(run, before),
        stairs=kept.stairs if kept else _stairs(run, place, tiles),
    )


def _kept(
    before: Picture | None, place: FloorPlace, looks: tuple[tuple[int, int], ...]
) -> Picture | None:
    """Return the picture before, if nobody has looked about since: the map is as it was."""
    if before is None or before.place != place.entity or before.looks != looks:
        return None
    return before


def _busiest(run: Run) -> FloorPlace | None:
    """Return the floor with most waking heroes, of several the deepest."""
    places = [place for place in run.places.floors.values() if place.heroes]
    return max(places, key=lambda place: (_waking(place), place.floor.number), default=None)


def _waking(place: FloorPlace) -> int:
    return sum(row.hero.presence != "asleep" for row in place.heroes.values())


def _shared_memory(
    run: Run, place: FloorPlace, sight: NDArray[np.bool_]
) -> tuple[NDArray[np.uint8], dict[Cell, Subject]]:
    """Return what all heroes of the run together remember of a floor."""
    tiles = np.zeros_like(place.floor.tiles)
    items: dict[Cell, Subject] = {}
    for memory in _memories(run, place):
        np.maximum(tiles, memory.tiles, out=tiles)
        items |= _items(memory)
    np.copyto(tiles, place.floor.tiles, where=sight)
    for x, y in [cell for cell in items if sight[cell[1], cell[0]] and cell not in place.items]:
        del items[(x, y)]
    return tiles, items


def _memories(run: Run, place: FloorPlace) -> list[FloorMemory]:
    branch = place.floor.branch
    memories = (memory.floors.get(branch) for _, memory in run.world.each(Memory))
    return [memory for memory in memories if memory is not None]


def _items(memory: FloorMemory) -> dict[Cell, Subject]:
    """Return the items that are remembered; wares are kinds of their own, by their price."""
    prices = memory.prices
    return {
        (x, y): Subject(ware_kind(item, prices[x, y]) if (x, y) in prices else ("item", item), x, y)
        for (x, y), item in memory.items.items()
    }


def _stairs(run: Run, place: FloorPlace, tiles: NDArray[np.uint8]) -> list[StairInfo]:
    """Return the stairs whose tiles are known, and the branches that they lead to."""
    floor = place.floor
    found = [
        StairInfo(x, y, branch)
        for (x, y), branch in zip(floor.stairs_down, floor.children, strict=True)
        if tiles[y, x]
    ]
    if floor.stairs_up is not None and floor.path:
        x, y = floor.stairs_up
        if tiles[y, x]:
            found.append(StairInfo(x, y, floor_above(run, place).floor.branch))
    return found


def party_members(run: Run, before: list[PartyMember] | None = None) -> list[PartyMember]:
    """Return the party panel: all heroes of the run, in the order in which they came.

    It is the one before itself while nothing has changed: every view compares it.
    """
    members = [_member(run, entity, hero) for entity, hero in run.world.each(Hero)]
    return before if before is not None and members == before else members


def _member(run: Run, entity: int, hero: Hero) -> PartyMember:
    """Return one hero as the party panel shows it."""
    found = run.places.of_hero(entity)
    if found is None:
        actor, body = run.world.get(entity, Actor), run.world.get(entity, Body)
    else:
        actor, body = found[1].actor, found[1].body
    return PartyMember(
        seat=hero.seat,
        name=actor.name,
        colour=hero.colour,
        floor=found[0].floor.number if found else 0,
        health=health_of(body),
        level=hero.level,
        state=state_of(hero),
        branch=found[0].floor.branch if found else 0,
    )


def _own(run: Run, row: HeroRow, before: Own | None) -> Own:
    """Return what a hero's own player is told: what was told before itself if nothing changed."""
    carried = [(stack.id, stack.item, stack.count) for stack in row.pack.stacks]
    hero, intent = _status(run, row), _intent(row)
    if before is None or before.carried != carried:
        return Own(row.entity, hero, intent, carried, [_pack_item(run, *each) for each in carried])
    if before.hero == hero and before.intent == intent:
        return before
    return Own(row.entity, hero, intent, carried, before.pack)


def _status(run: Run, row: HeroRow) -> HeroStatus:
    levels = run.rules.heroes.levels
    level = row.hero.level
    effects = row.effects.remaining
    counted = row.resistance.counted
    return HeroStatus(
        seat=row.hero.seat,
        id=0,
        life=row.body.life,
        max_life=row.body.max_life,
        level=level,
        experience=row.hero.experience,
        next_level=levels[level].experience if level < len(levels) else 0,
        attack=row.attack.power,
        state=state_of(row.hero),
        activity=row.errand.activity,
        effects=sorted(effects.items()) if effects else [],
        resistances=_resistances(counted) if any(counted) else [],
        gold=row.hero.gold,
    )


def _resistances(counted: tuple[int, ...]) -> list[tuple[str, int]]:
    """Return the resistances that count, by damage type."""
    return [pair for pair in zip(DAMAGE_TYPES, counted, strict=True) if pair[1]]


def _intent(row: HeroRow) -> IntentReport:
    orders = row.orders
    if orders.waiting:
        return IntentReport(orders.received, orders.waiting[0][0], "waiting")
    return IntentReport(orders.received, orders.settled, orders.outcome, orders.reason)


def _pack_item(run: Run, stack: int, item: str, count: int) -> PackItem:
    record = run.rules.items[item]
    effect = record.effect
    return PackItem(
        item=stack,
        name=record.name if count == 1 else record.plural,
        count=count,
        glyph=record.glyph,
        colour=record.colour,
        description=record.description,
        target="cell" if effect.does in {"confuse", "fireball"} else "none",
        radius=getattr(effect, "radius", 0),
        usable=effect.does != "keepsake",
    )
