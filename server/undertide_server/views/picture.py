"""A view's picture: all that it shows at one moment, before its encoding.

The heroes behind a picture know everything in it: monsters in their sight, all heroes on their
floor (R17), tiles and items that they remember, and the party panel that every player sees. A
picture reuses the unchanged parts of the one before, so that a quiet moment costs little.
"""

import msgspec
import numpy as np

from undertide_server.simulation.components.heroes import FloorMemory, Memory
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_server.simulation.state.sights import Sight
from undertide_server.views.journey import NO_JOURNEY, Journey
from undertide_server.views.private_facts import NO_TRADES, Own, own_of
from undertide_server.views.scene import Subject, VisibleScene, health_of, ware_kind
from undertide_server.views.shared_parts import Common
from undertide_server.views.threats import NO_THREATS, Threats, threats_of
from undertide_shared.geometry import Cell
from undertide_shared.messages import IntentReport, PaceStatus, PartyMember, StairInfo


class Picture(msgspec.Struct):
    """All that a view shows at one moment."""

    floor: int
    scene: VisibleScene
    """The floor as its heroes together know it."""
    tiles: bytes
    """The codes of the known tiles, one for each cell, row by row."""
    sight: Sight
    looks: tuple[tuple[int, int], ...]
    """The heroes that look, each with its count of looks. Tiles, sight and items change only when
    these change."""
    finds: int
    """The count of looks when the items changed last; -1 in the party's view."""
    items: dict[Cell, Subject]
    actors: dict[int, Subject]
    own: Own | None
    """None in the party's view."""
    party: list[PartyMember]
    pace: PaceStatus
    journey: Journey = NO_JOURNEY
    stairs: list[StairInfo] = []
    """Stairs whose tiles are known."""
    threats: Threats = NO_THREATS
    """What the monsters among `actors` mean to the followed hero; none in the party's view."""


NO_PACE = PaceStatus("idle")
NO_FINDS = -1
"""The value of `finds` in the party's view, which gathers items from many memories."""


def hero_picture(run: Run, entity: int, common: Common, before: Picture | None) -> Picture | None:
    """Return the picture of a hero's view: the same as before if nothing has changed.

    None if the hero is on no floor.
    """
    found = run.index.of_hero(entity)
    if found is None:
        return None
    floor, row = found
    scene, pace = common.scene(run, floor), common.paces.get(floor.state.branch, NO_PACE)
    own = own_of(run, row, before.own if before else None, common.company)
    looks = ((entity, row.looks),)
    kept = _kept(before, floor, looks)
    if kept is not None and _is_true(kept, scene, own, pace, common):
        return kept
    actors = kept.actors if kept is not None and kept.scene is scene else scene.shown_to(row.sees)
    threats = threats_of(run, floor, row, actors, before.threats if before else NO_THREATS)
    party, journey = common.party, common.journey
    if kept is not None:
        return msgspec.structs.replace(
            kept,
            scene=scene,
            actors=actors,
            own=own,
            party=party,
            pace=pace,
            journey=journey,
            threats=threats,
        )
    memory = row.memory.floors[floor.state.branch]
    tiles = memory.tiles.tobytes()
    return Picture(
        floor.entity,
        scene,
        tiles,
        row.sight,
        looks,
        row.finds,
        _items_of(memory, row, floor, before),
        actors,
        own,
        party,
        pace,
        journey,
        scene.stairs_known(tiles),
        threats,
    )


def party_picture(run: Run, common: Common, before: Picture | None) -> Picture | None:
    """Return the picture of the party's view: the floor with most heroes, through all their eyes.

    The same picture as before if nothing has changed. None if no hero is on any floor.
    """
    floor = _busiest(run)
    if floor is None:
        return None
    scene, pace = common.scene(run, floor), common.paces.get(floor.state.branch, NO_PACE)
    looks = tuple((entity, row.looks) for entity, row in floor.heroes.items())
    kept = _kept(before, floor, looks)
    if kept is not None and _is_true(kept, scene, None, pace, common):
        return kept
    if kept is not None:
        tiles, sight, items = kept.tiles, kept.sight, kept.items
    else:
        sight = Sight(np.ndarray(floor.walkable.shape, np.bool_, scene.watched))
        tiles, items = _shared_memory(run, floor, sight)
    return Picture(
        floor=floor.entity,
        scene=scene,
        tiles=tiles,
        sight=sight,
        looks=looks,
        finds=NO_FINDS,
        items=items,
        actors=scene.shown_to(scene.watched),
        own=None,
        party=common.party,
        pace=pace,
        journey=common.journey,
        stairs=kept.stairs if kept else scene.stairs_known(tiles),
    )


def farewell_picture(run: Run, shown: Picture, common: Common, intent: IntentReport) -> Picture:
    """Return the last picture of a hero's view: what it showed, and that the hero is dead.

    The health of its companions is that of the party panel beside it.
    `intent` is the outcome of the hero's latest intent, perhaps of its own last action.
    """
    own = shown.own
    assert own is not None
    dead = msgspec.structs.replace(
        own.hero,
        life=0,
        state="dead",
        activity="none",
        dies_in=0,
        revived_in=0,
        tends=False,
        fights=False,
    )
    here = shown.actors[own.entity]
    body = Subject(here.kind, here.x, here.y, health=0, mood="dead")
    companions = {
        entity: msgspec.structs.replace(actor, health=health_of(run.index.heroes[entity][1].body))
        for entity, actor in shown.actors.items()
        if entity in run.index.heroes
    }
    return msgspec.structs.replace(
        shown,
        actors=shown.actors | companions | {own.entity: body},
        own=msgspec.structs.replace(own, hero=dead, intent=intent, trades=NO_TRADES),
        party=common.party,
    )


def _kept(
    before: Picture | None, floor: FloorIndex, looks: tuple[tuple[int, int], ...]
) -> Picture | None:
    """Return the previous picture if nobody has looked since: its map is still right."""
    if before is None or before.floor != floor.entity or before.looks != looks:
        return None
    return before


def _is_true(
    kept: Picture, scene: VisibleScene, own: Own | None, pace: PaceStatus, common: Common
) -> bool:
    """Return whether the rest of a picture with the same map is still right."""
    return (
        kept.scene is scene
        and kept.own is own
        and kept.pace is pace
        and kept.party is common.party
        and kept.journey is common.journey
    )


def _busiest(run: Run) -> FloorIndex | None:
    """Return the floor where most heroes stand, or the deepest of several."""
    places = [floor for floor in run.index.floors.values() if floor.heroes]
    return max(places, key=lambda floor: (_standing(floor), floor.state.number), default=None)


def _standing(floor: FloorIndex) -> int:
    return sum(row.stands for row in floor.heroes.values())


def _shared_memory(run: Run, floor: FloorIndex, sight: Sight) -> tuple[bytes, dict[Cell, Subject]]:
    """Return the tiles and items of a floor that all heroes of the run together remember."""
    tiles = np.zeros_like(floor.state.tiles)
    items: dict[Cell, Subject] = {}
    for memory in _memories(run, floor):
        np.maximum(tiles, memory.tiles, out=tiles)
        items |= _items(memory, is_own=False)
    np.copyto(tiles, floor.state.tiles, where=sight.mask)
    for x, y in list(items):
        if sight.mask[y, x] and (x, y) not in floor.items:
            del items[x, y]
    return tiles.tobytes(), items


def _memories(run: Run, floor: FloorIndex) -> list[FloorMemory]:
    branch = floor.state.branch
    memories = (memory.floors.get(branch) for _, memory in run.world.each(Memory))
    return [memory for memory in memories if memory is not None]


def _items_of(
    memory: FloorMemory, row: HeroRow, floor: FloorIndex, before: Picture | None
) -> dict[Cell, Subject]:
    """Return the items that a hero remembers: the previous picture's if nothing is new."""
    if before is not None and before.floor == floor.entity and before.finds == row.finds:
        return before.items
    return _items(memory, is_own=True)


def _items(memory: FloorMemory, *, is_own: bool) -> dict[Cell, Subject]:
    """Return the remembered items. Each price makes a ware a kind of its own.

    In a hero's own view they tell what companions left for it; the party's view shows none of that.
    """
    prices, meant = memory.prices, memory.meant
    found: dict[Cell, Subject] = {}
    for (x, y), item in memory.items.items():
        kind = ware_kind(item, prices[x, y]) if (x, y) in prices else ("item", item)
        found[x, y] = Subject(kind, x, y, meant=is_own and (x, y) in meant)
    return found
