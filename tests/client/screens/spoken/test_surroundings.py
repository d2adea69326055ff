import pytest
from msgspec import structs

from support.client.client_examples import (
    GOBLIN,
    KINDS,
    LOOKS,
    SIGHTINGS,
    STAIRS,
    delta,
    joined,
    keyframe,
)
from support.client.screen_text import crowd, playing, ui_of
from undertide_client.model.mirror import Mirror
from undertide_client.screens.spoken.surroundings import MAX_TOLD, surroundings
from undertide_shared.messages import EffectFigures, Kind, MarkInfo, Sighting, Threat, WareInfo

SPIKED = """\
##########
#........#
#......^.#
#..<...>.+
#........#
##########"""


def told(**changes: object) -> list[str]:
    return surroundings(playing(**changes).mirror)


def test_the_example_room_is_told_the_most_urgent_first() -> None:
    assert told(stairs=STAIRS) == [
        "Floor 3: the drowned warren.",
        "You stand on: floor.",
        "All ways beside you are open.",
        "Enemy: goblin, wounded, hunting: 4 steps east.",
        "Item: health potion: 2 south and 1 west.",
        "Stairs: stairs up to a keep: 1 step south-east.",
        "Stairs: stairs down to an arena (ahead): 5 east and 1 south.",
        "Door: door: 7 east and 1 south.",
    ]


def test_nothing_is_in_sight_before_the_first_frame() -> None:
    assert surroundings(Mirror()) == ["Nothing is in sight yet."]


def test_walls_beside_the_hero_close_ways() -> None:
    lines = told(sightings=[Sighting(1, 1, 1, 1)])
    assert "Open ways: east, south-east and south." in lines
    assert "No creature is in sight." in lines


def test_the_danger_of_an_enemy_is_told() -> None:
    mirror = playing().mirror
    mirror.apply(delta(threats=[Threat(GOBLIN, 250, 2000, 1, "dire", 3)]))
    assert "Enemy: goblin, dire danger, wounded, hunting: 4 steps east." in surroundings(mirror)


def test_a_boss_is_told_to_be_one() -> None:
    boss = structs.replace(KINDS[1], name="Grak, the goblin king", boss=True)
    lines = told(kinds=[KINDS[0], boss, KINDS[2]])
    assert "Enemy: the boss Grak, the goblin king, wounded, hunting: 4 steps east." in lines


def test_people_and_allies_are_no_enemies() -> None:
    peaceful = structs.replace(SIGHTINGS[1], mood="peaceful")
    ally = Sighting(9, 2, 3, 1, status_effects=["ally"], statuses=["allied"])
    lines = told(sightings=[SIGHTINGS[0], peaceful, ally])
    assert [line for line in lines if line.startswith(("Enemy", "Creature"))] == [
        "Creature: goblin, unhurt, allied: 1 step north-east.",
        "Creature: goblin, wounded, peaceful: 4 steps east.",
    ]


def test_a_companion_out_of_sight_is_told_with_its_place() -> None:
    bob = Kind(4, "hero", "Bob", "@", 0, seat=1)
    lines = told(
        kinds=[*KINDS, bob], sightings=[*SIGHTINGS, Sighting(8, 4, 8, 4)], sight=[0, 40, 20]
    )
    assert "Companion: Bob, out of sight: 6 east and 2 south." in lines


def test_items_tell_prices_gifts_and_memories() -> None:
    ware = structs.replace(KINDS[2], ware=WareInfo(40))
    lines = told(
        kinds=[*KINDS[:2], ware],
        sightings=[SIGHTINGS[0], Sighting(3, 3, 1, 4, meant=True)],
        sight=[0, 40, 20],
    )
    assert "Item: health potion, 40 gold, left for you, remembered: 2 south and 1 west." in lines


def test_what_lies_under_the_hero_is_told_with_the_ground() -> None:
    lines = told(sightings=[Sighting(1, 1, 7, 3), Sighting(3, 3, 7, 3)], stairs=STAIRS)
    assert "You stand on: stairs down to an arena (ahead) and health potion." in lines


def test_marks_are_told() -> None:
    lines = told(marks=[MarkInfo(8, 4, "loot", 1)])
    assert "Mark: loot, marked by Bob: 6 east and 2 south." in lines


@pytest.mark.parametrize(("sight", "is_told"), [([0, 60], True), ([0, 20, 40], False)])
def test_harmful_ground_is_told_while_it_is_in_sight(sight: list[int], is_told: bool) -> None:
    lines = told(drawing=SPIKED, sight=sight)
    assert ("Harm: spikes: 5 steps east." in lines) is is_told


def test_of_harmful_ground_the_nearest_cell_is_told_but_every_trap() -> None:
    drawing = SPIKED.replace("#......^.#", "#.....^^.#")
    harmful = [line for line in told(drawing=drawing) if line.startswith("Harm")]
    assert harmful == ["Harm: spikes: 4 steps east."]
    looks = [
        structs.replace(look, effects=[EffectFigures("trap")]) if look.shunned else look
        for look in LOOKS
    ]
    mirror = ui_of(joined(tiles=looks), keyframe(drawing=drawing)).mirror
    harmful = [line for line in surroundings(mirror) if line.startswith("Harm")]
    assert harmful == ["Harm: spikes: 4 steps east.", "Harm: spikes: 5 steps east."]


def test_the_nearest_unexplored_ground_is_told() -> None:
    mirror = playing().mirror
    assert not [line for line in surroundings(mirror) if line.startswith("Unexplored")]
    mirror.tiles[1, 9] = 0
    assert surroundings(mirror)[-1] == "Unexplored ground: 6 east and 1 north."


def test_a_crowd_is_counted() -> None:
    lines = [line for line in told(sightings=crowd(12)) if line.startswith("Enemy")]
    assert len(lines) == MAX_TOLD + 1
    assert lines[-1] == "Enemy: 4 more, farther away."


def test_the_partys_view_tells_no_places() -> None:
    lines = told(seat=None, hero=None, stairs=STAIRS)
    assert "Enemy: goblin, wounded, hunting." in lines
    assert "Stairs: stairs down to an arena (ahead)." in lines
    assert not any(line.startswith(("You stand", "Open ways")) for line in lines)
