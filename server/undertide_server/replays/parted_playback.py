"""A run of several versions of the rules, shown part by part.

The part that the present rules played is simulated, the others are shown from their renders. Steps
of which there is neither are passed over.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from undertide_server.replays.errors import UnplayableRunError
from undertide_server.replays.playback import Playback, timeline_of
from undertide_server.replays.rendered_playback import RenderedPlayback
from undertide_server.replays.renders import RunRenders
from undertide_server.replays.run_reader import Extent, Goal, RunReader
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.renders import RenderedStretch
from undertide_server.worldgen.game.repertoire import Repertoire
from undertide_shared.messages import Replaying, Timeline

PartPlayback = Playback | RenderedPlayback


class ShownPart(NamedTuple):
    """A part of a run: its first step, and what makes its playback up to a step."""

    first: int
    make: Callable[[int | None], PartPlayback]


class PartedPlayback:
    """The position and the view of one viewer in a run of several parts, which come in order.

    It goes up to the step `reach`, if given. All methods raise UnplayableRunError if the run proves
    to be damaged.
    """

    def __init__(self, parts: list[ShownPart], reach: int | None = None) -> None:
        self._hidden = parts
        """Parts of which nothing may be shown yet."""
        self._parts: list[PartPlayback] = []
        self._uncover(reach)
        if not self._parts:
            raise UnplayableRunError("there is nothing to show of it yet")
        self._now = self._parts[0]
        self._seat: int | None = None
        self.first_tick = self._now.first_tick
        """The ticks of the run before the first step that can be shown."""
        self.first_elapsed = self._now.first_elapsed
        """The milliseconds of real time likewise."""

    @property
    def extent(self) -> Extent:
        """How far the run has come."""
        return self._parts[-1].extent

    @property
    def live(self) -> bool:
        """Whether more of the run may be shown later."""
        return self.extent.live or bool(self._hidden)

    @property
    def step(self) -> int:
        """The step after which the run is shown."""
        return self._now.step

    @property
    def ticks(self) -> int:
        """The total ticks of the run at that step."""
        return self._now.ticks

    @property
    def elapsed(self) -> int:
        """The milliseconds of real time that the run had taken at that step."""
        return self._now.elapsed

    @property
    def at_end(self) -> bool:
        """Whether no further step may be shown now."""
        return self._now is self._parts[-1] and self._now.at_end

    def greeting(self) -> Replaying:
        """Return the first message to a viewer."""
        return self._parts[-1].greeting()

    def timeline(self) -> Timeline:
        """Return the reach of the replay, with as many landmarks as fit into a message."""
        timeline = timeline_of(self.extent, self.first_tick, self.first_elapsed)
        return replace(timeline, live=self.live)

    # --- position -----------------------------------------------------------------------------

    def reach(self, bound: int | None) -> bool:
        """Look again how far the run has come; return whether that has changed."""
        changed = [part.reach(bound) for part in self._parts]
        return self._uncover(bound) or any(changed)

    def _uncover(self, bound: int | None) -> bool:
        """Add the parts that may be shown by now; return whether there are any."""
        shown = [part for part in self._hidden if bound is None or part.first <= bound]
        self._hidden = self._hidden[len(shown) :]
        self._parts += [part.make(bound) for part in shown]
        return bool(shown)

    def seek(self, goal: Goal) -> None:
        """Go to the first step at or after a moment of the run, or to the last visible step.

        Of steps at one real time it is the one that the goal means.
        """
        extents = [(part, part.extent) for part in self._parts]
        holding = (part for part, end in extents if goal.is_reached(end.ticks, end.elapsed))
        self._enter(next(holding, self._parts[-1]))
        self._now.seek(goal)
        for part in self._parts[self._parts.index(self._now) + 1 :]:
            if not goal.wants_last or not self._now.at_end or part.first_elapsed != self.elapsed:
                break
            self._enter(part)
            part.seek(goal)

    def go(self, steps: int) -> None:
        """Go a number of steps forward, or back if it is negative."""
        goal = self.step + steps
        holding = (part for part in self._parts if part.extent.last >= goal)
        self._enter(next(holding, self._parts[-1]))
        self._now.go(goal - self._now.step)

    def advance(self) -> float:
        """Take the next step; return the seconds of real time until the one after it.

        The first step of the next part follows the last step of a part. There must be a further
        step.
        """
        if not self._now.at_end:
            return self._now.advance()
        self._enter(self._parts[self._parts.index(self._now) + 1])
        self._now.restart()
        return 0.0

    def _enter(self, part: PartPlayback) -> None:
        """Turn to a part, with the eyes that the viewer wants."""
        if part is not self._now:
            self._now = part
            if self._seat in _seats(part):
                part.prefer(self._seat)
            part.resync()

    # --- views --------------------------------------------------------------------------------

    def follow(self, seat: int | None) -> None:
        """Look through the eyes of a seat's hero, or the party's. Raises RequestRefusedError."""
        self._now.follow(seat)
        self._seat = seat

    def prefer(self, seat: int | None) -> None:
        """Look through the eyes of a seat's hero while it lives.

        Raises RequestRefusedError if nobody ever had that seat.
        """
        if seat not in _seats(self._parts[-1]):
            raise RequestRefusedError("unknown_seat", f"nobody had seat {seat}")
        self._seat = seat
        if seat in _seats(self._now):
            self._now.prefer(seat)

    def resync(self) -> None:
        """Make the next frame a keyframe."""
        self._now.resync()

    def frames(self) -> list[bytes]:
        """Return the frames that bring the viewer up to date."""
        return self._now.frames()


def _seats(part: PartPlayback) -> set[int | None]:
    """Return the seats that a part may show; None stands for the party."""
    return {None, *(seat.number for seat in part.extent.seats)}


def playback_of(
    store: StoreAddress,
    run: str,
    repertoire: Repertoire,
    reach: int | None,
    on_step: Callable[[], None] = lambda: None,
) -> Playback | PartedPlayback:
    """Return what shows a run, up to the step `reach` if given.

    `on_step` is called for each step that is simulated.

    Raises UnplayableRunError if it can neither be simulated nor shown from renders.
    """
    try:
        source = RunReader(store, run, repertoire, on_step=on_step)
    except UnplayableRunError as fault:
        renders = RunRenders(store, run)
        parts = list(_rendered_parts(renders))
        if not parts:
            raise UnplayableRunError(f"{fault.reason}, and {renders.why}") from fault
        return PartedPlayback(parts, reach)
    renders = RunRenders(store, run)
    others = list(_rendered_parts(renders, source))
    if not others:
        return Playback(source, reach)
    simulated = ShownPart(source.first, lambda bound: Playback(source, bound))
    return PartedPlayback(sorted([*others, simulated], key=lambda part: part.first), reach)


def _rendered_parts(renders: RunRenders, source: RunReader | None = None) -> Iterator[ShownPart]:
    """Yield the stretches that follow each other, but for what a reader of the run simulates."""
    group: list[RenderedStretch] = []
    for stretch in renders.stretches:
        if source is not None and _simulates(source, stretch):
            continue
        if group and stretch.first != group[-1].last + 1:
            yield _rendered_part(renders, group)
            group = []
        group.append(stretch)
    if group:
        yield _rendered_part(renders, group)


def _simulates(source: RunReader, stretch: RenderedStretch) -> bool:
    """Return whether a reader of the run can show a rendered stretch, too."""
    return stretch.last > source.first and (source.end is None or stretch.first <= source.end)


def _rendered_part(renders: RunRenders, group: list[RenderedStretch]) -> ShownPart:
    return ShownPart(group[0].first, lambda bound: RenderedPlayback(renders, group, bound))
