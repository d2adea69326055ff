"""What is asked for at each tick says the same as the rules that it was worked out from."""

from hypothesis import given
from hypothesis import strategies as st

from support.worlds.staging import make_test_game
from undertide_server.simulation.rules.hunger import hunger_of
from undertide_server.simulation.rules.statuses import pace
from undertide_server.simulation.state.tick_figures import tick_figures_of

RULES = make_test_game().ruleset
PULSE = tick_figures_of(RULES)


def test_beats_and_tolls_come_as_often_as_the_rules_say() -> None:
    assert PULSE.beat == RULES.living.beat
    assert PULSE.toll_every == RULES.hunger.toll_every


def test_nobody_grows_hungrier_but_on_a_brink() -> None:
    full = RULES.hunger.full
    changes = {
        food
        for food in range(1, full + 1)
        if hunger_of(RULES.hunger, food - 1) != hunger_of(RULES.hunger, food)
    }
    assert changes
    assert changes <= PULSE.brinks


def test_statuses_that_take_or_give_life_are_at_work() -> None:
    working = {key for key, each in RULES.statuses.items() if each.harm or each.mends}
    assert PULSE.working == working
    assert {"poisoned", "regenerating"} <= working < RULES.statuses.keys()


@given(st.integers(1, 100))
def test_no_other_status_changes_anybodys_pace(speed: int) -> None:
    changing = {
        key
        for key, each in RULES.statuses.items()
        if any(pace(at, [each]) != at for at in (speed, 100))
    }
    assert changing == PULSE.pacing
