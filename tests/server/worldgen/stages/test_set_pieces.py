"""R12: built scenes, one on each floor, and none twice in a run."""

from dataclasses import replace
from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped
from support.worlds.drafts import dug, is_sound
from support.worlds.staging import make_test_game
from undertide_server.content.records.layouts import LayoutName
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.floor import plan_floor, set_pieces_above
from undertide_server.worldgen.game.game import make_game
from undertide_server.worldgen.game.run_tree import branch_at, children_of, root_of
from undertide_server.worldgen.stages.set_pieces import build_set_piece
from undertide_server.worldgen.stages.themes import choose_themes

GAME = make_test_game()
PIECES = GAME.ruleset.set_pieces
BOSSES = next(floor.floor for floor in GAME.curve.floors if floor.bosses)
LATE = 12
"""A floor on which every piece may come."""

seeds = st.binary(min_size=16, max_size=16)


def with_piece(
    seed: bytes, layout: LayoutName, number: int = LATE, built: frozenset[str] = frozenset()
) -> Draft:
    draft = dug(replace(GAME, seed=seed), number, layout_name=layout)
    draft.built = built
    build_set_piece(draft)
    return draft


def piece_of(draft: Draft) -> str | None:
    found = [room.set_piece for room in draft.rooms if room.set_piece is not None]
    assert found == ([draft.set_piece] if draft.set_piece else [])
    return draft.set_piece or None


@pytest.mark.parametrize("key", PIECES)
def test_every_shipped_piece_is_built_whole_where_it_has_a_place(key: str) -> None:
    others = frozenset(PIECES) - {key}
    drafts = [
        with_piece(number.to_bytes(16, "little"), "rooms_and_corridors", built=others)
        for number in range(9)
    ]
    built = [draft for draft in drafts if piece_of(draft) == key]
    assert len(built) >= 3
    for draft in built:
        check_whole(draft, key)


def check_whole(draft: Draft, key: str) -> None:
    """Assert that the terrain, people and finds of a piece are all there."""
    piece, codes = PIECES[key], draft.game.terrain.codes
    for mark, terrain in piece.terrain.items():
        stated = sum(row.count(mark) for row in piece.map)
        assert np.count_nonzero(draft.tiles == codes[terrain]) >= stated
        if terrain != "wall":
            assert np.count_nonzero(draft.tiles == codes[terrain]) == stated
    people = sorted(spawn.kind.family for spawn in draft.spawns)
    assert people == sorted(
        piece.people[mark] for row in piece.map for mark in row if mark in piece.people
    )
    assert len(draft.loot) == sum(row.count("!") for row in piece.map)


@pytest.mark.parametrize("layout", get_args(LayoutName))
@given(seed=seeds, number=st.integers(1, 20))
@settings(max_examples=8)
def test_a_piece_leaves_every_floor_whole_and_the_arrival_in_peace(
    layout: LayoutName, seed: bytes, number: int
) -> None:
    draft = with_piece(seed, layout, number)
    assert is_sound(draft)
    key = piece_of(draft)
    assert key is not None
    assert PIECES[key].first <= number
    assert draft.rooms[0].set_piece is None
    assert all(draft.rooms[index].set_piece is None for index in draft.layout.treasures)


@given(seed=seeds)
@settings(max_examples=5)
def test_the_room_of_a_piece_keeps_its_theme(seed: bytes) -> None:
    draft = with_piece(seed, "small_keep")
    choose_themes(draft)
    assert [plan.theme for plan in draft.rooms if plan.set_piece] == ["set_piece"]
    assert [plan.set_piece is None for plan in draft.rooms if plan.theme == "set_piece"] == [False]


def test_a_floor_whose_run_has_every_piece_has_none() -> None:
    draft = with_piece(bytes(16), "small_keep", built=frozenset(PIECES))
    assert piece_of(draft) is None
    assert (draft.tiles == draft.layout.tiles).all()


def test_no_path_meets_a_piece_twice_and_each_floor_has_one() -> None:
    for seed in (bytes(16), bytes(range(16))):
        game = make_game(shipped("default"), seed, REPERTOIRE)
        branch, built = root_of(game), list[str]()
        while True:
            piece = plan_floor(game, branch, (1,), built=frozenset(built)).set_piece
            assert piece
            assert piece not in built
            built.append(piece)
            children = children_of(game, branch)
            if not children:
                break
            branch = children[-1]
        assert len(built) == game.ruleset.curve.floors
        assert set_pieces_above(game, branch) == set(built[:-1])


def test_presets_without_pieces_have_none() -> None:
    for preset in ("tutorial", "classic"):
        game = make_game(shipped(preset), bytes(16), REPERTOIRE)
        for depth in range(3):
            assert not plan_floor(game, branch_at(game, (0,) * depth), (1,)).set_piece


@pytest.mark.parametrize("layout", ["rooms_and_corridors", "caverns", "small_keep"])
@given(seed=seeds)
@settings(max_examples=8)
def test_no_piece_stands_where_bosses_wait(layout: LayoutName, seed: bytes) -> None:
    draft = with_piece(seed, layout, BOSSES)
    assert draft.bosses
    assert draft.rooms[draft.lair].set_piece is None
