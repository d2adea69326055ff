"""Calling kin: so many, weaker, and for no experience."""

from dataclasses import replace

from support.content.own_rules import game_with
from support.worlds.special_kinds import kind_that, told
from support.worlds.staging import Stage, make_test_game
from undertide_server.content.records.tricks import Summons, Tricks
from undertide_server.simulation.ai.tricks.summoning import kin_of
from undertide_server.simulation.state.rows import MonsterRow
from undertide_shared.geometry import distance

HALL = ["#" * 20, *["#" + "." * 18 + "#"] * 6, "#@" + "." * 17 + "#", "#" * 20]
CALLS = Summons(percent=100, rest=2, count=2, most=5, strength_percent=50)


def caller(stage: Stage, summons: Summons = CALLS) -> MonsterRow:
    """Put somebody strong who calls weak kin far from a hero that can't die."""
    hero = stage.hero()
    hero.body.life = hero.body.max_life = 10**6
    weak = kind_that(stage, Tricks(summons=summons))
    kind = replace(weak, id="caller", strength=weak.strength * 10)
    stage.run.kinds[kind.id] = kind
    return stage.monster((15, 3), mood="hunting", kind=kind, life=10**6)


def others(stage: Stage, row: MonsterRow) -> list[MonsterRow]:
    return [other for other in stage.floor.monsters.values() if other is not row]


def test_kin_come_beside_it_and_hunt() -> None:
    stage = Stage(HALL)
    row = caller(stage)
    events = stage.tick(1)
    assert "The beast calls, and is answered." in told(events)
    assert len(others(stage, row)) == 2
    assert all(distance(kin.cell, row.cell) <= 3 for kin in others(stage, row))
    assert all(kin.mind.mood == "hunting" for kin in others(stage, row))


def test_no_more_come_than_its_kind_has_and_they_call_nobody() -> None:
    stage = Stage(HALL)
    row = caller(stage)
    stage.tick(200)
    assert len(others(stage, row)) == CALLS.most


def test_they_pay_nothing() -> None:
    stage = Stage(HALL)
    row = caller(stage)
    stage.tick(40)
    assert {kin.monster.experience for kin in others(stage, row)} == {0}


def test_a_full_floor_takes_no_more() -> None:
    population = make_test_game().ruleset.population.model_copy(update={"most_alive": 2})
    stage = Stage(HALL, game_with(population=population))
    row = caller(stage)
    stage.tick(40)
    assert len(others(stage, row)) == 1


def test_the_strongest_kin_that_may_come_does() -> None:
    stage = Stage(HALL)
    for kind in stage.game.roster.kinds:
        found = kin_of(stage.run, kind, CALLS)
        if found is None:
            assert kind.strength < 2 * stage.game.roster.kinds[0].strength
            continue
        assert found.strength * 2 <= kind.strength
        kin = [
            other.strength
            for other in stage.run.kinds.values()
            if other.family == kind.family
            and other.strength * 2 <= kind.strength
            and not other.behaviour.peaceful
        ]
        if kin:
            assert (found.family, found.strength) == (kind.family, max(kin))


def test_where_everybody_is_too_strong_nobody_comes() -> None:
    stage = Stage(HALL)
    weakest = stage.game.roster.kinds[0]
    lone = replace(weakest, family="nobody's", strength=1)
    assert kin_of(stage.run, lone, CALLS) is None
