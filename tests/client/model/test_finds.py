"""What a view shows, as a list: things, people, stairs, forges and ground."""

from msgspec.structs import replace

from support.client.client_examples import ARENA, HERO, KINDS, LOOKS, STAIRS, joined, keyframe
from support.client.screen_text import playing, ui_of
from undertide_client.model.finds import Find, finds_on
from undertide_shared.messages import EffectFigures, Kind, Sighting, WareInfo

SHOP = "#Π......\n#..^..>.\n#..^...."
SEEN = [
    Sighting(HERO, 1, 1, 1),
    Sighting(2, 2, 5, 2, 60, "hunting"),
    Sighting(3, 3, 7, 2),
    Sighting(4, 4, 2, 1),
    Sighting(5, 5, 3, 2, 100, "peaceful"),
]
SOLD = Kind(4, "item", "short sword", ")", 0xFFFFFF, ware=WareInfo(30))
KEEPER = Kind(5, "monster", "shopkeeper", "p", 0xFFFFFF)


def finds() -> list[Find]:
    return finds_on(playing(drawing=SHOP, kinds=[*KINDS, SOLD, KEEPER], sightings=SEEN).mirror)


def test_each_thing_has_its_sort_and_the_hero_itself_is_left_out() -> None:
    sorts = {find.name: find.sort for find in finds() if find.sort != "ground"}
    assert sorts == {
        "goblin": "monster",
        "health potion": "item",
        "short sword": "ware",
        "shopkeeper": "person",
        "forge": "forge",
        "stairs down": "stairs",
    }


def test_each_trap_counts_whatever_its_name() -> None:
    vent = EffectFigures("trap", percent=25, of="average", damage="fire")
    looks = [replace(look, effects=[vent] if look.name == "spikes" else []) for look in LOOKS]
    ui = ui_of(joined(tiles=looks), keyframe(SHOP, sightings=SEEN[:1]))
    traps = [find.cell for find in finds_on(ui.mirror) if find.sort == "trap"]
    assert traps == [(3, 1), (3, 2)]


def test_of_ground_only_the_nearest_cell_counts() -> None:
    assert [find.cell for find in finds() if find.name == "spikes"] == [(3, 1)]


def test_the_nearest_come_first() -> None:
    names = [find.name for find in finds() if find.sort != "ground"]
    assert names[0] == "forge"
    assert names[-1] == "health potion"


def test_stairs_know_where_they_lead() -> None:
    ui = playing(stairs=STAIRS)
    (down,) = [find for find in finds_on(ui.mirror) if find.name == "stairs down"]
    assert down.leads == ARENA
