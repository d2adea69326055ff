"""A replay shows at every step what spectators were shown then, however it gets there."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from support.content.repertoire import REPERTOIRE
from support.sessions.durable_host import played
from support.sessions.kept_runs import change
from support.sessions.watched_again import (
    FRAIL,
    HARDY,
    KEEP_EVERY,
    LONGEST,
    Kept,
    WatchedAgain,
    check_jumps_by_real_time,
)
from support.worlds.staging import Stage
from undertide_server.replays.errors import UnplayableRunError
from undertide_server.replays.playback import RUN_UP, Paces, Playback
from undertide_server.replays.run_reader import Goal, RunReader
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.simulation.components.monsters import Mind
from undertide_server.simulation.mechanics.floors import spawn_monster
from undertide_server.simulation.state.inputs import PlayerLost, Ticked, Turned, Withdrawn
from undertide_shared.codec import decode_server
from undertide_shared.messages import Keyframe, Pace

ROOM = ["#######", "#@...@#", "#######"]


def stage(heroes: int) -> Stage:
    """Return a floor with so many waking heroes, its branch 1."""
    made = Stage(ROOM)
    for _ in range(heroes):
        made.hero()
    return made


@pytest.mark.parametrize(
    ("choice", "heroes", "mode"),
    [("auto", 1, "solo"), ("auto", 2, "real"), ("party", 2, "party"), ("real", 1, "real")],
)
def test_what_the_session_chose_is_in_force(choice: Pace, heroes: int, mode: str) -> None:
    made = stage(heroes)
    assert Paces(choice).statuses(made.run)[made.floor.state.branch].mode == mode


def test_in_company_a_floor_goes_on_in_turns_until_it_ticks() -> None:
    made, paces = stage(2), Paces("auto")
    branch = made.floor.state.branch
    paces.record_moves([Turned(branch), Ticked(branch + 1)])
    assert paces.statuses(made.run)[branch].mode == "solo"
    paces.record_moves([Turned(branch + 1)])
    assert paces.statuses(made.run)[branch].mode == "solo"
    paces.record_moves([Ticked(branch)])
    assert paces.statuses(made.run)[branch].mode == "real"


def test_where_all_sleep_no_time_passes() -> None:
    made = stage(1)
    made.step(PlayerLost(0), Withdrawn(0))
    assert Paces("real").statuses(made.run)[made.floor.state.branch].mode == "idle"


def test_the_same_pace_is_the_same_object() -> None:
    made, paces = stage(1), Paces("real")
    branch = made.floor.state.branch
    assert paces.statuses(made.run)[branch] is paces.statuses(made.run)[branch]


def test_half_speed_is_told_as_it_was() -> None:
    made = stage(2)
    branch = made.floor.state.branch
    row = made.floor.heroes[min(made.floor.heroes)]
    row.body.life = row.body.max_life * 3 // 10
    paces = Paces("real", slow_below=40)
    told = paces.statuses(made.run)[branch]
    assert told.slow
    assert paces.statuses(made.run)[branch] is told
    assert not Paces("real").statuses(made.run)[branch].slow
    assert not Paces("party", slow_below=40).statuses(made.run)[branch].slow


SEATS = (None, 0, 1, 2)


class Again(WatchedAgain[Playback]):
    """Watches a run that is simulated."""

    def __init__(self, live: Kept, seat: int | None = None, reach: int | None = None) -> None:
        super().__init__(Playback(RunReader(live.folder, live.run, REPERTOIRE), reach), seat)


@pytest.fixture(scope="module")
def company(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """Return a run in real time, of three heroes who all die."""
    kept = Kept(tmp_path_factory.mktemp("company"), "real", 3, FRAIL, LONGEST)
    assert kept.live.session.run.progress.ended
    assert kept.live.step > 2 * KEEP_EVERY
    return kept


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """Return a run in turns, of two heroes."""
    return Kept(tmp_path_factory.mktemp("pair"), "party", 2, HARDY, 3 * KEEP_EVERY)


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """Return a run in turns that come faster than replays tell moments apart."""
    return Kept(tmp_path_factory.mktemp("quick"), "party", 1, HARDY, KEEP_EVERY + 20, beat=0.02)


@pytest.mark.parametrize("seat", SEATS)
def test_each_step_shows_what_spectators_saw_of_it(company: Kept, seat: int | None) -> None:
    again, compared = Again(company, seat), 0
    while not again.playback.at_end:
        picture = again.advance()
        if again.step in company.live.pictures[seat]:
            assert picture == company.picture(seat, again.step), again.step
            assert again.eyes.lines[-60:] == company.live.lines[seat][again.step][-60:], again.step
            compared += 1
    assert compared > 0.9 * company.live.step


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_turns_show_what_spectators_saw_of_them(pair: Kept, seat: int | None) -> None:
    again, compared = Again(pair, seat), 0
    while not again.playback.at_end:
        picture = again.advance()
        if again.step in pair.live.pictures[seat]:
            assert picture == pair.picture(seat, again.step), again.step
            compared += 1
    assert compared > 0.9 * pair.live.step


@pytest.mark.parametrize("seat", SEATS)
def test_every_jump_shows_what_playing_there_shows(company: Kept, seat: int | None) -> None:
    again, last = Again(company, seat), company.live.step
    for step in (last // 2, 20, last - 1, last - 2, 125, 121, 120, 119, 10, last):
        assert again.go_to(step) == company.picture(seat, step), step


def test_a_jump_to_a_tick_ends_at_the_first_step_that_came_so_far(pair: Kept) -> None:
    again, ticks = Again(pair), [0]
    while not again.playback.at_end:
        again.advance()
        ticks.append(again.playback.ticks)
    assert ticks[-1] == pair.ticks
    for tick in (pair.ticks // 2, 3, pair.ticks, pair.ticks // 3, 1):
        again.seek(tick)
        assert again.step == ticks.index(next(each for each in ticks if each >= tick)) + 1
        assert again.look() == pair.picture(None, again.step)


def test_a_jump_shows_all_that_happened_at_its_moment(quick: Kept) -> None:
    check_jumps_by_real_time(Again(quick), quick)


@pytest.mark.parametrize(("tick", "step"), [(-5, 1), (0, 1), (10**12, None)])
def test_a_jump_out_of_the_run_ends_at_its_edge(company: Kept, tick: int, step: int | None) -> None:
    again = Again(company)
    again.seek(tick)
    assert again.step == (step or company.live.step)


@pytest.mark.parametrize("seat", SEATS)
def test_every_jump_is_answered_by_a_keyframe(company: Kept, seat: int | None) -> None:
    again = Again(company, seat)
    for tick in (company.ticks, 0, 40, 41, 40, company.ticks - 1, company.ticks):
        again.playback.seek(Goal(tick))
        (frame,) = again.playback.frames()
        assert isinstance(decode_server(frame), Keyframe), tick


def test_the_log_after_a_jump_tells_what_just_happened(company: Kept) -> None:
    again = Again(company, 0)
    for step in (RUN_UP + 30, RUN_UP + 20, RUN_UP + 10):
        again.go_to(step)
        earlier = company.live.lines[0][step - RUN_UP]
        recent = company.live.lines[0][step][len(earlier) :]
        assert again.eyes.lines[len(again.eyes.lines) - len(recent) :] == recent, step


def test_standing_still_costs_no_frame(company: Kept) -> None:
    again = Again(company)
    assert again.playback.frames() == []
    again.playback.go(0)
    assert again.playback.frames() == []


def test_other_eyes_show_what_they_saw(company: Kept) -> None:
    again = Again(company)
    again.go_to(12)
    for seat in (1, 2, None, 0):
        again.playback.follow(seat)
        assert again.look() == company.picture(seat, 12)


def test_a_hero_that_falls_leaves_its_viewer_to_the_party(company: Kept) -> None:
    again = Again(company, 0)
    seats = [again.eyes.seat]
    while not again.playback.at_end:
        again.advance()
        seats.append(again.eyes.seat)
    fell = seats.index(None, 10)
    assert set(seats[fell:]) == {None}
    again.go_to(fell - 5)
    assert again.eyes.seat == 0


def test_a_seat_that_nobody_ever_had_is_refused(company: Kept) -> None:
    with pytest.raises(RequestRefusedError, match="nobody had seat 7"):
        Again(company, 7)


def test_a_hero_that_has_not_come_yet_is_waited_for(company: Kept) -> None:
    again = Again(company, 2)
    again.seek(0)
    assert (again.step, again.eyes.seat) == (1, None)
    while again.step < 10:
        again.advance()
    assert again.eyes.seat == 2


@pytest.mark.parametrize(
    ("step", "seat", "reason"),
    [(12, 7, "no hero in seat 7"), (1, 2, "no hero in seat 2"), (None, 1, "Hero1 has died")],
)
def test_eyes_that_are_not_open_are_refused(
    company: Kept, step: int | None, seat: int, reason: str
) -> None:
    again = Again(company)
    before = again.go_to(step or company.live.step)
    with pytest.raises(RequestRefusedError, match=reason):
        again.playback.follow(seat)
    assert again.look() == before


def add_a_hidden_monster(playback: Playback) -> None:
    """Put a monster that seeks somebody into the cell that is furthest from all heroes."""
    run = playback.run
    floor = next(iter(run.index.floors.values()))
    steps = floor.distances([row.cell for row in floor.heroes.values()])
    free = [
        (int(steps[y, x]), (x, y))
        for y in range(floor.height)
        for x in range(floor.width)
        if floor.is_free((x, y))
    ]
    mind = Mind("hunting", last_seen=max(free)[1], patience=10_000)
    spawn_monster(run, floor, run.game.roster.kinds[0], max(free)[1], mind)


def nothing(_playback: Playback) -> None:
    """Leave everything as it is."""


@pytest.mark.parametrize("seat", [None, 1])
def test_what_nobody_saw_changes_nothing(company: Kept, seat: int | None) -> None:
    def shown(change: Callable[[Playback], None]) -> list[bytes]:
        again = Again(company, seat)
        again.go_to(20)
        change(again.playback)
        frames: list[bytes] = []
        while again.step < 50:
            again.playback.advance()
            frames += again.playback.frames()
        return frames

    plain = shown(nothing)
    assert len(plain) > 10
    assert shown(add_a_hidden_monster) == plain


def test_what_came_later_changes_nothing(company: Kept) -> None:
    short, whole = Again(company, reach=100), Again(company)
    assert short.go_to(100) == whole.go_to(100)
    assert short.eyes.lines == whole.eyes.lines


def test_nothing_beyond_the_bound_is_shown_until_it_is_raised(company: Kept) -> None:
    again = Again(company, reach=50)
    again.seek(10**9)
    assert (again.step, again.playback.at_end) == (50, True)
    again.playback.go(50)
    assert again.step == 50
    assert again.playback.reach(70)
    assert not again.playback.reach(70)
    again.playback.go(60)
    assert again.step == 70
    assert again.playback.timeline().last == again.playback.ticks
    assert again.playback.reach(None)
    again.seek(10**9)
    assert again.step == company.live.step


def test_the_timeline_tells_the_ticks_and_the_landmarks(company: Kept) -> None:
    timeline = Again(company).playback.timeline()
    assert (timeline.first, timeline.last, timeline.live) == (0, company.ticks, False)
    kinds = [mark.kind for mark in timeline.landmarks]
    floors = len(company.live.session.run.index.floors)
    assert (kinds.count("floor"), kinds.count("death"), kinds[-1]) == (floors, 3, "end")


def test_landmarks_beyond_the_bound_are_not_told(company: Kept) -> None:
    again = Again(company)
    whole = again.playback.timeline().landmarks
    death = next(mark for mark in whole if mark.kind == "death")
    again.seek(death.tick)
    timeline = Again(company, reach=again.step - 1).playback.timeline()
    assert timeline.last < death.tick
    assert timeline.landmarks == whole[: whole.index(death)]
    assert timeline.landmarks[0].kind == "floor"


def test_the_greeting_names_the_run_and_its_seats(company: Kept) -> None:
    told = Again(company).playback.greeting()
    assert (told.run, told.session) == (company.run, company.live.session.id)
    assert [(seat.seat, seat.name) for seat in told.seats] == [
        (0, "Hero0"), (1, "Hero1"), (2, "Hero2"),
    ]  # fmt: skip
    assert "burning" in [each.name for each in told.statuses]


def test_seats_that_are_taken_beyond_the_bound_are_not_told(company: Kept) -> None:
    taken = next(step for step in range(1, 50) if len(seats_at(company, step)) == 3)
    assert taken > 1
    again = Again(company, reach=taken - 1)
    assert len(again.playback.greeting().seats) < 3
    with pytest.raises(RequestRefusedError, match="nobody had seat 2"):
        again.playback.prefer(2)
    again.playback.reach(taken)
    again.playback.prefer(2)


def seats_at(live: Kept, reach: int) -> list[str]:
    return [seat.name for seat in Again(live, reach=reach).playback.greeting().seats]


def test_a_bound_that_falls_back_takes_nothing_back(company: Kept) -> None:
    again = Again(company, reach=70)
    again.go_to(60)
    before = again.playback.timeline()
    assert not again.playback.reach(0)
    assert again.playback.timeline() == before
    again.playback.go(-1)
    assert again.step == 59


def test_a_run_that_is_over_goes_on_as_far_as_it_may_not_be_seen_yet(company: Kept) -> None:
    again = Again(company, reach=70)
    assert again.playback.timeline().live
    again.playback.reach(None)
    assert not again.playback.timeline().live


def test_a_run_of_which_nothing_was_played_cannot_be_shown(tmp_path: Path) -> None:
    host = played(tmp_path, 0)
    with pytest.raises(UnplayableRunError, match="nothing to show"):
        Playback(RunReader(tmp_path, host.name, REPERTOIRE))


def test_a_step_of_real_time_lasts_a_tenth_of_a_second(company: Kept) -> None:
    again = Again(company)
    again.go_to(10)
    assert again.playback.advance() == pytest.approx(0.1)


def test_a_step_is_shown_until_the_next_one_was_taken(pair: Kept) -> None:
    again, shown, taken = Again(pair), list[float](), list[int]()
    while not again.playback.at_end:
        shown.append(again.playback.advance())
        taken.append(again.playback.elapsed)
    waits = [(after - before) / 1000 for before, after in pairwise(taken)]
    assert shown == pytest.approx([*waits, 0.0])
    assert max(waits) > 0
    assert taken[-1] == again.playback.extent.elapsed


def test_a_long_pause_is_on_the_clock_of_a_replay(tmp_path: Path) -> None:
    name = played(tmp_path, 20).name
    change(
        tmp_path,
        "UPDATE stretches SET until = until + 180000, since = since + 180000 WHERE first > 1",
    )
    change(tmp_path, "UPDATE runs SET elapsed = elapsed + 180000")
    playback = Playback(RunReader(tmp_path, name, REPERTOIRE))
    assert playback.elapsed == 0
    playback.seek(Goal(0, 1))
    assert playback.step == 2
    assert playback.elapsed >= 180_000
    assert playback.timeline().last_elapsed > 180_000


@pytest.mark.parametrize("share", [0.0, 0.3, 0.7, 1.0])
def test_a_moment_of_real_time_is_found_at_the_first_step_that_came_so_far(
    pair: Kept, share: float
) -> None:
    again = Again(pair)
    goal = round(share * again.playback.extent.elapsed)
    again.seek(0, goal)
    assert again.playback.elapsed >= goal
    if again.step > 1:
        again.playback.go(-1)
        assert again.playback.elapsed < goal


def test_ticks_stand_for_the_real_time_of_runs_that_do_not_note_it(tmp_path: Path) -> None:
    name = played(tmp_path, 30).name
    change(tmp_path, "UPDATE stretches SET since = NULL, until = NULL")
    change(tmp_path, "UPDATE runs SET elapsed = 100 * ticks")
    playback = Playback(RunReader(tmp_path, name, REPERTOIRE))
    assert playback.timeline().last_elapsed == 100 * playback.timeline().last
    while not playback.at_end:
        before = clocks_of(playback)
        seconds = playback.advance()
        after = clocks_of(playback)
        ticks = max(after[branch] - clock for branch, clock in before.items())
        assert seconds == pytest.approx(ticks / 10)
        assert playback.elapsed == 100 * playback.ticks


def clocks_of(playback: Playback) -> dict[int, int]:
    """Return the ticks that have passed on each floor."""
    floors = playback.run.index.floors.values()
    return {floor.state.branch: floor.state.clock for floor in floors}
