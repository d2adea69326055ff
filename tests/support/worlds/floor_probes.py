"""Measures of content, taken on floors as they are made."""

from collections.abc import Callable

from support.content.played_content import DEEP, Played, tiles_of
from undertide_server.content.records.items import Teach
from undertide_server.content.records.layouts import LayoutName
from undertide_server.inspection.floor import rooms_data
from undertide_server.worldgen.draft.plan import Loot, Spawn
from undertide_server.worldgen.game.run_tree import children_of, root_of

Measure = Callable[[Played], float]


def rooms_of(theme: str) -> Measure:
    """Rooms of a theme."""
    return lambda played: sum(room.theme == theme for plan in played.floors for room in plan.rooms)


def people_of(theme: str) -> Measure:
    """People of a theme in its rooms; of none of those rooms fewer than it promises."""

    def measure(played: Played) -> float:
        rooms = [
            room
            for plan in played.floors
            for room in rooms_data(played.games[0], plan, (DEEP.number,))
            if room["theme"] == theme
        ]
        assert all(room["people"] >= room["people_promised"] for room in rooms)
        return sum(room["people"] for room in rooms)

    return measure


def special_rooms(played: Played) -> float:
    return sum(room.special for plan in played.floors for room in plan.rooms)


def rooms_with_patches(played: Played) -> float:
    return sum(
        room.patch is not None and room.patch[0] != "none"
        for plan in played.floors
        for room in plan.rooms
    )


def round_rooms(played: Played) -> float:
    return sum(room.shape == "circle" for plan in played.floors for room in plan.rooms)


def rooms_in_regions(played: Played) -> float:
    """Rooms that an amulet's element has taken."""
    return sum(room.region is not None for plan in played.with_amulets() for room in plan.rooms)


def ground(*terrain: str) -> Measure:
    """Cells of some terrains."""
    return lambda played: tiles_of(played.games[0], played.floors, *terrain)


def meadows(played: Played) -> float:
    """Grass in caves, where few rooms are planted."""
    return tiles_of(played.games[0], played.dug("caverns"), "grass")


def lying(item: str) -> Measure:
    """How much of an item lies about."""
    return lambda played: sum(loot.count for loot in _loot(played) if loot.item == item)


def heaps_of_gold(played: Played) -> float:
    return sum(loot.item == played.rules.loot.gold for loot in _loot(played))


def largest_treasure(played: Played) -> float:
    return max(len(heap.loot) for plan in played.floors for heap in plan.treasures)


def dearest_ware(played: Played) -> float:
    """Gold for the dearest thing of all shops."""
    shops = played.full_of("shop")
    return max(loot.price for loot in _loot(shops))


def dearest_book(played: Played) -> float:
    """Gold for the dearest thing that teaches a spell, of all shops."""
    items = played.rules.items
    books = {key for key, item in items.items() if isinstance(item.effect, Teach)}
    return max(loot.price for loot in _loot(played.full_of("shop")) if loot.item in books)


def hard_encounters(played: Played) -> float:
    """Percent of all encounters that are hard or deadly."""
    drawn = [
        room.encounter.difficulty
        for plan in played.floors
        for room in plan.rooms
        if room.encounter is not None
    ]
    return 100 * sum(difficulty in ("hard", "deadly") for difficulty in drawn) / len(drawn)


def roamers_asleep(played: Played) -> float:
    """Percent of the roster's monsters that sleep when a floor is entered."""
    return _asleep([spawn for spawn in _spawns(played) if "@" not in spawn.kind.id])


def asleep(person: str, theme: str) -> Measure:
    """Percent of some people that sleep, in rooms of the theme that they belong to."""

    def measure(played: Played) -> float:
        spawns = _spawns(played.full_of(theme))
        return _asleep([spawn for spawn in spawns if spawn.kind.family == person])

    return measure


def ways(layout: LayoutName) -> Measure:
    """Connections between the rooms of floors dug in one way."""
    return lambda played: sum(len(plan.layout.connections) for plan in played.dug(layout))


def doors(layout: LayoutName) -> Measure:
    """Doors of floors dug in one way."""
    return lambda played: tiles_of(played.games[0], played.dug(layout), "door", "stone_door")


def walls(layout: LayoutName) -> Measure:
    """Walls of floors dug in one way."""
    return lambda played: tiles_of(played.games[0], played.dug(layout), "wall")


def stairs_down(played: Played) -> float:
    """Stairs that lead down from the first ten floors by the first stairs of a few runs."""
    count = 0
    for game in played.games:
        branch = root_of(game)
        for _ in range(10):
            below = children_of(game, branch)
            count += len(below)
            branch = below[0]
    return count


def _loot(played: Played) -> list[Loot]:
    return [loot for plan in played.floors for loot in plan.loot]


def _spawns(played: Played) -> list[Spawn]:
    return [spawn for plan in played.floors for spawn in plan.spawns]


def _asleep(spawns: list[Spawn]) -> float:
    return 100 * sum(spawn.asleep for spawn in spawns) / len(spawns)
