"""Renders show at every step what spectators were shown then, although the rules have changed."""

from pathlib import Path

import pytest

from support.content.repertoire import REPERTOIRE
from support.sessions.kept_runs import change, write
from support.sessions.watched_again import (
    FRAIL,
    HARDY,
    LONGEST,
    Kept,
    WatchedAgain,
    check_jumps_by_real_time,
)
from undertide_server.replays import renderer, run_reader
from undertide_server.replays.errors import UnplayableRunError
from undertide_server.replays.parted_playback import PartedPlayback, playback_of
from undertide_server.replays.rendered_playback import RenderedPlayback
from undertide_server.replays.renderer import rendering
from undertide_server.replays.renders import RunRenders
from undertide_server.replays.run_reader import Goal
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.simulation.version import RULES
from undertide_server.store.renders import RenderReader
from undertide_shared.codec import decode_server
from undertide_shared.messages import Keyframe

STRETCH = 50
"""Steps of one render, so that short runs have some."""
SEATS = (None, 0, 1, 2)


class Again(WatchedAgain[RenderedPlayback]):
    """Watches the renders of a run."""

    def __init__(self, live: Kept, seat: int | None = None, reach: int | None = None) -> None:
        renders = RunRenders(live.folder, live.run)
        super().__init__(RenderedPlayback(renders, renders.stretches, reach), seat)


@pytest.fixture(autouse=True)
def _other_rules(company: Kept, pair: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    """Change the rules once the runs are rendered: nothing can simulate them any more."""
    assert company.run == pair.run
    monkeypatch.setattr(run_reader, "RULES", RULES + 1)


def rendered(folder: Path, live: Kept) -> Kept:
    """Render a run, as two servers after each other would."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(renderer, "MOST_STEPS", STRETCH)
        made = list(rendering(folder, live.run, REPERTOIRE))
        assert len(made) > 2
        write(folder, *made[: len(made) // 2])
        write(folder, *rendering(folder, live.run, REPERTOIRE))
    return live


@pytest.fixture(scope="module")
def company(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """Return a run in real time, of three heroes who all die."""
    folder = tmp_path_factory.mktemp("company")
    return rendered(folder, Kept(folder, "real", 3, FRAIL, LONGEST))


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """Return a run in turns, of two heroes; it goes on."""
    folder = tmp_path_factory.mktemp("pair")
    return rendered(folder, Kept(folder, "party", 2, HARDY, 3 * STRETCH + 60))


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """Return a run in turns that come faster than replays tell moments apart."""
    folder = tmp_path_factory.mktemp("quick")
    return rendered(folder, Kept(folder, "party", 1, HARDY, 2 * STRETCH + 20, beat=0.02))


# --- what is shown ------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", SEATS)
def test_each_step_shows_what_spectators_saw_of_it(company: Kept, seat: int | None) -> None:
    again, compared = Again(company, seat), 0
    while not again.playback.at_end:
        picture = again.advance()
        if again.step in company.live.pictures[seat]:
            assert picture == company.picture(seat, again.step), again.step
            assert again.eyes.lines[-60:] == company.live.lines[seat][again.step][-60:], again.step
            compared += 1
    assert again.step == company.live.step
    assert compared > 0.9 * company.live.step


@pytest.mark.parametrize("seat", [None, 1])
def test_turns_show_what_spectators_saw_of_them(pair: Kept, seat: int | None) -> None:
    again = Again(pair, seat)
    while not again.playback.at_end:
        assert again.advance() == pair.picture(seat, again.step), again.step
    assert again.step > 2 * STRETCH


@pytest.mark.parametrize("seat", SEATS)
def test_every_jump_shows_what_playing_there_shows(company: Kept, seat: int | None) -> None:
    again, last = Again(company, seat), company.live.step
    for step in (last // 2, 20, last - 1, last - 2, 125, 101, 100, 99, 10, last):
        assert again.go_to(step) == company.picture(seat, step), step
        assert again.eyes.lines[-60:] == company.live.lines[seat][step][-60:], step


def test_a_jump_to_a_tick_ends_at_the_first_step_that_came_so_far(pair: Kept) -> None:
    again = Again(pair)
    ticks = [again.playback.ticks]
    while not again.playback.at_end:
        again.advance()
        ticks.append(again.playback.ticks)
    for tick in (ticks[-1] // 2, 3, ticks[-1], ticks[-1] // 3, 1):
        again.seek(tick)
        first = next(each for each in ticks if each >= tick)
        assert again.step == ticks.index(first) + 1, tick


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


# --- whose eyes ---------------------------------------------------------------------------------


def test_a_viewer_turns_to_a_hero_and_to_the_party_once_it_has_died(company: Kept) -> None:
    again = Again(company)
    again.go_to(30)
    again.playback.follow(1)
    assert again.look() == company.picture(1, 30)
    again.seek(company.ticks)
    assert again.eyes.seat is None
    with pytest.raises(RequestRefusedError, match="Hero1 has died"):
        again.playback.follow(1)
    with pytest.raises(RequestRefusedError, match="no hero in seat 7"):
        again.playback.follow(7)


# --- how far it reaches -------------------------------------------------------------------------


def test_nothing_beyond_the_bound_is_shown_until_it_is_raised(company: Kept) -> None:
    again = Again(company, reach=70)
    again.seek(10**9)
    assert (again.step, again.playback.at_end) == (70, True)
    extent = again.playback.extent
    assert (extent.last, extent.live, extent.ticks) == (70, True, again.playback.ticks)
    assert all(mark.tick <= extent.ticks for mark in extent.landmarks)
    assert again.playback.reach(90)
    assert not again.playback.reach(80)
    again.playback.go(60)
    assert again.step == 90
    again.playback.reach(None)
    again.seek(10**9)
    assert again.step == company.live.step
    assert not again.playback.extent.live


def test_seats_that_are_taken_beyond_the_bound_are_not_told(company: Kept) -> None:
    taken = next(step for step in range(1, 50) if len(seats_at(company, step)) == 3)
    assert taken > 1
    assert len(seats_at(company, taken - 1)) < 3


def seats_at(live: Kept, reach: int) -> list[str]:
    return [seat.name for seat in Again(live, reach=reach).playback.greeting().seats]


# --- a run that only other rules played ---------------------------------------------------------


def test_a_run_of_other_rules_is_shown_from_its_renders(company: Kept) -> None:
    playback = playback_of(company.folder, company.run, REPERTOIRE, None)
    assert isinstance(playback, PartedPlayback)
    timeline, told = playback.timeline(), playback.greeting()
    assert (timeline.first, timeline.last, timeline.live) == (0, company.ticks, False)
    assert [mark.kind for mark in timeline.landmarks].count("death") == 3
    assert [seat.name for seat in told.seats] == ["Hero0", "Hero1", "Hero2"]
    assert WatchedAgain(playback, 0).go_to(80) == company.picture(0, 80)


def test_damaged_renders_are_named(company: Kept) -> None:
    with RenderReader(company.folder) as reader:
        sound = reader.facts(company.run, STRETCH + 1)
    change(company.folder, "UPDATE renders SET facts = x'00' WHERE first = ?", str(STRETCH + 1))
    try:
        with pytest.raises(UnplayableRunError, match="its pictures are damaged"):
            Again(company).go_to(STRETCH + 5)
    finally:
        restore(company.folder, sound)


def restore(folder: Path, facts: bytes) -> None:
    statement = f"UPDATE renders SET facts = x'{facts.hex()}' WHERE first = ?"
    change(folder, statement, str(STRETCH + 1))


def test_nothing_is_rendered_by_other_rules(company: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(renderer, "RULES", RULES + 1)
    change(company.folder, "DELETE FROM unrendered")
    with RenderReader(company.folder) as reader:
        assert renderer.unrendered_of(reader, company.run) == []
