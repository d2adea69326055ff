"""Blinking, light and summons: what they change, and what they tell nobody."""

import numpy as np
import pytest

from support.content.own_rules import game_with
from support.worlds.companies import State, befall, two_together
from support.worlds.outcomes import refusal
from support.worlds.staging import HALL, Stage, cast, caster, make_test_game
from undertide_server.simulation.components.floors import Risen
from undertide_server.simulation.queries.relations import is_ally
from undertide_shared.geometry import distance

MAZE = [
    "####################",
    "#@..#....#.........#",
    "#...#....#.........#",
    "##+###+###.........#",
    "#..................#",
    "####################",
]


class TestBlink:
    def test_a_hero_is_where_it_pointed(self) -> None:
        stage = Stage(HALL)
        row = caster(stage, "blink")
        cast(stage, "blink", (6, 3))
        assert row.cell == (6, 3)
        assert row.sight.mask[3, 6]

    @pytest.mark.parametrize(
        ("target", "reason"),
        [
            (None, "it needs a target"),
            ((0, 0), "there is no room for you"),
            ((1, 1), "there is no room for you"),
            ((5, 1), "there is no room for you"),
            ((9, 1), "that is too far away"),
        ],
    )
    def test_there_must_be_room(self, target: tuple[int, int] | None, reason: str) -> None:
        stage = Stage(HALL)
        row = caster(stage, "blink")
        stage.monster((5, 1))
        cast(stage, "blink", target)
        assert refusal(row) == reason
        assert row.cell == (1, 1)

    def test_it_leads_nowhere_that_is_not_seen(self) -> None:
        stage = Stage(MAZE)
        row = caster(stage, "blink")
        cast(stage, "blink", (5, 1))
        assert refusal(row) == "you can't see that place"

    def test_a_trap_goes_off_where_it_leads(self) -> None:
        stage = Stage(HALL)
        row = caster(stage, "blink")
        stage.trap((5, 2), "spikes")
        cast(stage, "blink", (5, 2))
        assert row.body.life == 4997, "30 % of the average of 9.8"

    def test_who_lies_in_wait_there_is_not_told_of(self) -> None:
        stage = Stage(HALL)
        row = caster(stage, "blink")
        lurker = next(kind for kind in stage.run.kinds.values() if kind.behaviour.lurks)
        stage.monster((5, 2), mood="asleep", kind=lurker)
        cast(stage, "blink", (5, 2))
        assert row.intents.outcome == "done"
        assert row.cell != (5, 2)


class TestLight:
    def test_the_ground_around_is_remembered_behind_walls_too(self) -> None:
        stage = Stage(MAZE)
        row = caster(stage, "light")
        assert row.memory.floors[1].tiles[1, 8] == 0
        cast(stage, "light")
        radius = stage.run.rules.spells["light"].effect.radius  # type: ignore[union-attr]
        lit, tiles = row.memory.floors[1].tiles, stage.floor.state.tiles
        assert np.array_equal(lit[:, : 2 + radius], tiles[:, : 2 + radius])
        assert not lit[:4, 2 + radius :].any()

    def test_it_shows_neither_traps_nor_who_is_there(self) -> None:
        stage = Stage(MAZE)
        row = caster(stage, "light")
        stage.trap((6, 1), "spikes")
        stage.monster((7, 1))
        stage.item((8, 1), "health_potion")
        cast(stage, "light")
        memory = row.memory.floors[1]
        assert stage.game.terrain.names[memory.tiles[1, 6]] == "floor"
        assert memory.items == {}

    def test_views_are_told_that_something_new_is_known(self) -> None:
        stage = Stage(MAZE)
        row = caster(stage, "light")
        before = row.looks
        cast(stage, "light")
        assert row.looks > before

    def test_it_shows_a_companion_nothing(self) -> None:
        stage = Stage(MAZE)
        row = caster(stage, "light")
        friend = stage.hero("Ben", cell=(2, 2))
        before = friend.memory.floors[1].tiles.copy()
        cast(stage, "light")
        assert row.memory.floors[1].tiles[1, 8]
        assert np.array_equal(friend.memory.floors[1].tiles, before)


class TestSummons:
    def test_they_stand_where_the_caster_sees_free_and_harmless_ground(self) -> None:
        stage = Stage(["#####", "#@#.#", "#.^.#", "#####"], legend={"^": "acid"})
        row = caster(stage, "wake_bones")
        lurker = next(kind for kind in stage.run.kinds.values() if kind.behaviour.lurks)
        cast(stage, "wake_bones")
        assert [ally.cell for ally in stage.floor.monsters.values()] == [(1, 2), (3, 2)]
        stage = Stage(["######", "#@.#.#", "#.####", "######"])
        row = caster(stage, "wake_bones")
        hidden = stage.monster((1, 2), mood="asleep", kind=lurker)
        hidden.actor.energy = -(10**6)
        cast(stage, "wake_bones")
        assert refusal(row) == ""
        assert [each.cell for each in stage.floor.monsters.values()] == [(1, 2), (2, 1)]

    def test_those_who_sleep_or_have_fallen_take_up_no_room(self) -> None:
        cases: list[tuple[State, bool]] = [("well", False), ("asleep", True), ("fallen", True)]
        for state, free in cases:
            pair = two_together("well", Stage(["#########", "#@......#", "####..###", "#########"]))
            befall(pair.stage, pair.ben, state)
            pair.ann.magic.spells[:], pair.ann.magic.mana = ["blink"], 100
            cast(pair.stage, "blink", pair.ben.cell)
            assert (pair.ann.cell == pair.ben.cell) is free, state

    def test_allies_come_around_the_caster_and_pay_nothing(self) -> None:
        stage = Stage(HALL)
        row = caster(stage, "wake_bones", cell=(5, 2))
        cast(stage, "wake_bones")
        allies = list(stage.floor.monsters.values())
        assert len(allies) == 2
        for ally in allies:
            assert is_ally(ally)
            assert ally.monster.experience == 0
            assert distance(ally.cell, row.cell) <= 2

    def test_they_come_to_no_cell_that_only_a_companion_sees(self) -> None:
        stage = Stage(["#######", "#@.#..#", "#######"])
        row = caster(stage, "wake_bones", cell=(2, 1))
        caster(stage, name="Ben", cell=(5, 1))
        stage.monster((1, 1), mood="asleep")
        cast(stage, "wake_bones")
        assert refusal(row) == "there is no room for allies"

    def test_as_many_come_as_have_room(self) -> None:
        stage = Stage(["####", "#@.#", "####"])
        row = caster(stage, "wake_bones")
        cast(stage, "wake_bones")
        assert len(stage.floor.monsters) == 1
        cast(stage, "wake_bones")
        assert refusal(row) == "there is no room for allies"

    def test_none_that_falls_rises_as_an_enemy(self) -> None:
        stage = Stage(HALL)
        caster(stage, "wake_bones")
        cast(stage, "wake_bones")
        assert all(stage.run.world.has(entity, Risen) for entity in stage.floor.monsters)

    def test_a_full_floor_holds_no_more(self) -> None:
        population = make_test_game().ruleset.population.model_copy(update={"most_alive": 2})
        stage = Stage(HALL, game_with(population=population))
        caster(stage, "wake_bones")
        stage.monster((11, 3), mood="asleep")
        cast(stage, "wake_bones")
        assert len(stage.floor.monsters) == 2
