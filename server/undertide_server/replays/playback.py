"""A stored run, played again to one viewer from any step to any other.

It shows through the views of a live session, so nothing can be seen that no hero knew. The same
step gives the same picture, however it was come to.
"""

from typing import Final

from undertide_server.replays.errors import UnplayableRunError
from undertide_server.replays.paces import Paces
from undertide_server.replays.tape import Extent, Tape
from undertide_server.sessions.broadcast.audience import PARTY, Audience
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.summary import tile_looks
from undertide_server.simulation.components.actors import Actor
from undertide_server.simulation.components.heroes import Hero
from undertide_server.simulation.mechanics.seats import hero_of_seat
from undertide_server.simulation.pipeline import step
from undertide_server.simulation.state.run import Run
from undertide_shared.codec import encode
from undertide_shared.limits import MAX_LANDMARKS, MAX_SERVER_MESSAGE
from undertide_shared.messages import Replaying, SeatInfo, Timeline
from undertide_shared.time import TICK_SECONDS

VIEWER: Final = 1
"""The member of the audience for whom the run is played."""
NOBODY: Final = 0
"""A member that always looks through the party's eyes, so that whoever turns to that view finds its
log, and what it showed last of a party that is no more."""
RUN_UP: Final = 100
"""Steps that are played before the one that was jumped to, at least: ten seconds of real time, so
that the log tells how it came to what is shown."""


class Playback:
    """Where a viewer is in a run, and through whose eyes it looks.

    It begins with the first step, up to the step `reach` where there is one. All methods raise
    Unplayable when the run turns out to be damaged.
    """

    def __init__(self, tape: Tape, reach: int | None = None) -> None:
        self.extent: Extent = tape.extent(reach)
        self._tape = tape
        self._seat: int | None = None
        """Whose eyes were asked for: they are looked through while that hero lives."""
        self._eyes = PARTY
        if self.extent.last < tape.first:
            raise UnplayableRunError("nothing of it can be shown yet")
        self._begin(tape.run_at(0))
        self.first_tick = self.ticks
        """The ticks of the run before the first step that can be shown."""
        self._pass_steps(tape.first)

    @property
    def step(self) -> int:
        """The step after which the run is shown."""
        return self._run.progress.step

    @property
    def ticks(self) -> int:
        """The run's ticks in all by then."""
        return self._run.progress.ticks

    @property
    def at_end(self) -> bool:
        """Whether no further step may be shown now."""
        return self.step >= self.extent.last

    # --- what the viewer is told of the run ---------------------------------------------------

    def greeting(self) -> Replaying:
        """Return what a viewer is told first."""
        header, game = self._tape.header, self._tape.game
        colours = game.ruleset.heroes.colours
        seats = [
            SeatInfo(seat.number, seat.name, colours[seat.number % len(colours)], connected=False)
            for seat in self.extent.seats
        ]
        looks, subtitle = tile_looks(game.terrain), game.variety.subtitle
        return Replaying(header.run, header.session, header.preset, looks, seats, subtitle)

    def timeline(self) -> Timeline:
        """Return how far the replay reaches, with as many landmarks as a message can hold."""
        extent = self.extent
        marks = [each for each in extent.landmarks if each.tick >= self.first_tick]
        marks = marks[-MAX_LANDMARKS:]
        while True:
            timeline = Timeline(self.first_tick, extent.ticks, extent.live, marks)
            if len(encode(timeline)) <= MAX_SERVER_MESSAGE:
                return timeline
            marks = marks[(len(marks) + 1) // 2 :]

    # --- where it is --------------------------------------------------------------------------

    def reach(self, bound: int | None) -> bool:
        """Look again how far the run has come, up to the step `bound`; whether that has changed.

        What could be shown once can be shown on: a bound that lies further back changes nothing.
        """
        bound = None if bound is None else max(bound, self.extent.last)
        before, self.extent = self.extent, self._tape.extent(bound)
        return before != self.extent

    def seek(self, tick: int) -> None:
        """Go to the first step at or after a tick of the run, or to the last that may be shown."""
        begun = self._within(self._tape.step_before(tick))
        self._jump_to(begun, run_up=0)
        while self.ticks < tick and not self.at_end:
            self._pass_step()
        self.resync()
        if self.step - begun < RUN_UP:
            self._jump_to(self.step)

    def go(self, steps: int) -> None:
        """Go so many steps on; below 0: back."""
        goal = self._within(self.step + steps)
        if goal == self.step + 1:
            self.advance()
        elif goal != self.step:
            self._jump_to(goal)

    def advance(self) -> float:
        """Take the next step; return how long it lasted, in seconds of the run's own time.

        That is how long the floor took that moved most in it. There must be a further step.
        """
        run, inputs = self._run, self._tape.inputs(self.step + 1)
        clocks = {entity: floor.state.clock for entity, floor in run.index.floors.items()}
        events = step(run, inputs)
        self._paces.note(inputs)
        if events:
            self._meet_new_heroes()
            self._audience.note_events(run, events)
        places = run.index.floors
        moved = [places[entity].state.clock - clock for entity, clock in clocks.items()]
        return TICK_SECONDS * max(moved, default=0)

    def _within(self, step: int) -> int:
        """Return the step nearest to `step` that may be shown."""
        return min(max(step, self._tape.first), self.extent.last)

    def _jump_to(self, goal: int, run_up: int = RUN_UP) -> None:
        """Show a step anew, coming from an earlier one whose state is kept."""
        self._run.world.close()
        self._begin(self._tape.run_at(max(0, goal - run_up)))
        self._pass_steps(max(goal, self._tape.first))

    def _begin(self, run: Run) -> None:
        """Go on with a run of which nothing was shown yet."""
        self._run, self._audience = run, Audience()
        self._paces = Paces(self._tape.header.pace)
        self._open_views()
        self._audience.add(NOBODY, PARTY)
        self._turn_to(self._wanted_eyes())

    def _pass_steps(self, last: int) -> None:
        """Take the steps up to `last`, and then let the viewer have a keyframe."""
        while self.step < last:
            self._pass_step()
        self.resync()

    def _pass_step(self) -> None:
        """Take a step, and make frames of it that nobody gets: logs go on as if it was seen."""
        self.advance()
        self.frames()

    # --- what it shows ------------------------------------------------------------------------

    def follow(self, seat: int | None) -> None:
        """Look through the eyes of a seat's hero, or the party's. Raises RequestRefusedError.

        Once that hero has died the party's eyes are looked through, and before it came.
        """
        if seat is not None:
            self._check_hero(seat)
        self.prefer(seat)

    def prefer(self, seat: int | None) -> None:
        """Look through the eyes of a seat's hero as soon, and as long, as it lives.

        Raises RequestRefusedError when nobody ever had that seat.
        """
        if seat is not None and seat not in {each.number for each in self.extent.seats}:
            raise RequestRefusedError("unknown_seat", f"nobody had seat {seat}")
        self._seat = seat
        self._turn_to(self._wanted_eyes())

    def _wanted_eyes(self) -> int:
        """Return the entity of the hero that was asked for while it lives, else the party's."""
        entity = None if self._seat is None else hero_of_seat(self._run, self._seat)
        if entity is None or self._run.world.get(entity, Hero).fate:
            return PARTY
        return entity

    def _turn_to(self, eyes: int) -> None:
        self._eyes = eyes
        self._audience.add(VIEWER, eyes)

    def _meet_new_heroes(self) -> None:
        """Open the views of heroes that have come, and turn to the one that is waited for.

        From one that has died `Audience` turns away.
        """
        self._open_views()
        eyes = self._wanted_eyes()
        if eyes not in {PARTY, self._eyes}:
            self._turn_to(eyes)

    def _open_views(self) -> None:
        for entity, hero in self._run.world.each(Hero):
            if not hero.fate:
                self._audience.open_view(entity)

    def _check_hero(self, seat: int) -> None:
        """Raise Refused when a seat has no living hero now."""
        entity = hero_of_seat(self._run, seat)
        if entity is None:
            raise RequestRefusedError("unknown_seat", f"there is no hero in seat {seat} now")
        if self._run.world.get(entity, Hero).fate:
            name = self._run.world.get(entity, Actor).name
            raise RequestRefusedError("unknown_seat", f"{name} has died")

    def resync(self) -> None:
        """Let the next frame be a keyframe."""
        self._audience.want_keyframe(VIEWER)

    def frames(self) -> list[bytes]:
        """Return the frames that bring the viewer up to date."""
        parcels = self._audience.make_frames(self._run, self._paces.statuses(self._run))
        return [parcel.data for parcel in parcels if VIEWER in parcel.members]
