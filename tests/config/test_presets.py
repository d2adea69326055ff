"""What ships: every preset is sound, rich enough, and fit to be shown."""

import csv
from importlib.resources import files
from pathlib import Path
from typing import get_args

import pytest

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped
from undertide_server.content.load import list_presets, load_settings
from undertide_server.content.records.layouts import LayoutName
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.worldgen.floor import plan_floor
from undertide_server.worldgen.game.game import make_game
from undertide_server.worldgen.game.run_tree import branch_at
from undertide_server.worldgen.layouts.layout import steps_from

PRESETS = {preset: shipped(preset) for preset in list_presets()}
DEFAULT = PRESETS["default"]
XP = Path(__file__).parents[1] / "data" / "xp_thresholds.csv"

LEAST_CONTRAST = 3.0
"""What WCAG asks of large text and signs, against the black that they stand on."""


def luminance(colour: int) -> float:
    """Return the relative luminance of 0xRRGGBB, from 0 to 1 (WCAG)."""
    parts = [(colour >> shift & 0xFF) / 255 for shift in (16, 8, 0)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast_on_black(colour: int) -> float:
    return (luminance(colour) + 0.05) / 0.05


def test_five_presets_ship() -> None:
    assert list(PRESETS) == ["classic", "default", "keep", "reference", "tutorial"]


def test_the_settings_name_a_preset_that_ships() -> None:
    assert load_settings().server.preset in PRESETS


def test_content_is_as_rich_as_the_rules_ask() -> None:
    families = DEFAULT.families.values()
    assert len(families) >= 14
    assert sum(len(family.tiers) for family in families) >= 45
    assert sum(len(family.tiers) * len(family.classes) for family in families) >= 225


def test_families_differ_in_how_they_act() -> None:
    behaviours = [family.behaviour for family in DEFAULT.families.values()]
    assert len(set(behaviours)) == len(behaviours)
    assert sum(behaviour.shoots > 0 for behaviour in behaviours) >= 3
    assert sum(behaviour.flees_below > 0 for behaviour in behaviours) >= 4
    assert sum(behaviour.pack for behaviour in behaviours) >= 4
    assert sum(behaviour.asleep >= 90 for behaviour in behaviours) >= 2


def test_every_damage_type_but_physical_is_dealt_by_somebody() -> None:
    mods = {
        mod
        for family in DEFAULT.families.values()
        for mods in (family.mods, *(member.mods for member in family.classes.values()))
        for mod in mods
    }
    assert {f"attack.{kind}" for kind in ("cold", "fire", "poison", "arcane", "divine")} <= mods


def test_descriptions_tell_families_apart() -> None:
    said = [family.description for family in DEFAULT.families.values()]
    assert all(len(text) >= 40 for text in said)
    assert len(set(said)) == len(said)


def colours(rules: Ruleset) -> dict[str, int]:
    found = {f"terrain {key}": one.colour for key, one in rules.terrain.items() if key != "unknown"}
    found |= {f"item {key}": one.colour for key, one in rules.items.items()}
    found |= {f"gear {key}": one.colour for key, one in rules.gear.bases.items()}
    looks = (*rules.gear.qualities, rules.gear.artifact)
    found |= {f"quality {one.name}": one.colour for one in looks if one.colour is not None}
    found |= {f"kind {key}": one.colour for key, one in rules.population.kinds.items()}
    found |= {f"person {key}": one.colour for key, one in rules.people.items()}
    found |= {f"floor {key}": one.colour for key, one in rules.tree.types.items()}
    found |= {f"hero {index}": one for index, one in enumerate(rules.heroes.colours)}
    for family, record in rules.families.items():
        found |= {f"{family} {key}": one.colour for key, one in record.classes.items()}
    return found


@pytest.mark.parametrize("preset", PRESETS)
def test_colours_read_well_on_black(preset: str) -> None:
    dim = {
        name: round(contrast_on_black(colour), 1)
        for name, colour in colours(PRESETS[preset]).items()
        if contrast_on_black(colour) < LEAST_CONTRAST
    }
    assert dim == {}


def test_classes_of_a_family_have_colours_of_their_own() -> None:
    for family in DEFAULT.families.values():
        shown = [member.colour for member in family.classes.values()]
        assert len(set(shown)) == len(shown)


def test_heroes_have_a_colour_for_every_seat() -> None:
    assert len(set(DEFAULT.heroes.colours)) >= load_settings().limits.seats


def test_levels_have_the_stated_thresholds() -> None:
    with XP.open(encoding="utf-8", newline="") as file:
        rows = [tuple(map(int, row[1:])) for row in list(csv.reader(file))[1:]]
    assert [level.thresholds for level in DEFAULT.heroes.levels] == rows


def test_limits_of_resistance_are_as_stated() -> None:
    assert DEFAULT.heroes.physical_cap == 9
    assert DEFAULT.heroes.resistance_cap == 45


@pytest.mark.parametrize("layout", get_args(LayoutName))
def test_a_floor_can_be_left_before_the_tide_comes_in(layout: LayoutName) -> None:
    ticks_a_step = DEFAULT.costs.move / DEFAULT.heroes.speed
    for number in range(20):
        game = make_game(DEFAULT, number.to_bytes(16, "little"), REPERTOIRE)
        plan = plan_floor(game, branch_at(game, (0,) * 8), (9,), layout)
        dug = plan.layout
        steps = steps_from(dug.arrival, game.terrain.walkable[plan.tiles])
        assert all(steps[y, x] * ticks_a_step < DEFAULT.tide.grace for x, y in dug.stairs_down)


def test_floors_among_others_fit_a_screen() -> None:
    used = {name for kind in DEFAULT.tree.types.values() for name in kind.layouts}
    for layout in sorted(used):
        for number in range(10):
            game = make_game(DEFAULT, number.to_bytes(16, "little"), REPERTOIRE)
            plan = plan_floor(game, branch_at(game, (0,) * 8), (9,), layout)
            height, width = plan.tiles.shape
            assert width <= 80
            assert height <= 43


def test_the_full_keep_is_as_stated() -> None:
    keep = DEFAULT.layouts.keep
    assert (keep.columns, keep.rows, keep.side, keep.dead_ends) == (9, 9, 7, 12)
    assert keep.monsters > DEFAULT.population.monsters


def test_reference_fixes_the_interference_and_nothing_else() -> None:
    reference = PRESETS["reference"]
    assert reference.curve.interference == {"6": -1, "11": 1, "13": -1}
    same = reference.curve.model_copy(update={"interference": None})
    changed = {"curve": same, "preset": DEFAULT.preset}
    assert reference.model_copy(update=changed) == DEFAULT


def test_classic_fills_floors_from_the_stated_tables() -> None:
    population = PRESETS["classic"].population
    rows = {
        name: [(row.floor, row.value) for row in table]
        for name, table in population.kind_weights.items()
    }
    most = [(row.floor, row.value) for row in population.most_monsters_per_room]
    assert population.source == "tables"
    assert most == [(1, 2), (4, 3), (6, 5)]
    assert rows == {"orc": [(1, 80)], "troll": [(3, 15), (5, 30), (7, 60)]}


def test_classic_digs_rooms_and_corridors_as_they_are_stated() -> None:
    layout = PRESETS["classic"].layouts.rooms_and_corridors
    assert (layout.width, layout.height, layout.rooms) == (80, 43, 30)
    assert (layout.smallest, layout.largest) == (6, 10)


def test_classic_has_orcs_trolls_and_the_stated_items_alone() -> None:
    rules = PRESETS["classic"]
    for number in range(4):
        game = make_game(rules, number.to_bytes(16, "little"), REPERTOIRE)
        for depth, items in ((0, 1), (rules.curve.floors - 1, 4)):
            plan = plan_floor(game, branch_at(game, (0,) * depth), (1,))
            kinds = ["orc", "troll"][: 1 if depth == 0 else 2]
            found = ["health_potion", "confusion_scroll", "lightning_scroll", "fireball_scroll"]
            assert {spawn.kind.id for spawn in plan.spawns} <= {*kinds}
            assert {loot.item for loot in plan.loot} <= {*found[:items]}
            assert plan.loot
            assert not plan.traps
            assert {(room.theme, room.shape) for room in plan.rooms} == {("empty", "rectangle")}


def test_items_have_the_stated_weights() -> None:
    rows = {
        key: [(row.floor, row.value) for row in item.weights]
        for key, item in DEFAULT.items.items()
        if item.weights
    }
    most = [(row.floor, row.value) for row in DEFAULT.loot.most_items_per_room]
    assert most == [(1, 1), (4, 2)]
    stated = {
        "health_potion": [(1, 35)],
        "confusion_scroll": [(2, 10)],
        "lightning_scroll": [(4, 25)],
        "fireball_scroll": [(6, 25)],
    }
    assert stated.items() <= rows.items()


def test_every_setting_has_a_reason_beside_it() -> None:
    text = (files("undertide_config") / "server.toml").read_text(encoding="utf-8")
    values = [line for line in text.splitlines() if " = " in line]
    assert values
    assert all("  # " in line for line in values)
