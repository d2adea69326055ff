"""`inspect tree`."""

import json
from io import StringIO
from pathlib import Path

import pytest
from PIL import Image
from rich.console import Console

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped, unvaried
from undertide_server.inspection.tree import MOST_BRANCHES, plot_tree, render_tree, tree_data
from undertide_server.inspection.tree_records import TreeData
from undertide_server.worldgen.game.game import make_game
from undertide_server.worldgen.game.run_tree import branch_at, children_of

RULES = unvaried(shipped("reference"))
SEED = b"0123456789abcdef"
DATA = tree_data(RULES, SEED, REPERTOIRE, 5)
DEEP = tree_data(RULES, SEED, REPERTOIRE, 19)


def drawn(data: TreeData) -> str:
    file = StringIO()
    Console(file=file, width=200).print(render_tree(data))
    return file.getvalue()


def path_of(branch_id: str) -> tuple[int, ...]:
    """Read an id as `inspect floor --branch` does."""
    return () if branch_id == "root" else tuple(map(int, branch_id.split(".")))


def test_branches_have_the_keys_that_scripts_rely_on() -> None:
    wanted = {"id", "parent", "depth", "type", "sibling", "floors_passed", "name", "amulets"}
    assert all(set(branch) == {*wanted, "origin"} for branch in DATA["branches"])


def test_origins_stand_below_each_other_and_no_two_are_the_same() -> None:
    origins = {branch["id"]: branch["origin"] for branch in DEEP["branches"]}
    assert len({tuple(origin) for origin in origins.values()}) == len(origins)
    for branch in DEEP["branches"]:
        column, row = branch["origin"]
        assert row == branch["depth"]
        if branch["parent"] is not None:
            assert origins[branch["parent"]] == [column // 3, row - 1]
            assert branch["sibling"] == column % 3


def test_floors_without_monsters_dont_count_as_passed() -> None:
    quiet = RULES.tree.types["warren"].model_copy(update={"monsters_percent": 0})
    tree = RULES.tree.model_copy(update={"types": {**RULES.tree.types, "warren": quiet}})
    data = tree_data(RULES.model_copy(update={"tree": tree}), SEED, REPERTOIRE, 5)
    branches = {branch["id"]: branch for branch in data["branches"]}
    assert any(branch["type"] == "warren" for branch in data["branches"][:-1])
    for branch in data["branches"]:
        if branch["parent"] is not None:
            above = branches[branch["parent"]]
            passed = 0 if above["type"] == "warren" else 1
            assert branch["floors_passed"] == above["floors_passed"] + passed


def test_the_root_comes_first_and_has_no_parent() -> None:
    root, *rest = DATA["branches"]
    assert (root["id"], root["parent"], root["depth"]) == ("root", None, 0)
    assert all(branch["parent"] is not None for branch in rest)


def test_parents_come_before_children_and_depths_count_floors_above() -> None:
    depths: dict[str | None, int] = {None: -1}
    for branch in DATA["branches"]:
        assert branch["depth"] == branch["floors_passed"] == depths[branch["parent"]] + 1
        depths[branch["id"]] = branch["depth"]
    assert max(depths.values()) == 5


def test_the_tree_is_that_of_a_hero_who_takes_every_stair() -> None:
    game = make_game(RULES, SEED, REPERTOIRE)
    ids = {branch["id"] for branch in DATA["branches"]}
    for branch in DATA["branches"]:
        there = branch_at(game, path_of(branch["id"]))
        assert (there.type, there.sibling) == (branch["type"], branch["sibling"])
        children = {child.key for child in children_of(game, there)}
        assert children <= ids if branch["depth"] < 5 else children.isdisjoint(ids)


def test_amulets_are_told_by_name() -> None:
    assert DATA["cut"] is False
    told = [amulet for branch in DATA["branches"] for amulet in branch["amulets"]]
    assert told
    assert set(told) <= {RULES.items[key].name for key in RULES.victory.amulets}


def test_data_is_plain_enough_for_json() -> None:
    assert json.loads(json.dumps(DATA)) == DATA


def test_a_tree_of_one_floor_is_a_root() -> None:
    keep = tree_data(shipped("keep"), SEED, REPERTOIRE, 5)
    [root] = keep["branches"]
    assert len(root["amulets"]) == 3
    assert drawn(keep).count("amulet of") == 3


def test_depth_says_how_far_down_the_tree_is_drawn() -> None:
    assert len(tree_data(RULES, SEED, REPERTOIRE, 0)["branches"]) == 1
    assert {branch["depth"] for branch in tree_data(RULES, SEED, REPERTOIRE, 2)["branches"]} == {
        0,
        1,
        2,
    }


def test_a_tree_that_is_too_large_is_cut_and_says_so() -> None:
    assert DEEP["cut"] is True
    assert len(DEEP["branches"]) == MOST_BRANCHES
    assert f"cut after {MOST_BRANCHES} branches" in drawn(DEEP)
    assert "cut" not in drawn(DATA)


def test_a_tree_without_forks_is_shown_to_its_end() -> None:
    tutorial = tree_data(shipped("tutorial"), SEED, REPERTOIRE, 49)
    assert [branch["type"] for branch in tutorial["branches"]][-2:] == ["forge", "boss"]
    assert len(tutorial["branches"]) == 8
    assert tutorial["cut"] is False


def test_every_branch_has_a_line_with_its_name_and_id() -> None:
    lines = {line.split()[-1]: line for line in drawn(DATA).splitlines()}
    assert set(lines) == {branch["id"] for branch in DATA["branches"]}
    for branch in DATA["branches"]:
        line = lines[branch["id"]]
        assert f"{DATA['types'][branch['type']]['glyph']} {branch['name']}" in line
        assert all(amulet in line for amulet in branch["amulets"])


@pytest.mark.parametrize("data", [DATA, DEEP, tree_data(RULES, SEED, REPERTOIRE, 0)])
def test_the_picture_is_a_picture(data: TreeData, tmp_path: Path) -> None:
    path = tmp_path / "tree.png"
    plot_tree(data, path)
    with Image.open(path) as image:
        assert image.format == "PNG"
        assert 500 < image.width <= 9000
