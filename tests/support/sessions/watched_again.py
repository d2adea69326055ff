"""A kept run and what was seen of it while it was played, and somebody who watches it again."""

from pathlib import Path
from typing import Generic, TypeVar

import pytest

from support.sessions import spectated as session_spectated
from support.sessions.spectated import BEAT, Eyes, Spectated, spectated
from undertide_server.replays.parted_playback import PartedPlayback
from undertide_server.replays.playback import Playback
from undertide_server.replays.rendered_playback import RenderedPlayback
from undertide_server.replays.run_reader import Goal
from undertide_server.sessions.durability import journal_writer
from undertide_shared.messages import Pace

KEEP_EVERY = 60
"""Steps between two snapshots of the runs here, so that short runs have some."""
LONGEST = 3000
"""Steps: those of a frail hero's life are far fewer."""
FRAIL, HARDY = 12, 1_000_000
"""Life of heroes that die soon, and of those that never do."""


Shown = TypeVar("Shown", bound=Playback | RenderedPlayback | PartedPlayback)


class WatchedAgain(Generic[Shown]):
    """Watches a playback, and knows what it has seen of it."""

    def __init__(self, playback: Shown, seat: int | None = None) -> None:
        self.playback = playback
        self.playback.prefer(seat)
        self.eyes = Eyes()
        self.look()

    @property
    def step(self) -> int:
        """The step that is shown."""
        return self.playback.step

    def look(self) -> object:
        """Take the frames that are there, and return the picture."""
        for frame in self.playback.frames():
            self.eyes.take(frame)
        return self.eyes.picture

    def advance(self) -> object:
        """Take a step, and return the picture."""
        self.playback.advance()
        return self.look()

    def seek(self, tick: int, elapsed: int | None = None) -> object:
        """Go to a tick or a moment of real time, and return the picture."""
        self.playback.seek(Goal(tick, elapsed))
        return self.look()

    def go_to(self, step: int) -> object:
        """Go to a step, and return the picture."""
        self.playback.go(step - self.step)
        return self.look()

    def moments(self) -> dict[int, int]:
        """Play on to the end; return the milliseconds of real time after each step from here on."""
        moments = {self.step: self.playback.elapsed}
        while not self.playback.at_end:
            self.advance()
            moments[self.step] = self.playback.elapsed
        return moments


class Kept:
    """A run in a folder, and what was seen of it while it was played."""

    def __init__(
        self, folder: Path, pace: Pace, heroes: int, life: int, steps: int, beat: float = BEAT
    ) -> None:
        self.folder = folder
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(journal_writer, "SNAPSHOT_EVERY", KEEP_EVERY)
            patch.setattr(session_spectated, "BEAT", beat)
            with spectated(folder, pace, heroes, life) as live:
                live.play(steps)
        self.live: Spectated = live
        self.run = live.run
        self.ticks = live.session.run.progress.ticks

    def picture(self, seat: int | None, step: int) -> object:
        """Return what was seen from a seat after a step."""
        return self.live.pictures[seat][step]


def check_jumps_by_real_time(again: WatchedAgain[Shown], kept: Kept) -> None:
    """Check that each jump shows all that happened at its moment, and the beginning only itself.

    The run is one whose steps are quicker than replays tell moments apart.
    """
    moments = again.moments()
    shared = [one for one in set(moments.values()) - {0} if [*moments.values()].count(one) > 1]
    assert len(shared) > 3
    for moment in shared:
        again.seek(0, moment)
        assert again.step == max(step for step in moments if moments[step] == moment), moment
        assert again.look() == kept.picture(None, again.step)
    again.seek(0, 0)
    assert again.step == min(moments)
