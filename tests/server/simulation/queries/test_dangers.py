"""Whom an auto action passes: sleepers that aren't dire, and foes that cost little (R7)."""

import pytest

from support.content.shipped import shipped
from support.worlds.outcomes import told
from support.worlds.staging import Stage, kind_that
from undertide_server.simulation.components.monsters import Mood
from undertide_server.simulation.queries.dangers import danger_of, fighter_of, is_passed
from undertide_server.simulation.rules.duels import cost_of_duel
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_shared.messages import Explore, Fight

HALL = ["##########", "#@.......#", "#........#", "##########"]
COSTS = {"weak": (1, 10), "able": (10, 50), "dire": (50, 10**6)}
"""The percents of its life that the hero loses to each: from, and below."""
MONSTERS = shipped("default").monsters


def stage_with(danger: str, mood: Mood) -> tuple[Stage, HeroRow, MonsterRow]:
    """Return a hero and a monster in its view of such a danger, which notices nobody so far off."""
    stage = Stage(HALL)
    row = stage.hero()
    least, most = COSTS[danger]
    power = 1 if danger == "weak" else 6
    for life in range(1, 200):
        monster = stage.monster(
            (8, 2), mood=mood, life=life, power=power, kind=kind_that(stage, notices=1)
        )
        run, rules = stage.run, stage.run.rules.damage
        if least <= cost_of_duel(fighter_of(run, row), fighter_of(run, monster), rules) < most:
            stage.step()
            return stage, row, monster
        stage.run.index.leave(monster.entity)
    raise AssertionError(f"no life makes it {danger}")


@pytest.mark.parametrize(
    ("danger", "mood", "passed"),
    [
        ("weak", "asleep", True),
        ("weak", "idle", True),
        ("weak", "hunting", True),
        ("able", "asleep", True),
        ("able", "idle", False),
        ("able", "hunting", False),
        ("dire", "asleep", False),
        ("dire", "hunting", False),
    ],
)
def test_weak_foes_and_sleepers_are_passed_but_no_dire_ones(
    danger: str, mood: Mood, passed: bool
) -> None:
    stage, row, monster = stage_with(danger, mood)
    assert is_passed(stage.run, stage.floor, row, monster) is passed
    monster.mind.harmed_at = stage.floor.state.clock
    assert not is_passed(stage.run, stage.floor, row, monster)


@pytest.mark.parametrize("passes", [False, True])
def test_exploring_goes_on_past_a_weak_hunter_only_if_asked_to_pass(passes: bool) -> None:
    stage, row, monster = stage_with("weak", "hunting")
    stage.ask(Explore(passes))
    is_refused = row.intents.reason == f"not with the {monster.actor.name} in view"
    assert is_refused is not passes


def test_exploring_stops_once_for_a_hunter_that_it_passed_and_that_comes_close() -> None:
    stage, row, monster = stage_with("weak", "hunting")
    stage.monster((8, 1), mood="asleep", kind=kind_that(stage, notices=1))
    stage.ask(Explore(True))
    row.auto_action.activity, row.actor.energy = "explore", -100
    monster.actor.energy = -(10**6)
    assert told(stage.tick()) == []
    x, y = row.cell
    stage.run.index.move(monster, (x + 2, y))
    assert f"{monster.actor.name} has noticed you." in told(stage.tick())[-1]
    assert told(stage.tick()) == []


@pytest.mark.parametrize("intent", [Explore(True), Fight(True)])
def test_who_passes_halts_once_before_a_dire_sleeper(intent: Explore | Fight) -> None:
    stage, row, monster = stage_with("dire", "asleep")
    row.auto_action.activity = "explore" if isinstance(intent, Explore) else "fight"
    row.auto_action.target, row.auto_action.passes = monster.entity, True
    row.actor.energy = -100
    assert f"{monster.actor.name} comes into view." in told(stage.tick())[-1]
    row.auto_action.activity, row.auto_action.known = "explore", ()
    assert told(stage.tick()) == []


@pytest.mark.parametrize(("x", "passed"), [(4, True), (3, False), (2, False)])
def test_a_hunter_that_has_come_close_is_not_passed(x: int, passed: bool) -> None:
    stage, row, monster = stage_with("weak", "hunting")
    stage.run.index.move(monster, (x, 1))
    assert is_passed(stage.run, stage.floor, row, monster) is passed


@pytest.mark.parametrize(
    ("percent", "name", "stops"),
    [
        (0, "little", "none"),
        (9, "little", "none"),
        (10, "some", "awake"),
        (49, "great", "awake"),
        (50, "dire", "all"),
        (500, "deadly", "all"),
    ],
)
def test_the_danger_of_a_duel_says_whom_it_stops(percent: int, name: str, stops: str) -> None:
    danger = danger_of(MONSTERS, percent)
    assert danger is not None
    assert (danger.name, danger.stops) == (name, stops)


def test_rules_without_words_of_danger_pass_nobody() -> None:
    stage, row, monster = stage_with("weak", "hunting")
    assert is_passed(stage.run, stage.floor, row, monster)
    monsters = MONSTERS.model_copy(update={"dangers": ()})
    assert danger_of(monsters, 0) is None
    stage.run.rules = stage.run.rules.model_copy(update={"monsters": monsters})
    assert not is_passed(stage.run, stage.floor, row, monster)
