"""Faults between records, each found by its check, each named where it stands."""

from collections.abc import Iterator
from importlib import import_module
from inspect import get_annotations, getmembers, isfunction
from pathlib import Path
from pkgutil import iter_modules

import pytest

from support.content.shipped import shipped
from undertide_server.content import checks
from undertide_server.content.checks.findings import Check, Finding
from undertide_server.content.checks.registry import CHECKS
from undertide_server.content.load import load_ruleset
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.schema.errors import ContentError

TABLES = """source = "tables"
kinds.orc = { strength = 1, glyph = "o", colour = "#ffffff", description = "" }
"""
LEVEL = """[[levels]]
experience = {experience}
life = 1
attack = 1
magic = 1
mana = 1
thresholds = {thresholds}
"""

FAULTS = {
    "terrain that can be walked": (
        ("terrain", "[wall]\nwalkable = true"),
        ("wall.walkable", "expected false; found true"),
    ),
    "terrain that can't be walked": (
        ("terrain", "[floor]\nwalkable = false"),
        ("floor.walkable", "expected true; found false"),
    ),
    "stairs that are none": (
        ("terrain", '[stairs_up]\nstairs = "down"'),
        ("stairs_up.stairs", 'expected "up"; found "down"'),
    ),
    "stairs that are more": (
        ("terrain", '[floor]\nstairs = "up"'),
        ("floor.stairs", 'expected "none"; found "up"'),
    ),
    "door to nowhere": (
        ("terrain", '[door]\nopens_to = "opened"'),
        ("door.opens_to", 'there is no terrain "opened"'),
    ),
    "door to a wall": (
        ("terrain", '[door]\nopens_to = "wall"'),
        ("door.opens_to", 'expected terrain that is walkable and opens no further; found "wall"'),
    ),
    "fewest above most": (
        ("curve", "[types]\nfewest = 8"),
        ("types.fewest", "expected at most 7, `most`; found 8"),
    ),
    "interference of no floor": (
        ("curve", "[interference]\n21 = 1"),
        ("interference.21", 'expected a floor, 1 to 20; found "21"'),
    ),
    "steps without end": (
        ("curve", "step_rise = 50"),
        (
            "step_rise",
            "expected step_rise · floors / step_run + types.most of at most 60; found 97",
        ),
    ),
    "smallest above largest": (
        ("layouts", "[rooms_and_corridors]\nsmallest = 11"),
        ("rooms_and_corridors.smallest", "expected at most 10, `largest`; found 11"),
    ),
    "largest above the map": (
        ("layouts", "[rooms_and_corridors]\nlargest = 14\nheight = 15"),
        (
            "rooms_and_corridors.largest",
            "expected at most 13, the map's shorter side less two walls; found 14",
        ),
    ),
    "smallest chamber above largest": (
        ("layouts", "[caverns]\nsmallest = 16"),
        ("caverns.smallest", "expected at most 15, `largest`; found 16"),
    ),
    "largest chamber above the map": (
        ("layouts", "[caverns]\nlargest = 14\nheight = 15"),
        (
            "caverns.largest",
            "expected at most 13, the map's shorter side less two walls; found 14",
        ),
    ),
    "keep wider than a map": (
        ("layouts", "[keep]\ncolumns = 25"),
        ("keep.columns", "expected at most 24, as the map holds 200 cells; found 25"),
    ),
    "keep higher than a map": (
        ("layouts", "[small_keep]\nrows = 40\nside = 4"),
        ("small_keep.rows", "expected at most 39, as the map holds 200 cells; found 40"),
    ),
    "more monsters in a keep than a floor holds": (
        ("layouts", "[keep]\nmonsters = 161"),
        ("keep.monsters", "expected at most 160, `most_alive`; found 161"),
    ),
    "two races of one name": (
        (
            "families",
            '[rat]\ntiers = [{ name = "rat", glyph = "r" }, { name = "bat", glyph = "R" }]',
        ),
        ("bat.tiers[1].name", 'expected a name that "rat" doesn\'t have; found "bat"'),
    ),
    "too few weights": (
        ("population", "type_weights = [1, 2, 3]"),
        ("type_weights", "expected 5 weights, as many as regular types; found 3"),
    ),
    "no weight among the fewest": (
        ("population", "type_weights = [0, 0, 0, 1, 1]"),
        ("type_weights", "expected a weight above 0 among the first 3; found (0, 0, 0, 1, 1)"),
    ),
    "more monsters than a floor holds": (
        ("population", "most_alive = 19"),
        ("most_alive", "expected at least 20, `monsters`; found 19"),
    ),
    "pool upside down": (
        ("tide", "pool_low_percent = 140"),
        ("pool_low_percent", "expected at most 130, `pool_high_percent`; found 140"),
    ),
    "first mark late": (
        ("tide", '[[marks]]\npercent = 5\nname = "x"\nmessage = ""'),
        ("marks[1].percent", "expected 0 at the first mark; found 5"),
    ),
    "marks out of order": (
        (
            "tide",
            "[[marks]]\npercent = 0\nname = 'x'\nmessage = ''\n" * 2,
        ),
        ("marks[2].percent", "expected more than 0, the previous value; found 0"),
    ),
    "first danger late": (
        ("monsters", '[[dangers]]\npercent = 5\nname = "x"'),
        ("dangers[1].percent", "expected 0 at the first word; found 5"),
    ),
    "dangers out of order": (
        ("monsters", "[[dangers]]\npercent = 0\nname = 'x'\n" * 2),
        ("dangers[2].percent", "expected more than 0, the previous value; found 0"),
    ),
    "start with what there is not": (
        ("heroes", 'start = [{ item = "helth_potion", count = 1 }]'),
        ("start[1].item", 'there is no item or gear "helth_potion"; did you mean "health_potion"?'),
    ),
    "start with more than a stack": (
        ("heroes", 'start = [{ item = "health_potion", count = 21 }]'),
        ("start[1].count", "expected at most 20, a stack; found 21"),
    ),
    "start with more than a pack": (
        ("callings", "[[warden.start]]\nitem = 'health_potion'\ncount = 1\n" * 20),
        (
            "warden.start",
            "expected at most 20 stacks with those of all heroes, `pack_size`; found 21",
        ),
    ),
    "first level late": (
        ("heroes", LEVEL.format(experience=5, thresholds=[1, 2, 3, 4])),
        ("levels[1].experience", "expected 0 at the first level; found 5"),
    ),
    "thresholds out of order": (
        ("heroes", LEVEL.format(experience=0, thresholds=[1, 3, 2, 4])),
        ("levels[1].thresholds", "expected rising numbers; found (1, 3, 2, 4)"),
    ),
    "item table out of order": (
        (
            "items",
            "[health_potion]\nweights = [{ floor = 2, value = 1 }, { floor = 2, value = 1 }]",
        ),
        ("health_potion.weights[2].floor", "expected more than 2, the previous value; found 2"),
    ),
    "loot table out of order": (
        ("loot", "most_items_per_room = [{ floor = 3, value = 1 }, { floor = 1, value = 1 }]"),
        ("most_items_per_room[2].floor", "expected more than 3, the previous value; found 1"),
    ),
    "weights of a kind there is not": (
        ("population", TABLES + "[kind_weights]\nork = [{ floor = 1, value = 1 }]"),
        ("kind_weights.ork", 'there is no kind "ork"; did you mean "orc"?'),
    ),
}


def faults_of(folder: Path, name: str, text: str) -> list[tuple[str, str, str]]:
    place = folder / "rules" / "mine"
    place.mkdir(parents=True)
    head = 'title = "Mine"\ndescription = ""\nbuilds_on = "default"\n'
    (place / "preset.toml").write_text(head, encoding="utf-8")
    (place / f"{name}.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        load_ruleset("mine", folder)
    return [(Path(fault.file).name, fault.key, fault.problem) for fault in caught.value.faults]


@pytest.mark.parametrize(("said", "expected"), FAULTS.values(), ids=FAULTS)
def test_a_fault_between_records_is_named_where_it_stands(
    tmp_path: Path, said: tuple[str, str], expected: tuple[str, str]
) -> None:
    name, text = said
    assert (f"{name}.toml", *expected) in faults_of(tmp_path, name, text)


def test_levels_never_weaken_a_hero(tmp_path: Path) -> None:
    levels = """levels = [
        { experience = 0, life = 5, attack = 5, magic = 5, mana = 5, thresholds = [1, 2, 3, 4] },
        { experience = 0, life = 4, attack = 4, magic = 4, mana = 4, thresholds = [1, 2, 3, 4] },
    ]"""
    assert faults_of(tmp_path, "heroes", levels) == [
        ("heroes.toml", "levels[2].attack", "expected at least 5, the previous value; found 4"),
        (
            "heroes.toml",
            "levels[2].experience",
            "expected more than 0, the previous value; found 0",
        ),
        ("heroes.toml", "levels[2].life", "expected at least 5, the previous value; found 4"),
        ("heroes.toml", "levels[2].magic", "expected at least 5, the previous value; found 4"),
        ("heroes.toml", "levels[2].mana", "expected at least 5, the previous value; found 4"),
    ]


def test_tables_as_source_need_tables(tmp_path: Path) -> None:
    problem = 'is missing; source "tables" needs it'
    assert faults_of(tmp_path, "population", 'source = "tables"') == [
        ("population.toml", key, problem)
        for key in ("kind_weights", "kinds", "most_monsters_per_room")
    ]


def test_some_family_must_have_a_weight() -> None:
    rules = shipped("default")
    families = {
        key: family.model_copy(update={"weight": 0}) for key, family in rules.families.items()
    }
    assert findings(rules.model_copy(update={"families": families})) == [
        (("families",), "expected a family whose weight is above 0")
    ]


@pytest.mark.parametrize("missing", ["passage", "cave_floor", "cave_wall", "sand"])
def test_layouts_need_their_terrain(missing: str) -> None:
    rules = shipped("default")
    terrain = {key: record for key, record in rules.terrain.items() if key != missing}
    assert findings(rules.model_copy(update={"terrain": terrain, "set_pieces": {}})) == [
        (("terrain", missing), "is missing; every floor needs it")
    ]


def findings(rules: Ruleset) -> list[tuple[tuple[str | int, ...], str]]:
    return [finding for check in CHECKS for finding in check.find(rules)]


def test_checks_read_what_there_is() -> None:
    assert {name for check in CHECKS for name in check.reads} <= set(Ruleset.model_fields)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: getattr(check.find, "__name__", "all"))
def test_a_check_reads_no_more_than_it_states(check: Check) -> None:
    rules = shipped("default")
    read = {name: getattr(rules, name) for name in check.reads}
    assert list(check.find(Ruleset.model_construct(_fields_set=None, **read))) == []


def test_every_check_of_every_module_runs_when_content_is_loaded() -> None:
    names = [f"{checks.__name__}.{each.name}" for each in iter_modules(checks.__path__)]
    found = {
        function
        for module in map(import_module, names)
        for name, function in getmembers(module, isfunction)
        if not name.startswith("_")
        and get_annotations(function) == {"ruleset": Ruleset, "return": Iterator[Finding]}
    }
    assert found
    assert found == {check.find for check in CHECKS if isfunction(check.find)}


def test_a_check_waits_until_what_it_reads_is_sound(tmp_path: Path) -> None:
    text = 'start = [{ item = "nothing", count = 1 }]\nsight = 0'
    assert [key for _, key, _ in faults_of(tmp_path, "heroes", text)] == ["sight"]
