import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from undertide_server.cli.inspect import inspect, path_of
from undertide_shared.command import CommandLine

COMMANDS = CommandLine(commands=[inspect])
BALANCE = ("balance", "--skill", "still", "--runs", "2", "--heroes", "1", "--workers", "1")


def call(*words: str) -> Result:
    return CliRunner().invoke(COMMANDS, words, prog_name="undertide")


@pytest.mark.parametrize(
    "words",
    [
        ("inspect", "floor", "0"),
        ("inspect", "floor", "99"),
        ("inspect", "floor", "--layout", "igloo"),
        ("inspect", "floor", "2", "--branch", "0"),
        ("inspect", "floor", "--branch", "0.3"),
        ("inspect", "floor", "--branch", "0,1"),
        ("inspect", "floor", "--branch", "0." * 60 + "0"),
        ("inspect", "floor", "--branch", "1", "--preset", "tutorial"),
        ("inspect", "tree", "--depth", "50"),
        ("inspect", "tree", "--depth", "-1"),
        ("inspect", "curve", "--preset", "no-such"),
        ("inspect", "weather"),
        ("inspect", "balance", "--runs", "0"),
        ("inspect", "balance", "--skill", "clever"),
        ("inspect", "balance", "--pace", "auto"),
        ("inspect", "balance", "--calling", "idler"),
    ],
)
def test_a_wrong_call_is_one_line_and_exit_code_2(words: tuple[str, ...]) -> None:
    result = call(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("undertide inspect")
    assert result.stderr.count("\n") == 1


def test_a_branch_is_named_by_the_stairs_that_lead_there() -> None:
    assert path_of("root") == ()
    assert path_of("0") == (0,)
    assert path_of("2.0.1") == (2, 0, 1)
    assert len(path_of(".".join(["1"] * 49))) == 49


def shown(*words: str) -> Any:
    result = call("inspect", *words, "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_the_curve_has_the_keys_that_scripts_rely_on() -> None:
    data = shown("curve", "--preset", "reference")
    assert len(data["floors"]) == 20
    assert data["floors"][0].keys() >= {"floor", "step", "strengths", "bosses", "average"}


def test_a_seed_decides_what_is_shown() -> None:
    assert shown("floor", "2", "--seed", "x") == shown("floor", "2", "--seed", "x")
    assert shown("floor", "2", "--seed", "x") != shown("floor", "2", "--seed", "y")
    assert shown("floor")["number"] == 1


def test_more_heroes_meet_more_monsters() -> None:
    one, four = shown("floor"), shown("floor", "--heroes", "4")
    assert len(four["monsters"]) > len(one["monsters"])


def test_a_layout_can_be_asked_for() -> None:
    data = shown("floor", "2", "--layout", "keep")
    assert data["layout"] == "keep"
    assert len(data["maze_connections"]) == len(data["rooms"]) - 1


def test_a_preset_is_shown_by_its_roster() -> None:
    kinds = {kind["name"] for kind in shown("roster", "--preset", "classic")["kinds"]}
    assert {"orc", "troll"} <= kinds


def test_a_floor_is_named_by_its_number_or_its_branch() -> None:
    assert shown("floor", "3") == shown("floor", "--branch", "0.0")
    assert shown("floor") == shown("floor", "--branch", "root")


def test_every_branch_of_the_tree_can_be_looked_at() -> None:
    branches = shown("tree", "--depth", "2")["branches"]
    assert branches[0]["parent"] is None
    for branch in branches[-2:]:
        floor = shown("floor", "--branch", branch["id"])
        assert (floor["name"], floor["number"]) == (branch["name"], branch["depth"] + 1)


def test_the_tree_has_the_keys_that_scripts_rely_on() -> None:
    keys = {"id", "parent", "depth", "type", "sibling", "floors_passed"}
    assert all(branch.keys() >= keys for branch in shown("tree")["branches"])
    assert max(branch["depth"] for branch in shown("tree")["branches"]) == 5


def test_people_are_shown_the_tree_and_its_odds() -> None:
    for subject, sign in (("tree", "├──"), ("weights", "a warren"), ("variations", "drawn")):
        result = call("inspect", subject)
        assert result.exit_code == 0
        assert sign in result.stdout


def test_people_are_shown_a_map() -> None:
    result = call("inspect", "floor")
    assert result.exit_code == 0
    assert "Floor 1" in result.stdout
    assert "@" in result.stdout


@pytest.mark.parametrize(
    "subject", ["curve", "roster", "gear", "floor", "tree", "weights", "variations"]
)
def test_a_picture_is_written(subject: str, tmp_path: Path) -> None:
    result = call("inspect", subject, "--png", str(tmp_path / "picture.png"))
    assert (result.exit_code, result.output) == (0, "")
    assert (tmp_path / "picture.png").read_bytes().startswith(b"\x89PNG")


def test_a_picture_that_can_not_be_written_is_exit_code_1(tmp_path: Path) -> None:
    result = call("inspect", "curve", "--png", str(tmp_path / "missing" / "picture.png"))
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1


def test_balance_has_the_keys_that_scripts_rely_on() -> None:
    data = shown(*BALANCE, "--ticks", "50")
    assert {"preset", "pace", "ticks", "staged", "skills"} <= data.keys()
    skill = data["skills"][0]
    assert (skill["skill"], skill["runs"], skill["floors"]) == ("still", 2, [1, 1])
    assert skill["given_up"] == 2


def test_a_resumed_measurement_gives_the_same_figures(tmp_path: Path) -> None:
    path = tmp_path / "measured.jsonl"
    resumed = (*BALANCE, "--ticks", "50", "--resume", str(path))
    first = shown(*resumed)
    written = path.read_bytes()
    assert (shown(*resumed), path.read_bytes()) == (first, written)
    assert first == shown(*BALANCE, "--ticks", "50")


def test_a_measurement_of_other_parties_is_not_resumed(tmp_path: Path) -> None:
    path = str(tmp_path / "measured.jsonl")
    shown(*BALANCE, "--ticks", "50", "--resume", path)
    result = call("inspect", *BALANCE, "--ticks", "60", "--resume", path)
    assert result.exit_code == 1
    assert f"{path}, line 1: ticks was 50, and is 60 now" in result.stderr


def test_people_are_shown_what_heroes_fell_to() -> None:
    result = call("inspect", *BALANCE)
    assert result.exit_code == 0
    assert "still: the way down" in result.stdout
