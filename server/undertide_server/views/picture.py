"""What a view shows at one moment, before it is coded.

Everything in a picture is known to the heroes behind it: monsters and heroes in their sight, tiles
and items that they remember, and what the party panel tells every player.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from undertide_server.content.fields import DAMAGE_TYPES
from undertide_server.simulation.components.actors import Actor, Attack, Body, Resistance
from undertide_server.simulation.components.floors import Cell
from undertide_server.simulation.components.heroes import FloorMemory, Hero, Memory
from undertide_server.simulation.places import FloorPlace, HeroRow
from undertide_server.simulation.run import Run
from undertide_server.simulation.systems.tide import bias_percent
from undertide_shared.messages import (
    FloorInfo,
    HeroState,
    HeroStatus,
    IntentReport,
    PaceStatus,
    PackItem,
    PartyMember,
    TideGauge,
)

KindKey = tuple[str, str]
"""Role and the server's own key of a kind; never sent."""


class Subject(NamedTuple):
    """Something that a view shows on the map. A kind is a role and the server's key."""

    kind: KindKey
    x: int
    y: int
    health: int = 100
    mood: str = ""


@dataclass(slots=True)
class Picture:
    """What a view shows. Arrays have shape (height, width)."""

    place: int
    floor: FloorInfo
    tiles: NDArray[np.uint8]
    sight: NDArray[np.bool_]
    looks: tuple[tuple[int, int], ...]
    """Whose eyes these are and how often they have looked: tiles and sight change only with it."""
    subjects: dict[int | Cell, Subject]
    """Actors by entity, items by cell."""
    hero: HeroStatus | None
    own: int
    """The followed hero's entity; 0 for the party's view."""
    intent: IntentReport | None
    pack: list[PackItem]
    party: list[PartyMember]
    tide: TideGauge
    pace: PaceStatus


class Common(NamedTuple):
    """What all views of a session show alike: the party panel, and each branch's pace."""

    party: list[PartyMember]
    paces: dict[int, PaceStatus]


NO_PACE = PaceStatus("idle")


def hero_picture(run: Run, entity: int, common: Common) -> Picture | None:
    """Return what a hero's view shows, or None when the hero is on no floor."""
    found = run.places.of_hero(entity)
    if found is None:
        return None
    place, row = found
    memory = row.memory.floors[place.floor.branch]
    subjects = _items(memory.items)
    _add_actors(place, row.sees, subjects)
    subjects[entity] = _subject(row)
    return Picture(
        place=place.entity,
        floor=floor_info(place),
        tiles=memory.tiles,
        sight=row.mask,
        looks=((entity, row.looks),),
        subjects=subjects,
        hero=_status(run, row),
        own=entity,
        intent=_intent(row),
        pack=_pack(run, row),
        party=common.party,
        tide=gauge(run, place),
        pace=common.paces.get(place.floor.branch, NO_PACE),
    )


def party_picture(run: Run, common: Common) -> Picture | None:
    """Return what the party's view shows: the floor where most heroes are, through all their eyes.

    None when no hero is on any floor.
    """
    place = _busiest(run)
    if place is None:
        return None
    sight = np.zeros(place.walkable.shape, dtype=np.bool_)
    for row in place.heroes.values():
        sight |= row.mask
    tiles, items = _shared_memory(run, place, sight)
    subjects = _items(items)
    _add_actors(place, sight.tobytes(), subjects)
    return Picture(
        place=place.entity,
        floor=floor_info(place),
        tiles=tiles,
        sight=sight,
        looks=tuple((entity, row.looks) for entity, row in place.heroes.items()),
        subjects=subjects,
        hero=None,
        own=0,
        intent=None,
        pack=[],
        party=common.party,
        tide=gauge(run, place),
        pace=common.paces.get(place.floor.branch, NO_PACE),
    )


def _busiest(run: Run) -> FloorPlace | None:
    """Return the floor with most waking heroes, of several the deepest."""
    places = [place for place in run.places.floors.values() if place.heroes]
    return max(places, key=lambda place: (_waking(place), place.floor.depth), default=None)


def _waking(place: FloorPlace) -> int:
    return sum(row.hero.presence != "asleep" for row in place.heroes.values())


def _shared_memory(
    run: Run, place: FloorPlace, sight: NDArray[np.bool_]
) -> tuple[NDArray[np.uint8], dict[Cell, str]]:
    """Return what all heroes of the run together remember of a floor."""
    tiles = np.zeros_like(place.floor.tiles)
    items: dict[Cell, str] = {}
    for memory in _memories(run, place):
        np.maximum(tiles, memory.tiles, out=tiles)
        items |= memory.items
    np.copyto(tiles, place.floor.tiles, where=sight)
    for x, y in [cell for cell in items if sight[cell[1], cell[0]] and cell not in place.items]:
        del items[(x, y)]
    return tiles, items


def _memories(run: Run, place: FloorPlace) -> list[FloorMemory]:
    branch = place.floor.branch
    memories = (memory.floors.get(branch) for _, memory in run.world.each(Memory))
    return [memory for memory in memories if memory is not None]


def _items(items: dict[Cell, str]) -> dict[int | Cell, Subject]:
    return {(x, y): Subject(("item", item), x, y) for (x, y), item in items.items()}


def _add_actors(place: FloorPlace, sees: bytes, subjects: dict[int | Cell, Subject]) -> None:
    """Add every actor that stands in a seen cell."""
    width = place.width
    for entity, monster in place.monsters.items():
        position = monster.position
        if sees[position.y * width + position.x]:
            mood = "confused" if monster.effects.remaining else monster.mind.mood
            kind = ("monster", monster.monster.kind)
            subjects[entity] = Subject(kind, position.x, position.y, health_of(monster.body), mood)
    for entity, row in place.heroes.items():
        if sees[row.position.y * width + row.position.x]:
            subjects[entity] = _subject(row)


def _subject(row: HeroRow) -> Subject:
    mood = "confused" if row.effects.remaining else state_of(row.hero)
    kind = ("hero", str(row.entity))
    return Subject(kind, row.position.x, row.position.y, health_of(row.body), mood)


def health_of(body: Body) -> int:
    """Return life as percent of full life, rounded up, so that only the dead have 0."""
    return -(-body.life * 100 // body.max_life)


def state_of(hero: Hero) -> HeroState:
    """Return a hero's state as the party panel tells it."""
    if hero.fate:
        return "dead"
    return "alive" if hero.presence == "present" else hero.presence


def floor_info(place: FloorPlace) -> FloorInfo:
    """Return the head of a floor."""
    floor = place.floor
    return FloorInfo(floor.branch, floor.depth, floor.name, place.width, place.height)


def gauge(run: Run, place: FloorPlace) -> TideGauge:
    """Return how far the tide of a floor has risen (R5)."""
    percent = bias_percent(run.rules.tide, place.tide.clock)
    marks = run.rules.tide.marks
    passed = place.tide.marks
    return TideGauge(percent, passed, marks[passed - 1].name if passed else "calm")


def party_members(run: Run) -> list[PartyMember]:
    """Return the party panel: all heroes of the run, in the order in which they came."""
    members = []
    for entity, hero in run.world.each(Hero):
        body = run.world.get(entity, Body)
        found = run.places.of_hero(entity)
        members.append(
            PartyMember(
                seat=hero.seat,
                name=run.world.get(entity, Actor).name,
                colour=hero.colour,
                depth=found[0].floor.depth if found else 0,
                health=health_of(body),
                level=hero.level,
                state=state_of(hero),
            )
        )
    return members


def _status(run: Run, row: HeroRow) -> HeroStatus:
    levels = run.rules.heroes.levels
    level = row.hero.level
    counted = run.world.get(row.entity, Resistance).counted
    return HeroStatus(
        seat=row.hero.seat,
        id=0,
        life=row.body.life,
        max_life=row.body.max_life,
        level=level,
        experience=row.hero.experience,
        next_level=levels[level].experience if level < len(levels) else 0,
        attack=run.world.get(row.entity, Attack).power,
        state=state_of(row.hero),
        activity=row.errand.activity,
        effects=sorted(row.effects.remaining.items()),
        resistances=[pair for pair in zip(DAMAGE_TYPES, counted, strict=True) if pair[1]],
    )


def _intent(row: HeroRow) -> IntentReport:
    orders = row.orders
    if orders.waiting:
        return IntentReport(orders.received, orders.waiting[0][0], "waiting")
    return IntentReport(orders.received, orders.settled, orders.outcome, orders.reason)


def _pack(run: Run, row: HeroRow) -> list[PackItem]:
    return [_pack_item(run, stack.id, stack.item, stack.count) for stack in row.pack.stacks]


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
    )
