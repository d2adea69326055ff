"""Faults in variety: found when the content is loaded, named where they stand."""

import shutil
from importlib.resources import as_file, files
from pathlib import Path

import pytest

from undertide_server.content.load import load_ruleset
from undertide_server.content.schema.errors import ContentError

HEAD = """
drawn = { low = 0, high = 1 }
variables = []
themes = { removed = { low = 0, high = 0 }, doubled = { low = 0, high = 0 } }
"""
NONE_DRAWN = HEAD.replace("high = 1", "high = 0")
VARIATION = 'name = "{name}"\ndescription = ""\nchanges = [{changes}]\n'
ENDS = "a whole number, a flag, a text or a table by floors"
WARES = "themes.shop.decor.wares"
CROSSING = (
    f'{{ key = "{WARES}.low", low = 0, high = 8 }}, {{ key = "{WARES}.high", low = 3, high = 12 }}'
)
ODD = "variations.odd.changes"

FAULTS = {
    "key of no catalogue": (
        '{ key = "theems.shop.weight", percent = 900 }',
        (f"{ODD}[1].key", 'there is no "theems" in the content; did you mean "themes"?'),
    ),
    "key of no record": (
        '{ key = "themes.shpo.weight", percent = 900 }',
        (f"{ODD}[1].key", 'there is no "shpo" in themes; did you mean "shop"?'),
    ),
    "key of a whole record": (
        '{ key = "themes.shop", percent = 900 }',
        (
            f"{ODD}[1].key",
            f"expected the key of {ENDS}; found more at themes.shop",
        ),
    ),
    "key of variety itself": (
        '{ key = "variety.drawn.high", add = 1 }',
        (f"{ODD}[1].key", 'expected a key of another catalogue; found "variety.drawn.high"'),
    ),
    "number where a flag is": (
        '{ key = "victory.boss", value = 0 }',
        (f"{ODD}[1].key", "expected true or false, as it is; found 0"),
    ),
    "share of a text": (
        '{ key = "tree.last", percent = 50 }',
        (f"{ODD}[1].key", 'expected a key of numbers; found text, "boss"'),
    ),
    "change that changes nothing": (
        '{ key = "costs.move", percent = 101 }',
        (f"{ODD}[1]", "changes nothing where costs.move is 20"),
    ),
    "share of nothing": (
        '{ key = "themes.treasure.weight", percent = 900 }',
        (f"{ODD}[1]", "changes nothing where themes.treasure.weight is 0"),
    ),
    "value changed twice": (
        '{ key = "items.*.price", percent = 50 }, { key = "items.health_potion.price", add = 1 }',
        (f"{ODD}[2].key", "items.health_potion.price is changed at [1] already"),
    ),
    "value past its bound": (
        '{ key = "items.fireball_scroll.effect.radius", value = 9 }',
        (ODD, "in play, items.fireball_scroll.effect.radius: expected at most 8; found 9"),
    ),
    "value below its bound": (
        '{ key = "costs.move", percent = 0 }',
        (ODD, "in play, costs.move: expected at least 1; found 0"),
    ),
    "text that is no word": (
        '{ key = "traps.arrows.where", value = "roof" }',
        (ODD, 'in play, traps.arrows.where: expected one of floor, wall; found "roof"'),
    ),
    "reference to nothing": (
        '{ key = "terrain.door.opens_to", value = "opened" }',
        (ODD, 'in play, terrain.door.opens_to: there is no terrain "opened"'),
    ),
    "records that don't fit each other": (
        '{ key = "tide.pool_low_percent", value = 400 }',
        (
            ODD,
            "in play, tide.pool_low_percent: expected at most 130, `pool_high_percent`; found 400",
        ),
    ),
}


def write(tmp_path: Path, variety: str) -> Path:
    """Write the preset `odd`: all of `default` but its variety, which is this one."""
    place = tmp_path / "rules" / "odd"
    with as_file(files("undertide_config") / "rules" / "default") as default:
        shutil.copytree(default, place)
    file = place / "variety.toml"
    file.write_text(variety, encoding="utf-8")
    return file


def faults_of(tmp_path: Path, variety: str) -> list[tuple[str, str]]:
    """Return key and problem of each fault in a preset with this variety.toml."""
    file = write(tmp_path, variety)
    with pytest.raises(ContentError) as caught:
        load_ruleset("odd", tmp_path)
    assert {fault.file for fault in caught.value.faults} == {str(file)}
    return [(fault.key, fault.problem) for fault in caught.value.faults]


def variation(changes: str, name: str = "Odd", key: str = "odd") -> str:
    return f"[variations.{key}]\n" + VARIATION.format(name=name, changes=changes)


@pytest.mark.parametrize(("changes", "fault"), FAULTS.values(), ids=FAULTS)
def test_a_change_that_does_no_good_is_a_fault(
    tmp_path: Path, changes: str, fault: tuple[str, str]
) -> None:
    assert faults_of(tmp_path, HEAD + variation(changes)) == [fault]


def test_faults_come_all_at_once(tmp_path: Path) -> None:
    keys = ["variations.a.changes[1].key", "variations.b.changes", "variations.c.changes[2]"]
    wrong = (
        variation('{ key = "nowhere", add = 1 }', "A", "a")
        + variation('{ key = "costs.move", value = 0 }', "B", "b")
        + variation('{ key = "costs.move", add = 1 }, { key = "costs.wait", add = 0 }', "C", "c")
    )
    assert [key for key, _ in faults_of(tmp_path, HEAD + wrong)] == keys


def test_changes_that_are_sound_only_together_are_sound(tmp_path: Path) -> None:
    both = '{ key = "themes.shop.decor.wares.low", value = 9 }, '
    both += '{ key = "themes.shop.decor.wares.high", value = 12 }'
    write(tmp_path, HEAD + variation(both))
    assert load_ruleset("odd", tmp_path).variety.variations["odd"].name == "Odd"


def test_a_change_must_be_sound_at_both_ends_of_a_variable(tmp_path: Path) -> None:
    head = HEAD.replace("[]", '[{ key = "extras.grass", low = 0, high = 40 }]')
    change = '{ key = "extras.grass", percent = 300 }'
    assert faults_of(tmp_path, head + variation(change)) == [
        (ODD, "in play, extras.grass: expected at most 100; found 120"),
        (f"{ODD}[1]", "changes nothing where extras.grass is 0"),
    ]


@pytest.mark.parametrize(
    ("variables", "fault"),
    [
        (
            '{ key = "extras.gras", low = 0, high = 9 }',
            ("variables[1].key", 'there is no "gras" in extras; did you mean "grass"?'),
        ),
        (
            '{ key = "victory.boss", low = 0, high = 1 }',
            ("variables[1].key", "expected true or false, as it is; found 0"),
        ),
        (
            '{ key = "extras.grass", low = 0, high = 101 }',
            (
                "variables",
                "with each at its `high`, extras.grass: expected at most 100; found 101",
            ),
        ),
        (
            '{ key = "costs.move", low = 0, high = 9 }',
            ("variables", "with each at its `low`, costs.move: expected at least 1; found 0"),
        ),
        (
            '{ key = "costs.*", low = 1, high = 9 }, { key = "costs.move", low = 1, high = 9 }',
            ("variables[2].key", "costs.move is changed at [1] already"),
        ),
        (
            CROSSING,
            (
                "variables[1].high",
                f"with all others at their `low`, {WARES}: expected `low` at most as large",
            ),
        ),
        (
            '{ key = "extras.grass", low = 9, high = 9 }',
            ("variables[1]", "expected `low` less than `high`; found"),
        ),
    ],
)
def test_a_variable_that_can_not_be_drawn_is_a_fault(
    tmp_path: Path, variables: str, fault: tuple[str, str]
) -> None:
    ((key, problem),) = faults_of(tmp_path, NONE_DRAWN.replace("[]", f"[{variables}]"))
    assert (key, problem[: len(fault[1])]) == fault


def test_no_two_variations_have_one_name(tmp_path: Path) -> None:
    change = '{ key = "costs.move", add = 1 }'
    twins = variation(change, "Odd", "odd") + variation(change, "Odd", "other")
    assert faults_of(tmp_path, HEAD + twins) == [
        ("variations.other.name", 'expected a name that "odd" doesn\'t have; found "Odd"')
    ]


def test_no_more_are_drawn_than_there_are(tmp_path: Path) -> None:
    head = HEAD.replace("drawn = { low = 0, high = 1 }", "drawn = { low = 2, high = 3 }")
    assert faults_of(tmp_path, head + variation('{ key = "costs.move", add = 1 }'))[0][0] == (
        "drawn.high"
    )


def test_a_subtitle_never_names_more_than_four(tmp_path: Path) -> None:
    head = HEAD.replace("drawn = { low = 0, high = 1 }", "drawn = { low = 0, high = 5 }")
    ((key, problem),) = faults_of(tmp_path, head)
    assert key == "drawn"
    assert problem.startswith("expected `high` of at most 4")


def test_themes_that_are_kept_exist(tmp_path: Path) -> None:
    head = NONE_DRAWN.replace("themes = {", 'themes = { kept = ["shpo"],')
    assert faults_of(tmp_path, head) == [
        ("themes.kept[1]", 'there is no theme "shpo"; did you mean "shop"?')
    ]


def test_some_theme_is_left(tmp_path: Path) -> None:
    head = NONE_DRAWN.replace("removed = { low = 0, high = 0 }", "removed = { low = 0, high = 99 }")
    assert {key for key, _ in faults_of(tmp_path, head)} == {"themes.removed.high"}


def test_a_theme_that_could_not_be_doubled_is_a_fault(tmp_path: Path) -> None:
    head = NONE_DRAWN.replace("doubled = { low = 0, high = 0 }", "doubled = { low = 0, high = 1 }")
    heavy = '[{ key = "themes.shop.weight", low = 1, high = 500001 }]'
    write(tmp_path, head.replace("[]", heavy))
    with pytest.raises(ContentError, match="expected at most 1000000; found 1000002"):
        load_ruleset("odd", tmp_path)


def test_a_preset_that_draws_none_may_inherit_what_does_not_fit_it(tmp_path: Path) -> None:
    write(tmp_path, NONE_DRAWN + variation('{ key = "costs.mov", percent = 0 }'))
    assert load_ruleset("odd", tmp_path).variety.drawn.high == 0


def test_a_fault_is_told_where_it_stands_and_not_again_for_every_variation(tmp_path: Path) -> None:
    variety = write(tmp_path, HEAD + variation('{ key = "tide.pool_high_percent", add = 1 }'))
    tide = variety.parent / "tide.toml"
    stated = tide.read_text(encoding="utf-8")
    tide.write_text(stated.replace("percent = 30", "percent = 200", 1), encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        load_ruleset("odd", tmp_path)
    assert [fault.key for fault in caught.value.faults] == ["pool_low_percent"]
