"""Faults of set pieces: maps that can't be read, and parts that don't exist."""

from typing import Any

import pytest

from support.content.shipped import shipped
from undertide_server.content.checks.findings import Finding
from undertide_server.content.checks.set_pieces import (
    set_pieces_are_drawn,
    set_pieces_have_their_parts,
    set_pieces_have_their_theme,
)
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.set_pieces import SetPiece

RULES = shipped("default")
CHECKS = (set_pieces_have_their_theme, set_pieces_are_drawn, set_pieces_have_their_parts)
SOUND = {
    "name": "tried piece",
    "map": ("....", ".#!.", ".g^.", "...."),
    "terrain": {"#": "wall"},
    "people": {"g": "guard"},
    "traps": {"^": "spikes"},
}


def with_piece(**changes: Any) -> Ruleset:
    piece = SetPiece.model_validate({**SOUND, **changes})
    return RULES.model_copy(update={"set_pieces": {"tried": piece}})


def findings(rules: Ruleset) -> list[Finding]:
    return [finding for check in CHECKS for finding in check(rules)]


def test_a_sound_piece_and_the_shipped_ones_have_no_faults() -> None:
    assert findings(with_piece()) == []
    assert findings(RULES) == []


def test_pieces_need_a_theme_for_their_rooms() -> None:
    themes = {key: theme for key, theme in RULES.themes.items() if key != "set_piece"}
    (found,) = findings(with_piece().model_copy(update={"themes": themes}))
    assert found == (("themes", "set_piece"), "is missing; rooms with set pieces need it")
    none = {"themes": themes, "set_pieces": {}}
    assert findings(RULES.model_copy(update=none)) == []


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        (("....", ".#!.", ".g^..", "...."), "4 characters"),
        (("....", ".#!.", "^g^.", "...."), "border"),
        (("....", ".#!.", ".g^.", "..#."), "border"),
        (("....", ".#!.", ".g^.", "....", ".x..", "...."), 'one meaning of "x"; found 0'),
        (("....", ".#!.", ".g..", "...."), 'expected "^", since it has a meaning'),
    ],
)
def test_a_map_is_even_open_all_round_and_says_what_each_mark_means(
    rows: tuple[str, ...], problem: str
) -> None:
    found = findings(with_piece(map=rows))
    assert found
    assert all(path[:3] == ("set_pieces", "tried", "map") for path, _ in found)
    assert any(problem in text for _, text in found)


def test_a_mark_has_one_meaning() -> None:
    ((_, problem),) = findings(with_piece(terrain={"#": "wall", "g": "grass"}))
    assert problem == 'expected one meaning of "g"; found 2'


@pytest.mark.parametrize(
    ("changes", "where", "problem"),
    [
        ({"terrain": {"#": "wal"}}, ("terrain", "#"), 'there is no terrain "wal"'),
        ({"terrain": {"#": "stairs_up"}}, ("terrain", "#"), "without stairs"),
        ({"people": {"g": "gard"}}, ("people", "g"), 'there is no person "gard"'),
        ({"traps": {"^": "spike"}}, ("traps", "^"), 'there is no trap "spike"'),
        ({"traps": {"^": "arrows"}}, ("traps", "^"), "a trap in the floor"),
    ],
)
def test_parts_exist_and_fit(changes: dict[str, Any], where: tuple[str, ...], problem: str) -> None:
    ((path, text),) = findings(with_piece(**changes))
    assert path == ("set_pieces", "tried", *where)
    assert problem in text
