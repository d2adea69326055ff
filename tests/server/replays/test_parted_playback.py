"""A run that several versions of the rules played is shown whole, and says what is not there."""

from pathlib import Path

import pytest

from support.content.repertoire import REPERTOIRE
from support.sessions.durable_host import Host
from support.sessions.kept_runs import write
from support.sessions.watched_again import WatchedAgain
from undertide_server.replays import run_reader
from undertide_server.replays.errors import UnplayableRunError
from undertide_server.replays.parted_playback import PartedPlayback, playback_of
from undertide_server.replays.playback import Playback
from undertide_server.replays.renderer import rendering
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.simulation.snapshot import take_snapshot
from undertide_server.simulation.version import RULES
from undertide_server.store.records import RulesStretch, Snapshot
from undertide_server.store.renders import Rendered, Unrendered
from undertide_server.store.writes import Renewed

FIRST, WHOLE = 41, 70
"""The last step that earlier rules played, and the last of all."""

Watching = WatchedAgain[Playback | PartedPlayback]


class Mixed:
    """A run whose first steps were played and rendered by earlier rules, and what it looks like."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        host = Host(folder)
        host.play(FIRST)
        host.keep()
        state = take_snapshot(host.session.run)
        host.journal.save_render(Unrendered(host.name, RULES, "failed"), lambda: None)
        clock = host.session.floor_scheduler.run_clock
        clock.restore(clock.elapsed / 1000, None)  # As after a restart, with the later rules.
        host.play(WHOLE - FIRST)
        host.stop()
        self.run = host.name
        plain = WatchedAgain(Playback(run_reader.RunReader(folder, self.run, REPERTOIRE)))
        self.pictures = {1: plain.look()}
        while not plain.playback.at_end:
            plain.advance()
            self.pictures[plain.step] = plain.eyes.picture
        self.last = plain.step
        self.renders: list[Rendered] = list(rendering(folder, self.run, REPERTOIRE))
        write(folder, Renewed(self.run, RulesStretch(RULES + 1, Snapshot(FIRST, state))))

    def watch(self, seat: int | None = None, reach: int | None = None) -> Watching:
        """Return somebody who watches it by the later rules."""
        return WatchedAgain(playback_of(self.folder, self.run, REPERTOIRE, reach), seat)


@pytest.fixture
def mixed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Mixed:
    """Return the run, as a server of the later rules finds it."""
    made = Mixed(tmp_path)
    (render,) = made.renders
    assert (render.first, render.last) == (1, FIRST)
    write(tmp_path, render)
    monkeypatch.setattr(run_reader, "RULES", RULES + 1)
    return made


@pytest.mark.parametrize("seat", [None, 0])
def test_it_plays_through_from_its_renders_to_what_is_simulated(
    mixed: Mixed, seat: int | None
) -> None:
    again, seen = mixed.watch(seat), [1]
    assert isinstance(again.playback, PartedPlayback)
    while not again.playback.at_end:
        picture = again.advance()
        assert again.eyes.seat == seat
        if seat is None:
            assert picture == mixed.pictures[again.step], again.step
        seen.append(again.step)
    assert sorted(set(seen)) == list(range(1, mixed.last + 1))


def test_jumps_cross_from_one_part_to_the_other(mixed: Mixed) -> None:
    again = mixed.watch()
    for step in (60, 10, FIRST + 1, FIRST, FIRST - 1, mixed.last, 1):
        assert again.go_to(step) == mixed.pictures[step], step
    for tick in (60, 10, FIRST, mixed.last):
        again.seek(tick)
        step = min(tick + 1, mixed.last)  # The first step takes no tick.
        assert again.step == step
        assert again.look() == mixed.pictures[step]


def test_a_jump_shows_all_that_happened_at_a_moment_in_both_parts(mixed: Mixed) -> None:
    again = mixed.watch()
    moments = again.moments()
    shared = moments[FIRST]
    assert shared == moments[FIRST + 1]
    last = max(step for step in moments if moments[step] == shared)
    assert again.seek(0, shared) == mixed.pictures[last]
    assert again.step == last
    assert again.seek(0, shared - 1) == mixed.pictures[last]
    assert again.seek(0, 0) == mixed.pictures[1]


def test_its_timeline_is_that_of_the_whole_run(mixed: Mixed) -> None:
    playback = mixed.watch().playback
    timeline = playback.timeline()
    assert (timeline.first, timeline.last, timeline.live) == (0, mixed.last - 1, True)
    assert [seat.name for seat in playback.greeting().seats] == ["Ann"]


def test_a_hero_is_followed_across_parts(mixed: Mixed) -> None:
    again = mixed.watch()
    again.playback.follow(0)
    again.look()
    again.go_to(60)
    assert again.eyes.seat == 0
    again.go_to(10)
    assert again.eyes.seat == 0
    with pytest.raises(RequestRefusedError):
        again.playback.follow(3)
    with pytest.raises(RequestRefusedError, match="nobody had seat 3"):
        again.playback.prefer(3)


def test_nothing_beyond_the_bound_is_shown_until_it_is_raised(mixed: Mixed) -> None:
    again = mixed.watch(reach=20)
    again.seek(10**9)
    assert (again.step, again.playback.at_end, again.playback.live) == (20, True, True)
    assert again.playback.timeline().last == 19
    again.playback.reach(FIRST + 10)
    again.seek(10**9)
    assert again.step == FIRST + 10
    assert again.look() == mixed.pictures[FIRST + 10]
    with pytest.raises(UnplayableRunError, match="nothing to show of it yet"):
        mixed.watch(reach=0)


def test_what_the_present_rules_played_is_simulated_alone_without_renders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mixed = Mixed(tmp_path)
    monkeypatch.setattr(run_reader, "RULES", RULES + 1)
    playback = mixed.watch().playback
    assert isinstance(playback, Playback)
    assert playback.step == FIRST


@pytest.mark.parametrize(
    ("reason", "told"),
    [("room", "no room was left to keep its pictures"), ("failed", "could not be made")],
)
def test_a_run_without_renders_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reason: str, told: str
) -> None:
    mixed = Mixed(tmp_path)
    write(tmp_path, Unrendered(mixed.run, RULES, "room" if reason == "room" else "failed"))
    monkeypatch.setattr(run_reader, "RULES", RULES + 2)
    by = f"by rules {RULES} and {RULES + 1}, this version plays by {RULES + 2}"
    with pytest.raises(UnplayableRunError, match=f"{by}, and .*{told}"):
        mixed.watch()
