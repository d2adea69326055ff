"""Faults in themes, traps and what grows: told where they stand."""

from typing import Any

import pytest

from support.content.shipped import shipped
from undertide_server.content.checks import themes as theme_checks
from undertide_server.content.checks.findings import Finding
from undertide_server.content.checks.registry import CHECKS
from undertide_server.content.load import list_presets
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.themes import (
    Count,
    Decor,
    Inhabitants,
    Inlay,
    Strewn,
    TrapUse,
)
from undertide_server.content.schema.fields import TableRow

RULES = shipped("default")
ONE = Count(low=1, high=1)


def findings(rules: Ruleset) -> list[Finding]:
    """Return what the checks of this module have to say against content."""
    checks = [check for check in CHECKS if check.find.__module__ == theme_checks.__name__]
    assert len(checks) == 12
    return [finding for check in checks for finding in check.find(rules)]


def with_record(catalogue: str, key: str, **changes: Any) -> Ruleset:
    """Return content with some fields of one record changed."""
    records = getattr(RULES, catalogue)
    record = records[key].model_copy(update=changes)
    return RULES.model_copy(update={catalogue: {**records, key: record}})


def without(catalogue: str, key: str) -> Ruleset:
    records = {name: record for name, record in getattr(RULES, catalogue).items() if name != key}
    return RULES.model_copy(update={catalogue: records})


@pytest.mark.parametrize("preset", list_presets())
def test_what_ships_is_sound(preset: str) -> None:
    assert findings(shipped(preset)) == []


@pytest.mark.parametrize("key", ["empty", "treasure", "shop"])
def test_what_no_chance_decides_has_its_theme(key: str) -> None:
    assert findings(without("themes", key)) == [
        (("themes", key), "is missing; every floor needs it")
    ]


def test_where_heroes_arrive_is_nothing_but_room_for_a_fight() -> None:
    assert findings(with_record("themes", "empty", decor=Decor(pattern="cross"))) == [
        (
            ("themes", "empty", "decor"),
            "expected nothing, for where heroes arrive there is none",
        )
    ]
    assert findings(with_record("themes", "empty", combat=False)) == [
        (("themes", "empty", "combat"), "expected true; found false")
    ]


def test_every_type_of_floor_has_a_theme_that_can_come() -> None:
    kind = RULES.tree.types["crypt"]
    bare = kind.model_copy(update={"themes": dict.fromkeys(RULES.themes, 0)})
    tree = RULES.tree.model_copy(update={"types": {**RULES.tree.types, "crypt": bare}})
    assert findings(RULES.model_copy(update={"tree": tree})) == [
        (
            ("tree", "types", "crypt", "themes"),
            "expected a theme whose weight is above 0 on such floors",
        )
    ]
    idle = {key: theme.model_copy(update={"weight": 0}) for key, theme in RULES.themes.items()}
    found = findings(RULES.model_copy(update={"themes": idle}))
    assert len(found) == len(RULES.tree.types)


@pytest.mark.parametrize(
    ("decor", "path", "problem"),
    [
        (Decor(ground="gras"), ("ground",), 'there is no terrain "gras"; did you mean "grass"?'),
        (
            Decor(ground="tree"),
            ("ground",),
            'expected terrain that can be walked without harm; found "tree"',
        ),
        (
            Decor(ground="acid"),
            ("ground",),
            'expected terrain that can be walked without harm; found "acid"',
        ),
        (
            Decor(ground="fire_trap"),
            ("ground",),
            'expected terrain that can be walked without harm; found "fire_trap"',
        ),
        (
            Decor(built_of="door"),
            ("built_of",),
            'expected terrain without stairs, doors and portals; found "door"',
        ),
        (
            Decor(inlay=Inlay(pattern="checks", terrain="spikes")),
            ("inlay", "terrain"),
            'expected terrain that can be walked without harm; found "spikes"',
        ),
        (
            Decor(filled_with="door"),
            ("filled_with",),
            'expected terrain without stairs, doors and portals; found "door"',
        ),
        (
            Decor(strewn=(Strewn(terrain="stairs_down", percent=1),)),
            ("strewn", 0, "terrain"),
            'expected terrain without stairs, doors and portals; found "stairs_down"',
        ),
        (
            Decor(strewn=(Strewn(terrain="portal", percent=1),)),
            ("strewn", 0, "terrain"),
            'expected terrain without stairs, doors and portals; found "portal"',
        ),
        (
            Decor(people=(Inhabitants(person="gard", count=ONE),)),
            ("people", 0, "person"),
            'there is no person "gard"; did you mean "guard"?',
        ),
        (
            Decor(traps=(TrapUse(traps=("spikes", "spike"), count=ONE, hidden=0),)),
            ("traps", 0, "traps", 1),
            'there is no trap "spike"; did you mean "spikes"?',
        ),
    ],
)
@pytest.mark.parametrize("version", ["decor", "special"])
def test_what_rooms_are_furnished_with_is_there(
    version: str, decor: Decor, path: tuple[str | int, ...], problem: str
) -> None:
    assert findings(with_record("themes", "crypt", **{version: decor})) == [
        (("themes", "crypt", version, *path), problem)
    ]


@pytest.mark.parametrize(
    ("key", "terrain", "problem"),
    [
        ("spikes", "spike", 'there is no terrain "spike"; did you mean "spikes"?'),
        ("spikes", "wall", 'expected terrain that can be walked and is shunned; found "wall"'),
        ("spikes", "grass", 'expected terrain that can be walked and is shunned; found "grass"'),
        ("arrows", "grass", 'expected terrain that can\'t be walked; found "grass"'),
    ],
)
def test_traps_look_like_traps(key: str, terrain: str, problem: str) -> None:
    assert findings(with_record("traps", key, terrain=terrain)) == [
        (("traps", key, "terrain"), problem)
    ]


@pytest.mark.parametrize("key", ["blood", "glass", "portal", "stone_door"])
def test_what_floors_are_given_besides_is_there(key: str) -> None:
    found = findings(without("terrain", key))
    assert (("terrain", key), "is missing; every floor needs it") in found


@pytest.mark.parametrize(("key", "walkable"), [("tree", False), ("grass", True)])
def test_what_grows_can_be_walked_or_not_as_it_must(key: str, *, walkable: bool) -> None:
    found = findings(with_record("terrain", key, walkable=not walkable))
    wanted = f"expected {str(walkable).lower()}; found {str(not walkable).lower()}"
    assert (("terrain", key, "walkable"), wanted) in found


@pytest.mark.parametrize("key", ["gold", "heaps"])
def test_rows_of_gold_come_in_the_order_of_floors(key: str) -> None:
    table = (TableRow(floor=3, value=5), TableRow(floor=3, value=6))
    extras = RULES.extras.model_copy(update={key: table})
    assert findings(RULES.model_copy(update={"extras": extras})) == [
        (("extras", key, 1, "floor"), "expected more than 3, the previous value; found 3")
    ]


def with_ice(**changes: Any) -> Ruleset:
    """Return content with some fields of the region of ice changed."""
    ice = RULES.regions["ice"].model_copy(update=changes)
    return RULES.model_copy(update={"regions": {**RULES.regions, "ice": ice}})


@pytest.mark.parametrize(
    ("key", "value", "problem"),
    [
        ("amulet", "gem", 'there is no item "gem"'),
        (
            "amulet",
            "amulet_of_embers",
            'expected an item that "fire" doesn\'t have; found "amulet_of_embers"',
        ),
        ("guardian", "nobody", 'there is no person "nobody"'),
        ("guardian", "pilgrim", 'expected a person who is not peaceful; found "pilgrim"'),
        ("floor_trap", "pit", 'there is no trap "pit"'),
        ("floor_trap", "arrows", 'expected a trap in a floor; found "arrows"'),
        ("wall_trap", "frost_vent", 'expected a trap in a wall; found "frost_vent"'),
        ("spared", "tree", 'expected terrain that can be walked without harm; found "tree"'),
        ("tower", "keep", 'there is no terrain "keep"'),
        ("tower", "ash", 'expected terrain that can\'t be walked; found "ash"'),
    ],
)
def test_what_a_region_names_is_there_and_fits(key: str, value: str, problem: str) -> None:
    assert findings(with_ice(**{key: value})) == [(("regions", "ice", key), problem)]


def test_what_an_element_leaves_behind_is_there() -> None:
    strewn = (Strewn(terrain="ash", percent=1), Strewn(terrain="stairs_up", percent=1))
    assert findings(with_ice(strewn=strewn)) == [
        (
            ("regions", "ice", "strewn", 1, "terrain"),
            'expected terrain without stairs, doors and portals; found "stairs_up"',
        )
    ]
