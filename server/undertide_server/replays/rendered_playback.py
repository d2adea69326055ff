"""A part of a run shown from its renders, from any step to any other, without its rules."""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from undertide_server.replays.renders import HeroSpan, RenderFacts, RunRenders, ShownFrame
from undertide_server.replays.run_reader import Extent, Goal, pause_between
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.store.renders import RenderedStretch
from undertide_server.views.view import PARTY
from undertide_shared.messages import Replaying
from undertide_shared.time import milliseconds_of

NOTHING: Final = -1
"""The eyes of a viewer that looks through none yet."""


class RenderedPlayback:
    """The position and the view of one viewer in rendered stretches that follow each other.

    `reach` is the last step that may be shown; None means all of them. All methods raise
    UnplayableRunError if the renders prove to be damaged.
    """

    def __init__(
        self, renders: RunRenders, stretches: Sequence[RenderedStretch], reach: int | None = None
    ) -> None:
        self._renders = renders
        self._stretches = list(stretches)
        self.first = self._stretches[0].first
        """The first step that can be shown."""
        self.first_tick = renders.facts(self.first).ticks_before
        """The ticks of the run before that step."""
        self.first_elapsed = renders.facts(self.first).elapsed_at(self.first)
        """The milliseconds of real time until that step."""
        self._reach = reach
        self.step = self.first
        """The step after which the run is shown."""
        self._seat: int | None = None
        self._eyes = NOTHING
        self._wants_keyframe = True
        self._frames: list[bytes] = []
        """Frames that the viewer has not been given yet."""
        self.restart()

    @property
    def last(self) -> int:
        """The last step that may be shown."""
        last = self._stretches[-1].last
        return last if self._reach is None else min(last, self._reach)

    @property
    def ticks(self) -> int:
        """The total ticks of the run after the step that is shown."""
        return self.ticks_at(self.step)

    @property
    def elapsed(self) -> int:
        """The milliseconds of real time that the run had taken at that step."""
        return self.elapsed_at(self.step)

    @property
    def at_end(self) -> bool:
        """Whether no further step may be shown now."""
        return self.step >= self.last

    @property
    def extent(self) -> Extent:
        """How far these stretches can be shown now."""
        last, ticks = self.last, self.ticks_at(self.last)
        taken = {hero.seat for hero in _come(self._facts(last).heroes, last)}
        return Extent(
            last,
            ticks,
            live=last < self._stretches[-1].last,
            landmarks=tuple(each for each in self._renders.landmarks if each.tick <= ticks),
            seats=tuple(seat for seat in self._renders.seats if seat.number in taken),
            elapsed=self.elapsed_at(last),
        )

    def greeting(self) -> Replaying:
        """Return the first message to a viewer."""
        greeting, seats = self._facts(self.last).greeting, self.extent.seats
        shown = {seat.number for seat in seats}
        return replace(greeting, seats=[each for each in greeting.seats if each.seat in shown])

    def ticks_at(self, step: int) -> int:
        """Return the total ticks of the run after a step."""
        return self._facts(step).ticks_at(step)

    def elapsed_at(self, step: int) -> int:
        """Return the milliseconds of real time that the run had taken after a step."""
        return self._facts(step).elapsed_at(step)

    # --- position -----------------------------------------------------------------------------

    def reach(self, bound: int | None) -> bool:
        """Show no step after `bound`, if there is one; return whether more is visible now.

        Visible steps stay visible.
        """
        before = self.last
        self._reach = None if bound is None else max(bound, before)
        return self.last != before

    def restart(self) -> None:
        """Go to the first step."""
        self._jump_to(self.first)

    def seek(self, goal: Goal) -> None:
        """Go to the first step at or after a moment of the run, or to the last visible step.

        Of steps at one real time it is the one that the goal means.
        """
        holding = (each for each in self._stretches if goal.is_reached(each.ticks, each.elapsed))
        stretch = next(holding, self._stretches[-1])
        step = self._renders.facts(stretch.first).step_at(goal)
        while goal.wants_last and self._next_is_simultaneous(step):
            step += 1
        self._jump_to(step)

    def _next_is_simultaneous(self, step: int) -> bool:
        """Whether there is a step after `step`, and it was taken at the same real time."""
        if step >= self.last or not self._facts(step + 1).waits:
            return False
        return self.elapsed_at(step + 1) == self.elapsed_at(step)

    def go(self, steps: int) -> None:
        """Go a number of steps forward, or back if it is negative."""
        goal = min(max(self.step + steps, self.first), self.last)
        if goal == self.step + 1:
            self.advance()
        elif goal != self.step:
            self._jump_to(goal)

    def advance(self) -> float:
        """Take the next step; return the seconds of real time until the one after it.

        Long pauses are shortened. There must be a further step.
        """
        self.step += 1
        facts = self._facts(self.step)
        if not self._wants_keyframe:
            self._frames += self._frames_of(facts, self.step)
        self._turn_to(self._wanted_eyes(facts))
        return self._pause(facts)

    def _pause(self, facts: RenderFacts) -> float:
        """Return the seconds until the next step, after one of these facts."""
        if not facts.waits:
            return milliseconds_of(facts.clocks[self.step - facts.after - 1]) / 1000
        if self.at_end:
            return 0.0
        return pause_between(facts.elapsed_at(self.step), self.elapsed_at(self.step + 1))

    def _frames_of(self, facts: RenderFacts, step: int) -> list[bytes]:
        """Return what the viewer's view showed in a step."""
        frames: list[ShownFrame] = self._renders.frames(facts.after + 1, self._eyes)
        return [each.data for each in frames if each.step == step]

    def _jump_to(self, step: int) -> None:
        self.step = min(max(step, self.first), self.last)
        self._frames.clear()
        self._turn_to(self._wanted_eyes(self._facts(self.step)))
        self.resync()

    def _facts(self, step: int) -> RenderFacts:
        return self._renders.facts(self._stretch(step).first)

    def _stretch(self, step: int) -> RenderedStretch:
        return next(each for each in self._stretches if step <= each.last)

    # --- views --------------------------------------------------------------------------------

    def follow(self, seat: int | None) -> None:
        """Look through the eyes of a seat's hero, or the party's. Raises RequestRefusedError."""
        if seat is not None:
            self._check_hero(seat)
        self.prefer(seat)

    def prefer(self, seat: int | None) -> None:
        """Look through the eyes of a seat's hero while it lives, else the party's."""
        self._seat = seat
        self._eyes = self._wanted_eyes(self._facts(self.step))
        self.resync()

    def _check_hero(self, seat: int) -> None:
        """Raise RequestRefusedError if a seat has no living hero now."""
        hero = self._hero(self._facts(self.step), seat)
        if hero is None:
            raise RequestRefusedError("unknown_seat", f"there is no hero in seat {seat} now")
        if not hero.lives_at(self.step):
            raise RequestRefusedError("unknown_seat", f"{hero.name} has died")

    def _hero(self, facts: RenderFacts, seat: int) -> HeroSpan | None:
        """Return the latest hero of a seat so far."""
        heroes = [each for each in _come(facts.heroes, self.step) if each.seat == seat]
        return heroes[-1] if heroes else None

    def _wanted_eyes(self, facts: RenderFacts) -> int:
        """Return the entity of the wanted hero while it lives, else the party's."""
        hero = None if self._seat is None else self._hero(facts, self._seat)
        return hero.entity if hero is not None and hero.lives_at(self.step) else PARTY

    def _turn_to(self, eyes: int) -> None:
        if eyes != self._eyes:
            self._eyes = eyes
            self._wants_keyframe = True

    def resync(self) -> None:
        """Make the next frame a keyframe."""
        self._frames.clear()
        self._wants_keyframe = True

    def frames(self) -> list[bytes]:
        """Return the frames that bring the viewer up to date."""
        if self._wants_keyframe:
            keyframe = self._keyframe()
            if keyframe is not None:
                self._frames.append(keyframe)
                self._wants_keyframe = False
        frames, self._frames = self._frames, []
        return frames

    def _keyframe(self) -> bytes | None:
        """Return a keyframe of the view, with its last picture if it shows none any more."""
        stretch = self._stretch(self.step)
        found = self._renders.keyframe(stretch.first, self._eyes, self.step)
        before = self._stretches.index(stretch) - 1
        if found is None and before >= 0:
            last = self._stretches[before]
            return self._renders.keyframe(last.first, self._eyes, last.last)
        return found


def _come(heroes: Iterable[HeroSpan], step: int) -> list[HeroSpan]:
    """Return the heroes that had come by a step."""
    return [each for each in heroes if each.since <= step]
