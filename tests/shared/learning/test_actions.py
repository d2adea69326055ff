"""Actions as numbers: what they mean, and when they are legal."""

import random
from collections import Counter

import numpy as np
import pytest

from support.worlds.staging import Stage
from undertide_client.model.mirror import Mirror
from undertide_server.headless import BadIntentError, HeadlessRun, Knowledge, begin_run
from undertide_server.sessions.model.legend import tile_looks
from undertide_server.views.knowledge import HeroEyes
from undertide_server.views.shared_parts import Common
from undertide_shared.learning import ACTIONS, ActionList, IllegalActionError
from undertide_shared.learning.actions import DIRECTIONS
from undertide_shared.messages import (
    Accompany,
    Climb,
    Fight,
    Intent,
    Move,
    Regroup,
    Shoot,
    Take,
    Travel,
    Wait,
)

CALLINGS = ("warden", "reaver", "strider", "spellwright", "mender", "footpad")
TURNS = 40


def legal_on(stage: Stage, seat: int = 0) -> dict[str, Intent]:
    """Return the legal actions of the hero of a seat on a stage, by name."""
    stage.step()
    found = stage.run.index.of_seat(seat)
    assert found is not None
    eyes = HeroEyes(stage.run, found[1].entity)
    known = eyes.look(stage.run, Common([], {}).next(stage.run, {}))
    return legal_of(known, ActionList(tile_looks(stage.game)))


def legal_of(known: Knowledge | Mirror, actions: ActionList) -> dict[str, Intent]:
    intents = actions.intents_of(known)
    assert len(intents) == len(ACTIONS)
    mask = actions.mask_legal(known)
    assert mask.tolist() == [intent is not None for intent in intents]
    return {name: each for name, each in zip(ACTIONS, intents, strict=True) if each is not None}


def test_a_hero_moves_where_it_knows_of_no_wall() -> None:
    legal = legal_on_room()
    assert legal["east"] == Move(1, 0)
    assert legal["south_east"] == Move(1, 1)
    assert not legal.keys() & {"north", "north_east", "west", "south_west", "north_west"}


def legal_on_room(*monsters: tuple[int, int]) -> dict[str, Intent]:
    stage = Stage(["#######", "#@....#", "#....##", "#######"])
    stage.hero()
    for cell in monsters:
        stage.monster(cell, mood="hunting")
    return legal_on(stage)


def test_actions_that_need_a_foe_take_the_nearest() -> None:
    assert "fight" not in legal_on_room()
    legal = legal_on_room((5, 1), (3, 2))
    assert legal["fight"] == Fight()
    assert not legal.keys() & {"explore", "rest"}
    stage = Stage(["#######", "#@....#", "#....##", "#######"])
    row = stage.hero()
    row.attack.range = 3
    stage.monster((5, 1), mood="hunting")
    assert "shoot" not in legal_on(stage)
    stage.monster((3, 2), mood="hunting")
    assert legal_on(stage)["shoot"] == Shoot(3, 2)


def test_items_and_stairs_are_found_by_themselves() -> None:
    stage = Stage(["########", "#@...>>#", "#.....##", "########"])
    stage.hero()
    stage.item((1, 1), "health_potion")
    stage.item((3, 1), "health_potion")
    stage.item((2, 1), "health_potion", price=9)
    legal = legal_on(stage)
    assert legal["take"] == Take()
    assert legal["fetch"] == Travel(3, 1)
    assert legal["climb_down"] == Climb(5, 1)


def test_stairs_up_lead_back() -> None:
    with begin_run("default", 3) as run:
        actions = ActionList(run.looks)
        while run.look(0).floor.number == 1:
            assert run.is_alive(0)
            legal = legal_of(run.look(0), actions)
            wanted = ("climb_down", "fight", "explore", "wait")
            run.ask_hero(0, next(legal[name] for name in wanted if name in legal))
            run.take_turn()
            while run.is_busy(0):
                run.take_turn()
        known = run.look(0)
        assert legal_of(known, actions)["climb_up"] == Climb(*known.cell)


def test_company_is_met_by_the_lowest_seat() -> None:
    stage = Stage(["########", "#@.....#", "########"])
    stage.hero()
    assert not legal_on(stage).keys() & {"regroup", "accompany"}
    stage.hero("Bob")
    stage.hero("Una")
    legal = legal_on(stage, seat=2)
    assert (legal["regroup"], legal["accompany"]) == (Regroup(), Accompany(0))


def test_the_fallen_can_but_wait() -> None:
    stage = Stage(["########", "#@.....#", "########"])
    row = stage.hero()
    stage.hero("Bob")
    row.hero.dies_in = 50
    assert legal_on(stage) == {"wait": Wait()}


def test_a_number_names_an_intent_or_is_refused() -> None:
    with begin_run("default", 2) as run:
        actions, known = ActionList(run.looks), run.look(0)
        legal = legal_of(known, actions)
        for number, name in enumerate(ACTIONS):
            if name in legal:
                assert actions.intent_of(known, number) == legal[name]
            else:
                with pytest.raises(IllegalActionError, match=name):
                    actions.intent_of(known, number)
        for number in (-1, len(ACTIONS)):
            with pytest.raises(IllegalActionError):
                actions.intent_of(known, number)


def play_randomly(run: HeadlessRun, chance: random.Random, steps: int) -> Counter[tuple[str, str]]:
    """Play random legal actions; return what became of them, by name and outcome."""
    actions, found = ActionList(run.looks), Counter[tuple[str, str]]()
    for _ in range(steps):
        if not run.is_alive(0):
            break
        name, intent = chance.choice([*legal_of(run.look(0), actions).items()])
        run.ask_hero(0, intent)
        for _ in range(TURNS):
            run.take_turn()
            if not run.is_busy(0):
                break
        found[name.partition("_")[0], run.report_of(0).outcome] += 1
    return found


def test_the_game_carries_out_most_legal_actions() -> None:
    found, chance = Counter[tuple[str, str]](), random.Random(5)
    for seed in range(24):
        with begin_run("default", seed, [CALLINGS[seed % len(CALLINGS)]]) as run:
            found += play_randomly(run, chance, 60)
    done = sum(count for (_, outcome), count in found.items() if outcome == "done")
    assert done > 0.9 * found.total()
    names = {name for name, outcome in found if outcome == "done"}
    assert {"north", "wait", "rest", "explore", "fight", "fetch", "apply", "cast"} <= names
    assert {"perform", "take"} <= names


def test_moves_that_are_not_legal_are_refused_by_the_game() -> None:
    chance, refused = random.Random(6), 0
    for seed in range(6):
        with begin_run("default", seed) as run:
            actions = ActionList(run.looks)
            play_randomly(run, chance, 15)
            intents = actions.intents_of(run.look(0)) if run.is_alive(0) else []
            for number in np.flatnonzero([intent is None for intent in intents[:8]]).tolist():
                with run.copy() as copy:
                    try:
                        copy.ask_hero(0, Move(*DIRECTIONS[number]))
                    except BadIntentError:
                        continue
                    copy.take_turn()
                    assert copy.report_of(0).outcome == "refused"
                    refused += 1
    assert refused
