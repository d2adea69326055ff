"""Faults in the run tree, each found before anybody plays by it."""

from collections.abc import Mapping
from pathlib import Path
from typing import get_args

import pytest

from support.content.shipped import shipped
from support.content.tree_examples import GAME, tree_findings, with_tree, with_types
from undertide_server.content.load import list_presets, load_ruleset
from undertide_server.content.records.layouts import LayoutName
from undertide_server.content.records.tree import TreeRules
from undertide_server.content.schema.errors import ContentError

NOTHING: object = {"kind": "constant", "base": 0}
LAYOUTS = ", ".join(get_args(LayoutName))
PERMANENT = {"kind": "permanent"}


def changed(**fields: object) -> TreeRules:
    return GAME.ruleset.tree.model_copy(update=fields)


def only(*keys: str, **changes: Mapping[str, object]) -> TreeRules:
    """Return a tree in which no type but these has a weight."""
    others = [key for key in GAME.ruleset.tree.types if key not in (*keys, *changes)]
    return with_types(**{key: {"weight": NOTHING} for key in others}, **changes)


@pytest.mark.parametrize("preset", list_presets())
def test_what_ships_is_sound(preset: str) -> None:
    assert tree_findings(shipped(preset)) == []


# --- the root and the last depth ----------------------------------------------------------------


def test_a_run_has_one_beginning() -> None:
    two = with_types(warren={"persistence": {"kind": "start"}})
    assert tree_findings(with_tree(two).ruleset)[0] == (
        ("tree", "types"),
        'expected one type of persistence "start"; found ["start", "warren"]',
    )


def test_a_run_has_a_beginning() -> None:
    none = with_types(start={"persistence": PERMANENT})
    assert tree_findings(with_tree(none).ruleset) == [
        (("tree", "types"), 'expected one type of persistence "start"; found []')
    ]


def test_the_last_type_is_there() -> None:
    assert tree_findings(with_tree(changed(last="bos")).ruleset) == [
        (("tree", "last"), 'there is no floor type "bos"; did you mean "boss"?')
    ]


@pytest.mark.parametrize("last", ["start", "gardens"])
def test_the_last_type_may_come_at_the_last_depth(last: str) -> None:
    assert tree_findings(with_tree(changed(last=last)).ruleset) == [
        (("tree", "last"), f'expected a type that may come below 19 floors; found "{last}"')
    ]


def test_a_game_of_one_floor_needs_nothing_below_it() -> None:
    tree = with_types(start={"amulets": 3}, warren={"weight": NOTHING})
    one = tree.model_copy(update={"last": "start"})
    assert tree_findings(with_tree(one, floors=1).ruleset) == []


def test_where_a_boss_must_fall_the_last_floor_has_monsters() -> None:
    rules = with_tree(with_types(boss={"monsters_percent": 0})).ruleset
    assert tree_findings(rules) == [
        (
            ("tree", "types", "boss", "monsters_percent"),
            "expected more than 0, as its boss must fall; found 0",
        )
    ]
    peaceful = rules.victory.model_copy(update={"boss": False})
    assert tree_findings(rules.model_copy(update={"victory": peaceful})) == []


# --- between them -------------------------------------------------------------------------------


def test_a_run_that_nobody_could_win_is_refused() -> None:
    victory = GAME.ruleset.victory.model_copy(update={"amulets": (), "boss": False})
    found = tree_findings(GAME.ruleset.model_copy(update={"victory": victory}))
    wanted = "expected true where there are no amulets; found false"
    assert (("victory", "boss"), wanted) in found


def test_floors_lead_on() -> None:
    assert tree_findings(with_tree(changed(children=(0, 0, 0))).ruleset) == [
        (("tree", "children"), "expected a weight above 0; found (0, 0, 0)")
    ]


def test_a_type_can_come_at_every_depth() -> None:
    rules = with_tree(only("crypt", "keep"), floors=6).ruleset
    problem = "expected a type that always has a weight above 0 below"
    assert tree_findings(rules) == [(("tree", "types"), f"{problem} 1 floor")]


def test_a_type_that_grows_rarer_must_not_do_so_too_soon() -> None:
    falling = {"weight": {"kind": "linear", "base": 17, "growth": -1}}
    problem = "expected a type that always has a weight above 0 below"
    assert tree_findings(with_tree(only(warren=falling)).ruleset) == [
        (("tree", "types"), f"{problem} 17 floors"),
        (("tree", "types"), f"{problem} 18 floors"),
    ]
    assert tree_findings(with_tree(only("warren")).ruleset) == []


def test_a_weight_that_is_nothing_right_after_an_appearance_is_not_enough() -> None:
    resetting = {"weight": {"kind": "linear_reset", "base": 0, "growth": 5}}
    rules = with_tree(only(warren=resetting), floors=4, amulets=()).ruleset
    assert [problem for _, problem in tree_findings(rules)] == [
        "expected a type that always has a weight above 0 below 1 floor",
        "expected a type that always has a weight above 0 below 2 floors",
    ]


# --- amulets ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("floors", "room"), [(1, 0), (2, 0), (3, 0), (4, 1), (5, 2)])
def test_there_are_depths_enough_for_the_amulets(floors: int, room: int) -> None:
    found = tree_findings(with_tree(floors=floors).ruleset)
    wanted = "expected types that hold 3 amulets on every path before the last floor"
    assert (("tree", "types"), f"{wanted}; found {room}") in found
    assert tree_findings(with_tree(floors=floors, amulets=()).ruleset) == []
    assert tree_findings(with_tree(floors=6).ruleset) == []


def test_a_type_that_comes_too_rarely_can_not_hold_them() -> None:
    short = {"kind": "segment", "first": 5, "length": 1}
    rules = with_tree(with_types(keep={"persistence": short})).ruleset
    assert [path for path, _ in tree_findings(rules)] == [("tree", "types")]
    rules = with_tree(with_types(keep={"persistence": short, "amulets": 2})).ruleset
    assert tree_findings(rules) == []


# --- what types name ----------------------------------------------------------------------------


def test_a_type_has_a_layout() -> None:
    rules = with_tree(with_types(crypt={"layouts": {"arena": 0, "keep": 0}})).ruleset
    assert tree_findings(rules) == [
        (("tree", "types", "crypt", "layouts"), "expected a layout whose weight is above 0")
    ]


def test_a_type_knows_its_themes() -> None:
    rules = with_tree(with_types(crypt={"themes": {"shopp": 5, "shop": 5}})).ruleset
    assert tree_findings(rules) == [
        (
            ("tree", "types", "crypt", "themes", "shopp"),
            'there is no theme "shopp"; did you mean "shop"?',
        )
    ]


# --- told with file, key and reason -------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "key", "problem"),
    [
        (
            "[types.crypt.layouts]\ncavern = 1",
            "types.crypt.layouts.cavern",
            f'unknown key; expected one of {LAYOUTS}; did you mean "caverns"?',
        ),
        (
            "[types.crypt.weight]\nkind = 'linaer'",
            "types.crypt.weight.kind",
            'expected one of constant, linear, linear_reset; found "linaer"',
        ),
        (
            "[types.crypt.persistence]\nfirst = 0",
            "types.crypt.persistence.first",
            "expected at least 1; found 0",
        ),
        (
            "[types.crypt.persistence]\nkind = 'for_ever'",
            "types.crypt.persistence",
            'expected one of start, segment, semi_permanent, permanent; found "for_ever"',
        ),
        ("[types.crypt]\namulets = 4", "types.crypt.amulets", "expected at most 3; found 4"),
        ("children = [1, 1]", "children[3]", "is missing"),
        (
            "children = [0, 0, 0]",
            "children",
            "expected a weight above 0; found (0, 0, 0)",
        ),
    ],
)
def test_a_fault_is_told_where_it_stands(tmp_path: Path, text: str, key: str, problem: str) -> None:
    place = tmp_path / "rules" / "mine"
    place.mkdir(parents=True)
    head = 'title = "Mine"\ndescription = ""\nbuilds_on = "default"\n'
    (place / "preset.toml").write_text(head, encoding="utf-8")
    (place / "tree.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        load_ruleset("mine", tmp_path)
    faults = [(Path(one.file).name, one.key, one.problem) for one in caught.value.faults]
    assert ("tree.toml", key, problem) in faults


def test_a_preset_may_weigh_a_type_in_another_way(tmp_path: Path) -> None:
    place = tmp_path / "rules" / "mine"
    place.mkdir(parents=True)
    head = 'title = "Mine"\ndescription = ""\nbuilds_on = "default"\n'
    (place / "preset.toml").write_text(head, encoding="utf-8")
    text = "[types.keep]\nweight = { kind = 'constant', base = 7 }"
    (place / "tree.toml").write_text(text, encoding="utf-8")
    weight = load_ruleset("mine", tmp_path).tree.types["keep"].weight
    assert (weight.kind, weight.base) == ("constant", 7)
