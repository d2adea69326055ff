"""Bolts, chains, balls and waves: whom they strike, what they bring, and what they tell nobody."""

from collections.abc import Sequence

import pytest

from support.content.own_rules import game_with
from support.worlds.companies import LIFE, STATES, State, two_apart, two_together
from support.worlds.outcomes import refusal, told_onlookers
from support.worlds.staging import HALL, Stage, cast, caster, make_test_game
from undertide_server.content.records.ruleset import HouseRules
from undertide_server.content.schema.fields import DAMAGE_TYPES
from undertide_server.simulation.components.actors import Resistance
from undertide_server.simulation.state.events import Event, Hit
from undertide_server.simulation.state.inputs import PlayerLost, Withdrawn
from undertide_server.simulation.state.rows import ActorRow
from undertide_server.worldgen.game.game import Game


def gentle_game() -> Game:
    """Return the test game of a host who wants no friendly fire."""
    return game_with(house=HouseRules(friendly_fire=False, new_heroes=True))


def struck(events: list[Event], rows: Sequence[ActorRow]) -> list[bool]:
    """Whether each of some actors was struck by magic."""
    hit = {
        event.target.entity
        for event in events
        if isinstance(event, Hit) and event.manner == "magic"
    }
    return [row.entity in hit for row in rows]


class TestBolts:
    @pytest.mark.parametrize(
        ("spell", "kind"),
        [
            ("fire_bolt", "fire"),
            ("frost_lance", "cold"),
            ("venom_dart", "poison"),
            ("arcane_dart", "arcane"),
            ("smite", "divine"),
        ],
    )
    def test_each_does_damage_of_its_type_to_the_one_in_the_target_cell(
        self, spell: str, kind: str
    ) -> None:
        stage = Stage(HALL)
        caster(stage, spell)
        monster, other = stage.monster((5, 1), life=5000), stage.monster((6, 1), life=5000)
        events = cast(stage, spell, monster.cell)
        hits = [event for event in events if isinstance(event, Hit) and event.manner == "magic"]
        assert [(hit.target.entity, hit.parts[0][1]) for hit in hits] == [(monster.entity, kind)]
        assert other.body.life == 5000

    def test_a_status_that_is_sure_to_come_does(self) -> None:
        stage = Stage(HALL)
        caster(stage, "venom_dart")
        kind = next(each for each in stage.game.roster.kinds if not any(each.resistances))
        monster = stage.monster((5, 1), life=5000, kind=kind)
        cast(stage, "venom_dart", monster.cell)
        assert "poisoned" in monster.effects.remaining

    def test_nobody_is_struck_further_than_it_reaches(self) -> None:
        stage = Stage(HALL)
        row = caster(stage, "smite")
        stage.monster((8, 1))
        cast(stage, "smite", (8, 1))
        assert refusal(row) == "that is too far away"

    def test_fire_reaches_the_ground_where_it_strikes(self) -> None:
        stage = Stage(HALL)
        caster(stage, "fire_bolt")
        for x in (4, 5, 6):
            stage.turn((x, 1), "grass")
        stage.monster((5, 1), life=5000)
        cast(stage, "fire_bolt", (5, 1))
        assert stage.terrain((5, 1)) in {"burning_grass", "ash"}

    def test_who_is_struck_turns_on_the_caster(self) -> None:
        stage = Stage(HALL)
        caster(stage, "smite")
        monster = stage.monster((6, 1), mood="asleep", life=5000)
        cast(stage, "smite", monster.cell)
        assert monster.mind.mood == "hunting"

    def test_nothing_tells_of_a_sleeping_hero(self) -> None:
        stage = Stage(HALL)
        row = caster(stage, "smite")
        stage.hero("Ben", cell=(4, 1))
        stage.step(PlayerLost(1))
        stage.step(Withdrawn(1))
        cast(stage, "smite", (4, 1))
        assert refusal(row) == "there is nobody to strike"

    def test_without_friendly_fire_none_flies_at_a_friend(self) -> None:
        stage = Stage(HALL, gentle_game())
        row = caster(stage, "smite")
        friend = caster(stage, name="Ben", cell=(3, 1))
        cast(stage, "smite", friend.cell)
        assert refusal(row) == "your magic spares your friends here"
        assert friend.body.life == 5000


class TestChains:
    @pytest.mark.parametrize(("x", "strikes"), [(8, True), (9, False)])
    def test_the_first_is_within_seven_cells(self, x: int, strikes: bool) -> None:
        stage = Stage(HALL)
        row = caster(stage, "chain_lightning")
        monster = stage.monster((x, 1), mood="asleep", life=5000)
        events = cast(stage, "chain_lightning")
        assert struck(events, [monster]) == [strikes]
        assert refusal(row) == ("" if strikes else "no monster is near enough to strike")

    @pytest.mark.parametrize(("x", "strikes"), [(7, True), (8, False)])
    def test_it_leaps_four_cells(self, x: int, strikes: bool) -> None:
        stage = Stage(HALL)
        caster(stage, "chain_lightning")
        rows = [stage.monster((each, 1), mood="asleep", life=5000) for each in (3, x)]
        assert struck(cast(stage, "chain_lightning"), rows) == [True, strikes]

    def test_it_leaps_to_nobody_whom_only_a_companion_sees(self) -> None:
        apart = two_apart()
        magic = apart.ann.magic
        magic.spells[:], magic.mana = ["chain_lightning"], 500
        events = cast(apart.stage, "chain_lightning")
        assert struck(events, [apart.hers, apart.bens]) == [True, False]

    def test_it_leaps_from_each_to_the_nearest_of_the_rest(self) -> None:
        stage = Stage(HALL)
        caster(stage, "chain_lightning")
        row = [stage.monster((x, 1), mood="asleep", life=5000) for x in (3, 6, 9, 12)]
        far = stage.monster((12, 3), mood="asleep", life=5000)
        events = cast(stage, "chain_lightning")
        hits = [
            event.target.entity
            for event in events
            if isinstance(event, Hit) and event.manner == "magic"
        ]
        assert hits == [each.entity for each in row]
        assert far.body.life == 5000

    @pytest.mark.parametrize(
        ("spell", "what"),
        [("chain_lightning", "Lightning"), ("arcane_dart", "A bolt of magic")],
    )
    def test_only_a_chain_of_arcane_damage_is_lightning(self, spell: str, what: str) -> None:
        stage = Stage(HALL)
        caster(stage, spell)
        monster = stage.monster((3, 1), mood="asleep", life=5000)
        events = cast(stage, spell, (3, 1) if spell == "arcane_dart" else None)
        assert f"{what} strikes the {monster.actor.name}!" in told_onlookers(events)

    def test_it_leaps_no_further_than_it_can(self) -> None:
        stage = Stage(HALL)
        caster(stage, "chain_lightning")
        rows = [stage.monster((x, 1), mood="asleep", life=5000) for x in (3, 9)]
        events = cast(stage, "chain_lightning")
        assert struck(events, rows) == [True, False]

    def test_it_leaps_to_nobody_whom_the_caster_does_not_see(self) -> None:
        stage = Stage(["##########", "#@..#....#", "#.......##", "##########"])
        row = caster(stage, "chain_lightning")
        near = stage.monster((3, 1), mood="asleep", life=5000)
        hidden = stage.monster((6, 1), mood="asleep", life=5000)
        assert not row.sight.mask[1, 6]
        events = cast(stage, "chain_lightning")
        assert struck(events, [near, hidden]) == [True, False]

    def test_the_peaceful_are_passed_over(self) -> None:
        stage = Stage(HALL)
        row = caster(stage, "chain_lightning")
        kind = next(kind for kind in stage.run.kinds.values() if kind.behaviour.peaceful)
        stage.monster((4, 1), kind=kind)
        cast(stage, "chain_lightning")
        assert refusal(row) == "no monster is near enough to strike"


class TestBalls:
    @pytest.mark.parametrize("spell", ["fireball", "poison_cloud"])
    def test_everyone_within_its_radius_is_struck_and_nobody_else(self, spell: str) -> None:
        stage = Stage(HALL)
        caster(stage, spell)
        friend = caster(stage, name="Ben", cell=(6, 3))
        rows = [stage.monster((x, 1), mood="asleep", life=5000) for x in (4, 6, 8, 9)]
        events = cast(stage, spell, (6, 1))
        assert struck(events, [*rows, friend]) == [True, True, True, False, True]

    def test_without_friendly_fire_it_spares_the_party_but_not_its_enemies(self) -> None:
        stage = Stage(HALL, gentle_game())
        row = caster(stage, "fireball")
        friend = caster(stage, name="Ben", cell=(3, 2))
        monster = stage.monster((3, 1), mood="asleep", life=5000)
        events = cast(stage, "fireball", (2, 1))
        assert struck(events, [row, friend, monster]) == [False, False, True]

    def test_who_hides_behind_a_wall_is_struck_but_not_told_of(self) -> None:
        stage = Stage(["########", "#@.#...#", "#..#...#", "########"])
        row = caster(stage, "fireball")
        hidden = stage.monster((4, 1), mood="asleep", life=5000)
        events = cast(stage, "fireball", (2, 2))
        assert row.intents.outcome == "done"
        assert struck(events, [row, hidden]) == [True, True]
        row.magic.mana = 500
        stage.run.index.move(row, (1, 1))
        stage.run.index.floors[stage.floor.entity].caches.view_changed = True
        stage.step()
        cast(stage, "fireball", (5, 1))
        assert refusal(row) == "you can't see that place"

    def test_nobody_is_told_of_one_who_is_the_only_one_there_and_out_of_sight(self) -> None:
        stage = Stage(["##########", "#@....#..#", "#.....#..#", "##########"])
        row = caster(stage, "fireball")
        hidden = stage.monster((7, 1), mood="asleep", life=5000)
        cast(stage, "fireball", (6, 1))
        assert refusal(row) == "you see nobody there to burn"
        assert hidden.body.life == 5000

    @pytest.mark.parametrize("state", STATES)
    def test_a_blast_harms_whoever_stands_there(self, state: State) -> None:
        pair = two_together(state)
        pair.stage.run.index.move(pair.ann, (2, 1))
        pair.ann.magic.spells[:], pair.ann.magic.mana = ["fireball"], 500
        events = cast(pair.stage, "fireball", (6, 1))
        stands = state in {"well", "hurt", "link-dead"}
        assert struck(events, [pair.ann, pair.ben]) == [False, stands]
        assert refusal(pair.ann) == ("" if stands else "you see nobody there to burn")


class TestWaves:
    def test_everyone_in_sight_around_is_struck_but_not_the_caster(self) -> None:
        stage = Stage(HALL)
        row = caster(stage, "stone_burst", cell=(5, 2))
        rows = [stage.monster(cell, mood="asleep", life=5000) for cell in ((4, 1), (7, 3), (8, 2))]
        events = cast(stage, "stone_burst")
        assert struck(events, [row, *rows]) == [False, True, True, False]
        assert "A wave of stone rolls out from Ann!" in told_onlookers(events)

    def test_walls_keep_it_out(self) -> None:
        stage = Stage(["########", "#@#....#", "#.#....#", "########"])
        row = caster(stage, "stone_burst")
        stage.monster((3, 1))
        cast(stage, "stone_burst")
        assert refusal(row) == "you see nobody near enough to strike"

    def test_without_friendly_fire_friends_are_safe(self) -> None:
        stage = Stage(HALL, gentle_game())
        row = caster(stage, "dawn")
        friend = caster(stage, name="Ben", cell=(2, 2))
        cast(stage, "dawn")
        assert refusal(row) == "you see nobody near enough to strike"
        monster = stage.monster((3, 2), mood="asleep", life=5000)
        events = cast(stage, "dawn")
        assert struck(events, [friend, monster]) == [False, True]


def test_the_house_rules_of_the_test_game_let_friends_be_struck() -> None:
    assert make_test_game().ruleset.house.friendly_fire


def test_a_nova_strikes_nobody_whom_only_a_companion_sees() -> None:
    apart = two_apart()
    magic = apart.ann.magic
    magic.spells[:], magic.mana, magic.max_mana, magic.power = ["dawn"], 500, 500, 100
    apart.ann.attack.spread = 0
    apart.stage.run.world.get(apart.hers.entity, Resistance).counted = (0,) * len(DAMAGE_TYPES)
    cast(apart.stage, "dawn")
    assert apart.hers.body.life == LIFE - 110
    assert apart.bens.body.life == LIFE


def test_a_ball_at_those_whom_only_a_companion_sees_is_refused() -> None:
    apart = two_apart()
    magic = apart.ann.magic
    magic.spells[:], magic.mana, magic.max_mana = ["fireball"], 500, 500
    for row, cell in ((apart.ann, (1, 3)), (apart.hers, (1, 1))):
        apart.stage.run.index.move(row, cell)
    apart.stage.step()
    cast(apart.stage, "fireball", (4, 2))
    assert refusal(apart.ann) == "you see nobody there to burn"
    assert (apart.hers.body.life, apart.bens.body.life, magic.mana) == (LIFE, LIFE, 500)
