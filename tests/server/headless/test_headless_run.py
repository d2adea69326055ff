"""Runs that are played in this process."""

from collections.abc import Iterator

import msgspec
import pytest

from undertide_server.headless import (
    BadIntentError,
    Explore,
    HeadlessRun,
    Move,
    NoHeroError,
    Rest,
    SavedRunError,
    Take,
    Travel,
    Wait,
    begin_run,
)
from undertide_server.headless.headless_run import SavedState
from undertide_server.sessions.clock.inbox import MAX_ASKED
from undertide_server.simulation.state.inputs import PlayerLost, Withdrawn


@pytest.fixture
def run() -> Iterator[HeadlessRun]:
    with begin_run("default", 7, ["", ""]) as begun:
        yield begun


def explore(run: HeadlessRun, turns: int) -> None:
    """Let all heroes explore for some turns, each anew whenever it stops."""
    for _ in range(turns):
        for seat in run.seats:
            if run.is_alive(seat) and not run.is_busy(seat):
                run.ask_hero(seat, Explore())
        run.take_turn()


def test_heroes_begin_on_the_first_floor(run: HeadlessRun) -> None:
    assert run.seats == (0, 1)
    assert (run.deepest, run.ticks, run.steps, run.branches) == (1, 0, 2, (1,))
    assert not run.ended
    assert not run.won
    assert [member.name for member in run.look(1).party] == ["Hero 1", "Hero 2"]


def test_a_turn_carries_out_what_was_asked(run: HeadlessRun) -> None:
    run.ask_hero(0, Wait())
    assert run.is_busy(0)
    assert run.report_of(0).outcome == "none"
    run.take_turn()
    assert not run.is_busy(0)
    assert run.report_of(0).outcome == "done"
    assert run.ticks > 0


def test_no_time_passes_in_a_turn_in_which_nobody_acts(run: HeadlessRun) -> None:
    run.take_turn()  # They recover from arriving.
    ticks = run.ticks
    run.take_turn()
    assert run.ticks == ticks


def test_a_tick_passes_whatever_heroes_do(run: HeadlessRun) -> None:
    run.take_tick()
    run.take_tick(1)
    assert run.ticks == 2


def test_a_refused_intent_says_why(run: HeadlessRun) -> None:
    run.ask_hero(0, Take())
    run.take_turn()
    report = run.report_of(0)
    assert report.outcome == "refused"
    assert report.reason


def test_an_auto_action_goes_on_by_itself(run: HeadlessRun) -> None:
    run.ask_hero(0, Explore())
    run.take_turn()
    cell = run.look(0).cell
    assert run.is_busy(0)
    while run.look(0).cell == cell:
        run.take_turn()
    assert run.report_of(0).received == 1


def test_an_intent_that_means_nothing_is_refused_at_once(run: HeadlessRun) -> None:
    before = run.hash_state()
    with pytest.raises(BadIntentError, match="beside"):
        run.ask_hero(0, Move(2, 0))
    with pytest.raises(BadIntentError, match="no cell"):
        run.ask_hero(0, Travel(1000, 0))
    with pytest.raises(NoHeroError, match="seat 2"):
        run.ask_hero(2, Wait())
    run.take_turn()
    assert run.report_of(0).received == 0
    assert before != run.hash_state()  # Time has passed.


def test_intents_that_wait_are_bounded(run: HeadlessRun) -> None:
    for _ in range(MAX_ASKED):
        run.ask_hero(0, Wait())
    with pytest.raises(BadIntentError, match="waiting"):
        run.ask_hero(0, Wait())
    run.ask_hero(1, Wait())


def test_a_party_has_as_many_heroes_as_are_added(run: HeadlessRun) -> None:
    assert run.add_hero("mender", "Una") == 2
    assert run.look(2).party[2].name == "Una"
    assert run.look(0).party == run.look(2).party
    with pytest.raises(ValueError, match="at most 16 characters"):
        run.add_hero(name="x" * 17)
    with pytest.raises(ValueError, match="seat 0 has no dead hero"):
        run.add_hero(seat=0)
    with pytest.raises(ValueError, match="seat 7 has no dead hero"):
        run.add_hero(seat=7)


def test_the_dead_are_looked_at_as_they_were_and_may_get_a_successor(run: HeadlessRun) -> None:
    known = run.look(0)
    kill(run, 0)
    dead = run.look(0)
    assert (dead.hero.state, dead.hero.life) == ("dead", 0)
    assert dead.floor == known.floor
    with pytest.raises(NoHeroError):
        run.ask_hero(0, Wait())
    assert run.seats == (0, 1)
    assert run.add_hero(seat=0) == 0
    assert run.look(1).party[0].returns  # It comes with the next new floor.


def kill(run: HeadlessRun, seat: int) -> None:
    """Let a hero fall and die of its hunger, at once."""
    found = run.state.index.of_seat(seat)
    assert found is not None
    _, row = found
    row.body.life, row.hero.food = 1, 0
    row.body.regen = 0
    while run.is_alive(seat):
        run.take_tick()


def test_a_run_that_is_over_stands_still() -> None:
    with begin_run("default", 7) as run:
        run.look(0)
        kill(run, 0)
        assert run.ended
        assert not run.won
        steps = run.steps
        run.take_turn()
        run.take_tick()
        assert run.steps == steps
        with pytest.raises(NoHeroError):
            run.ask_hero(0, Wait())
        with pytest.raises(ValueError, match="the run is over"):
            run.add_hero()


def test_nobody_looks_through_eyes_that_never_were(run: HeadlessRun) -> None:
    for look in (run.look, run.report_of):
        with pytest.raises(NoHeroError, match="seat 5"):
            look(5)


def test_the_same_calls_give_the_same_run() -> None:
    with (
        begin_run("default", 3, ["", "mender"]) as one,
        begin_run("default", 3, ["", "mender"]) as two,
    ):
        explore(one, 60)
        explore(two, 60)
        assert one.hash_state() == two.hash_state()
        assert one.look(1).lines == two.look(1).lines


def test_a_copy_goes_its_own_way(run: HeadlessRun) -> None:
    explore(run, 20)
    run.ask_hero(0, Explore())
    with run.copy() as copy:
        assert copy.hash_state() == run.hash_state()
        assert copy.look(0).lines == run.look(0).lines
        assert copy.look(0).pack == run.look(0).pack
        explore(run, 20)
        kept = copy.hash_state()
        assert kept != run.hash_state()
        explore(copy, 20)
        assert copy.hash_state() == run.hash_state()


def test_a_run_goes_back_to_what_was_saved(run: HeadlessRun) -> None:
    explore(run, 10)
    saved, before, lines = run.save(), run.hash_state(), run.look(0).lines
    explore(run, 30)
    run.restore(saved)
    assert run.hash_state() == before
    assert run.look(0).lines == lines
    explore(run, 30)
    after = run.hash_state()
    run.restore(saved)
    explore(run, 30)
    assert run.hash_state() == after


def test_a_run_is_not_restored_from_anything_else(run: HeadlessRun) -> None:
    before, saved = run.hash_state(), msgspec.msgpack.decode(run.save(), type=SavedState)

    def changed(**fields: object) -> bytes:
        return msgspec.msgpack.encode(msgspec.structs.replace(saved, **fields))

    for data, problem in [
        (b"", "no saved run"),
        (run.save()[:-1], "no saved run"),
        (changed(format="undertide run 0"), "of this version"),
        (changed(rules=1), "by rules 1"),
        (changed(seed=b"another seed 16b"), "another seed"),
        (changed(content_hash="00"), "other content"),
        (changed(state=b"\x92\x01\x90"), "can't be read"),
        (changed(state=b"nothing"), "can't be read"),
    ]:
        with pytest.raises(SavedRunError, match=problem):
            run.restore(data)
    assert run.hash_state() == before
    run.take_turn()


def test_a_hero_whose_player_was_lost_acts_for_who_asks(run: HeadlessRun) -> None:
    run.take_turn()
    for inputs in ([PlayerLost(0)], [PlayerLost(1)], [Withdrawn(1)]):
        run.apply_inputs(inputs)
    for seat in (0, 1):
        run.ask_hero(seat, Wait())
        run.take_turn()
        assert run.report_of(seat).outcome == "done"


def test_looks_say_what_codes_of_terrain_mean(run: HeadlessRun) -> None:
    known = run.look(0)
    x, y = known.cell
    assert run.looks[int(known.tiles[y, x])].walkable
    assert [look.code for look in run.looks] == [*range(len(run.looks))]


def test_a_closed_run_is_of_no_use(run: HeadlessRun) -> None:
    run.close()
    run.close()
    with pytest.raises(RuntimeError):
        run.hash_state()


def test_a_hero_that_rests_needs_no_rest(run: HeadlessRun) -> None:
    run.ask_hero(0, Rest())
    run.take_turn()
    assert run.report_of(0).reason == "you need no rest"
