"""The sides, and peaceful people: they are greeted and gone round, until somebody hurts them."""

from dataclasses import replace

import pytest

from support.content.own_rules import game_with
from support.worlds.companies import LONG_HALL, STATES, State, two_together
from support.worlds.staging import Stage
from undertide_server.content.records.monsters import Behaviour
from undertide_server.content.records.ruleset import HouseRules
from undertide_server.content.records.statuses import SUMMONED
from undertide_server.simulation.components.monsters import GuardPost
from undertide_server.simulation.mechanics.damage import deal_damage_of
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.queries.relations import (
    is_beyond_harm,
    is_peaceful,
    makes_way,
    of_the_party,
    spares,
)
from undertide_server.simulation.state.events import Hit, Told
from undertide_server.simulation.state.rows import MonsterRow
from undertide_shared.messages import Move, Rest, Travel, Use

SHOP = ["##########", "#@.......#", "#........#", "##########"]


def keeper(stage: Stage, cell: tuple[int, int] = (2, 1)) -> MonsterRow:
    """Put a shopkeeper somewhere."""
    behaviour = Behaviour(peaceful=True, asleep=0)
    kind = replace(stage.game.roster.kinds[0], name="shopkeeper", behaviour=behaviour)
    stage.run.kinds[kind.id] = kind
    return stage.monster(cell, kind=kind, life=500)


def test_walking_up_to_somebody_peaceful_is_a_greeting_and_they_make_way() -> None:
    stage = Stage(SHOP)
    row, other = stage.hero(), keeper(stage)
    events = stage.ask(Move(1, 0))
    assert Told(row.entity, "info", "The shopkeeper nods at you.") in events
    assert (row.cell, other.cell, other.body.life) == ((2, 1), (1, 1), 500)
    assert stage.floor.state.clock == 2


def test_nobody_peaceful_locks_anybody_in() -> None:
    stage = Stage(["#######", "#@....#", "#######"])
    row = stage.hero()
    keeper(stage, (3, 1))
    stage.ask(Travel(5, 1))
    stage.tick(30)
    assert row.cell == (5, 1)


def test_who_keeps_a_post_nods_and_stays_which_takes_no_time() -> None:
    stage = Stage(SHOP)
    row, other = stage.hero(), keeper(stage)
    other.post = GuardPost(*other.cell)
    events = stage.ask(Move(1, 0))
    assert events == [Told(row.entity, "info", "The shopkeeper nods at you.")]
    assert (row.cell, other.body.life, stage.floor.state.clock) == ((1, 1), 500, 0)


def test_the_confused_strike_anybody() -> None:
    stage = Stage(SHOP)
    row, other = stage.hero(), keeper(stage)
    for _ in range(60):
        row.effects.remaining["confused"] = 5
        stage.run.index.move(row, (1, 1))
        stage.ask(Move(1, 0))
        if other.body.life < 500:
            return
    raise AssertionError("never struck")


def test_who_hurts_them_has_an_enemy() -> None:
    stage = Stage(SHOP)
    row, other = stage.hero(), keeper(stage)
    assert is_peaceful(other)
    deal_damage_of(stage.run, stage.floor, row, other, [(5, "fire")])
    assert other.mind.mood == "hunting"
    assert not is_peaceful(other)
    assert any(isinstance(event, Hit) for event in stage.ask(Move(1, 0)))


def test_others_are_never_peaceful() -> None:
    stage = Stage(SHOP)
    assert not is_peaceful(stage.monster((3, 1)))


def test_lightning_passes_them_by() -> None:
    stage = Stage(SHOP)
    row, other = stage.hero(), keeper(stage)
    give_stack(row.inventory, "lightning_scroll", 1)
    stage.ask(Use(row.inventory.last_id))
    assert row.intents.reason == "no monster is near enough to strike"
    assert other.body.life == 500


def test_errands_go_round_them() -> None:
    stage = Stage(SHOP)
    row = stage.hero()
    keeper(stage, (4, 1))
    stage.ask(Travel(8, 1))
    stage.tick(30)
    assert row.cell == (8, 1)


def test_one_can_rest_in_their_company() -> None:
    stage = Stage(SHOP)
    row = stage.hero()
    keeper(stage, (4, 1))
    row.body.life -= 1
    stage.ask(Rest())
    assert row.intents.outcome == "done"


@pytest.mark.parametrize("state", STATES)
def test_sleepers_and_the_fallen_are_beyond_harm_and_all_heroes_make_way(state: State) -> None:
    pair = two_together(state)
    assert [is_beyond_harm(pair.ann), is_beyond_harm(pair.ben)] == [
        False,
        state in {"asleep", "fallen"},
    ]
    assert of_the_party(pair.ben)
    assert makes_way(pair.ben)


@pytest.mark.parametrize("friendly_fire", [False, True])
def test_the_party_harms_its_own_only_by_the_house_rules_and_monsters_never(
    friendly_fire: bool,
) -> None:
    house = HouseRules(friendly_fire=friendly_fire, new_heroes=True)
    pair = two_together(stage=Stage(LONG_HALL, game_with(house=house)))
    ally, foe, kin = (pair.stage.monster((x, 2)) for x in (5, 9, 10))
    ally.effects.remaining[SUMMONED] = 100
    assert [of_the_party(row) for row in (pair.ann, ally, foe)] == [True, True, False]
    run, party = pair.stage.run, (pair.ann, ally)
    assert {spares(run, one, other) for one in party for other in (pair.ben, ally)} == {
        not friendly_fire
    }
    assert {spares(run, one, foe) for one in party} == {False}
    assert {spares(run, foe, other) for other in party} == {False}
    assert spares(run, foe, kin)


def test_allies_are_at_peace_whatever_they_do_and_enemies_make_no_way() -> None:
    pair = two_together()
    ally, foe = (pair.stage.monster((x, 2), mood="hunting") for x in (5, 9))
    ally.effects.remaining[SUMMONED] = 100
    assert [is_peaceful(row) for row in (ally, foe)] == [True, False]
    assert [makes_way(row) for row in (ally, foe)] == [True, False]
    foe.mind.mood = "idle"
    assert not makes_way(foe)
