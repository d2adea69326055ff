"""New heroes carry what all have and what their calling adds, and wear what is gear of it."""

from dataclasses import replace

import pytest

from support.content.shipped import shipped
from support.worlds.staging import Stage, make_test_game
from undertide_server.content.records.monsters import Behaviour
from undertide_server.content.schema.fields import DAMAGE_TYPES
from undertide_server.simulation.components.actors import Attack, Resistance
from undertide_server.simulation.mechanics.outfit import outfit
from undertide_server.simulation.state.inputs import SeatTaken
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.worldgen.items.keys import piece_of
from undertide_shared.messages import Move

HALL = ["##########", "#@.......#", "##########"]
RULES = shipped("default")
CALLINGS = sorted(RULES.callings)
WORTH = range(15, 26)
"""R7: strengths of a monster that a new hero is worth."""


def newcomer(stage: Stage, calling: str) -> HeroRow:
    stage.step(SeatTaken(0, "Ann", calling))
    (row,) = stage.floor.heroes.values()
    return row


@pytest.mark.parametrize("calling", CALLINGS)
def test_it_has_all_that_it_begins_with(calling: str) -> None:
    stage = Stage(HALL, make_test_game())
    row = newcomer(stage, calling)
    wanted = (*RULES.heroes.start, *RULES.callings[calling].start)
    found = [(stack.item.partition("^")[0], stack.count) for stack in row.inventory.stacks]
    assert found == [(start.item, start.count) for start in wanted]
    assert row.magic.spells == list(RULES.callings[calling].spells)
    assert row.hero.calling == calling


@pytest.mark.parametrize("calling", CALLINGS)
def test_gear_is_of_the_first_floor_and_worn_where_it_may_be(calling: str) -> None:
    stage = Stage(HALL, make_test_game())
    row = newcomer(stage, calling)
    worn = [stack for stack in row.inventory.stacks if stack.slot]
    assert len({stack.slot for stack in worn}) == len(worn) > 0
    for stack in worn:
        gear = stage.run.items.kind(stack.item).gear
        assert gear is not None
        assert stack.slot in gear.slots
        assert piece_of(stack.item).depth == 1


def test_a_weapon_for_two_hands_leaves_no_place_for_a_shield() -> None:
    game = make_test_game()
    start = RULES.callings["warden"].start
    greedy = RULES.callings["reaver"].model_copy(
        update={"start": (*RULES.callings["reaver"].start, *start)}
    )
    rules = game.ruleset.model_copy(update={"callings": {"warden": greedy}})
    stage = Stage(HALL, replace(game, ruleset=rules))
    pack = outfit(stage.run.rules, stage.run.items, "warden")
    slots = {stack.item.partition("^")[0]: stack.slot for stack in pack.stacks}
    assert slots == {
        "health_potion": "",
        "great_sword": "main_hand",
        "short_sword": "",
        "round_shield": "",
    }


def test_who_names_no_calling_or_one_that_there_is_not_has_the_one_of_the_rules() -> None:
    for named in ("", "baker"):
        assert newcomer(Stage(HALL, make_test_game()), named).hero.calling == RULES.heroes.calling


@pytest.mark.parametrize("calling", CALLINGS)
def test_a_new_hero_is_worth_a_monster_of_15_to_25(calling: str) -> None:
    """R7: by what it stands, strikes for and how often; spells come on top."""
    stage = Stage(HALL, make_test_game())
    row = newcomer(stage, calling)
    rules = stage.run.rules.monsters
    blow = row.attack.power + sum(power for _, power in row.attack.extra)
    fought = row.body.max_life * blow * row.actor.speed / rules.speed
    worth = (fought / (rules.life_percent * rules.attack_percent / 100**2)) ** 0.5
    assert WORTH.start <= round(worth) <= WORTH.stop - 1


@pytest.mark.parametrize("calling", CALLINGS)
def test_blow_for_blow_it_beats_the_weakest_of_these_and_falls_to_stronger_ones(
    calling: str,
) -> None:
    assert duels_won(calling, WORTH.start) > 9
    assert duels_won(calling, WORTH.stop + 4) < 3


def duels_won(calling: str, strength: int) -> int:
    """Return how many of twelve fights a new hero wins against a monster next to it."""
    return sum(wins_duel(calling, strength, moment) for moment in range(0, 12_000, 1000))


def wins_duel(calling: str, strength: int, moment: int) -> bool:
    stage = Stage(HALL, make_test_game())
    stage.floor.state.clock = moment
    row = newcomer(stage, calling)
    row.effects.remaining.clear()
    rules = stage.run.rules.monsters
    monster = stage.monster(
        (2, 1),
        mood="hunting",
        life=strength * rules.life_percent // 100,
        power=strength * rules.attack_percent // 100,
    )
    monster.actor.speed, monster.behaviour = rules.speed, Behaviour(notices=5)
    stage.run.world.get(monster.entity, Attack).extra = ()
    stage.run.world.get(monster.entity, Resistance).counted = (0,) * len(DAMAGE_TYPES)
    while monster.entity in stage.floor.monsters and not row.hero.fate:
        stage.ask(Move(1, 0))
    return not row.hero.fate
