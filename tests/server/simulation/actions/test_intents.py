"""What players ask for waits for its turn, is carried out or refused, and never runs on."""

import pytest

from support.worlds.companies import LIFE, STATES, State, befall, two_together
from support.worlds.staging import Stage
from undertide_server.simulation.actions.intents import ACTIONS, AT_ONCE, MAX_WAITING
from undertide_server.simulation.components.monsters import Mood
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.state.events import Hit
from undertide_server.simulation.state.inputs import (
    Asked,
    PlayerBack,
    PlayerIdle,
    PlayerLost,
    Ticked,
    Turned,
)
from undertide_server.simulation.state.rows import HeroRow
from undertide_shared.geometry import Cell
from undertide_shared.messages import (
    INTENTS,
    Explore,
    Intent,
    MarkCell,
    Move,
    Stop,
    Travel,
    Use,
    Wait,
)

ROOM = ["########", "#@.....#", "#......#", "########"]


def ask_all(stage: Stage, *intents: Intent) -> None:
    """Let the first hero ask for several things at once."""
    stage.step(*(Asked(0, number, intent) for number, intent in enumerate(intents, start=1)))


def waiting(row: HeroRow) -> list[int]:
    return [sequence for sequence, _ in row.intents.waiting]


def test_every_intent_of_the_protocol_has_an_action() -> None:
    assert set(ACTIONS) | set(AT_ONCE) == set(INTENTS)


def test_the_last_that_waits_is_replaced_by_a_newer_one() -> None:
    stage = Stage(ROOM)
    row = stage.hero()
    ask_all(stage, Wait(), Wait(), Move(1, 0), Wait())
    assert waiting(row) == [1, 4]
    assert len(row.intents.waiting) == MAX_WAITING
    assert row.intents.received == 4


def test_the_highest_number_received_is_kept_whatever_comes_later() -> None:
    stage = Stage(ROOM)
    row = stage.hero()
    stage.step(Asked(0, 7, Wait()), Asked(0, 3, Wait()))
    assert row.intents.received == 7


def test_stop_takes_the_place_of_all_that_waits() -> None:
    stage = Stage(ROOM)
    row = stage.hero()
    ask_all(stage, Move(1, 0), Move(1, 0), Stop())
    assert waiting(row) == [3]
    stage.tick()
    assert row.cell == (1, 1)
    assert (row.intents.settled, row.intents.outcome) == (3, "done")


def test_what_is_refused_takes_no_time_and_the_next_is_carried_out_at_once() -> None:
    stage = Stage(ROOM)
    row = stage.hero()
    ask_all(stage, Move(-1, 0), Move(1, 0))
    stage.step(Turned(1))
    assert row.cell == (2, 1)
    assert (row.intents.settled, row.intents.outcome) == (2, "done")


def test_a_turn_in_which_all_is_refused_passes_no_time() -> None:
    stage = Stage(ROOM)
    row = stage.hero()
    clock = stage.floor.state.clock
    stage.ask(Move(-1, 0))
    assert row.intents.outcome == "refused"
    assert stage.floor.state.clock == clock


def test_heroes_act_in_the_order_in_which_they_came() -> None:
    stage = Stage(["#######", "#@....#", "#######"])
    ann, ben = stage.hero("Ann", cell=(2, 1)), stage.hero("Ben", cell=(4, 1))
    stage.step(Asked(1, 1, Move(-1, 0)), Asked(0, 1, Move(1, 0)), Ticked(1))
    assert (ann.cell, ben.cell) == ((4, 1), (3, 1)), "Ann stepped to (3, 1), then they changed"


def test_nobody_asks_for_a_link_dead_hero() -> None:
    stage = Stage(ROOM)
    row = stage.hero()
    stage.step(PlayerLost(0))
    stage.step(Asked(0, 1, Move(1, 0)))
    assert not row.intents.waiting
    stage.step(PlayerBack(0), Asked(0, 2, Move(1, 0)), Turned(1))
    assert row.cell == (2, 1)


def test_losing_its_player_ends_what_a_hero_was_about() -> None:
    stage = Stage(ROOM)
    row = stage.hero()
    stage.hero("Ben", cell=(6, 2))
    stage.step(Asked(0, 1, Explore()), Asked(0, 2, Wait()), Ticked(1))
    stage.step(Asked(0, 3, Wait()))
    stage.step(PlayerLost(0))
    assert row.auto_action.activity == "none"
    assert not row.intents.waiting


def test_a_link_dead_hero_that_fell_in_this_tick_does_not_strike_back() -> None:
    stage = Stage(["#######", "#.@...#", "#.....#", "#######"])
    ann, ben = stage.hero("Ann", cell=(1, 1)), stage.hero("Ben", cell=(4, 1))
    stage.monster((5, 2), mood="hunting", life=500)
    stage.step(PlayerLost(1))
    ben.body.life = 1
    ann.inventory.stacks.clear()
    give_stack(ann.inventory, "fireball_scroll", 1)
    events = stage.step(Asked(0, 1, Use(ann.inventory.stacks[0].id, 5, 1)), Ticked(1))
    assert ben.hero.felled_by == "Ann"
    assert not [
        event for event in events if isinstance(event, Hit) and event.source.entity == ben.entity
    ]


class TestIntentsThatTakeNoTime:
    def test_they_are_carried_out_while_the_hero_recovers_and_others_wait(self) -> None:
        stage = Stage(ROOM)
        row = stage.hero()
        row.actor.energy = -20
        ask_all(stage, Move(1, 0), MarkCell("here", 3, 1))
        assert [mark.cell for mark in stage.floor.state.marks] == [(3, 1)]
        assert waiting(row) == [1]
        assert row.actor.energy == -20

    def test_the_outcome_of_an_earlier_intent_does_not_hide_theirs(self) -> None:
        stage = Stage(ROOM)
        row = stage.hero()
        ask_all(stage, Move(-1, 0), MarkCell("here", 3, 1))
        stage.tick()
        assert (row.intents.settled, row.intents.outcome) == (2, "done")
        assert row.intents.received == 2

    def test_they_end_no_auto_action(self) -> None:
        stage = Stage(ROOM)
        row = stage.hero()
        stage.ask(Travel(6, 2))
        assert row.auto_action.activity == "travel"
        stage.step(Asked(0, 9, MarkCell("here", *row.cell)))
        assert row.auto_action.activity == "travel"
        assert row.intents.settled == 9


@pytest.mark.parametrize("state", STATES)
def test_only_a_companion_whom_somebody_plays_carries_out_what_waits(state: State) -> None:
    pair = two_together(state)
    before = pair.ben.cell
    pair.ben.intents.waiting.append((1, Move(1, 0)))
    pair.stage.tick()
    moved = state in {"well", "hurt", "far"}
    assert pair.ben.cell == (before[0] + moved, before[1])


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize(
    ("cell", "mood"), [((7, 1), "hunting"), ((8, 1), "hunting"), ((7, 1), "fleeing")]
)
def test_a_link_dead_companion_alone_strikes_back_at_a_pursuer_beside_it(
    state: State, cell: Cell, mood: Mood
) -> None:
    pair = two_together("far" if state == "far" else "well")
    foe = pair.stage.monster(cell, mood="hunting", life=LIFE)
    foe.actor.energy = -(10**6)
    pair.stage.step()
    befall(pair.stage, pair.ben, state)
    foe.mind.mood = mood
    hits = [event for event in pair.stage.tick() if isinstance(event, Hit)]
    expected = [pair.ben.entity] if (state, cell, mood) == ("link-dead", (7, 1), "hunting") else []
    assert [hit.source.entity for hit in hits] == expected


def test_the_link_dead_strike_back_at_nobody_who_came_later() -> None:
    pair = two_together("link-dead")
    foe = pair.stage.monster((7, 1), mood="hunting", life=LIFE)
    foe.actor.energy = -(10**6)
    assert not [event for event in pair.stage.tick() if isinstance(event, Hit)]


def test_a_hero_that_falls_by_what_it_does_carries_out_nothing_more() -> None:
    pair = two_together()
    foe = pair.stage.monster((4, 1), life=LIFE)
    foe.body.thorns, pair.ann.body.life = 1000, 1
    pair.stage.step(Asked(0, 1, Move(-1, 0)), Asked(0, 2, Move(0, 1)), Ticked(1))
    assert pair.ann.is_fallen
    assert (pair.ann.cell, pair.ann.intents.reason) == (
        (5, 1),
        "you have fallen: wait for a companion",
    )


def test_whoever_is_on_guard_strikes_back_at_one_that_flees_and_does_harm() -> None:
    stage = Stage(["########", "#@.....#", "########"])
    row = stage.hero()
    runner = stage.monster((2, 1), mood="fleeing")
    runner.actor.energy = -(10**6)
    stage.step(PlayerIdle(0))
    assert not any(isinstance(event, Hit) for event in stage.tick(8))
    runner.mind.harmed_at = stage.floor.state.clock
    assert any(
        isinstance(event, Hit) and event.source.entity == row.entity for event in stage.tick(8)
    )
