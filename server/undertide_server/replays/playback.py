"""A stored run, played again to one viewer from any step to any other.

It uses the views of a live session, so it shows nothing that no hero knew. The same step gives the
same picture, whatever the way to it. The pace of each floor follows from its state and inputs.
"""

from collections.abc import Iterable
from itertools import product
from typing import Final, get_args

from undertide_server.replays.errors import UnplayableRunError
from undertide_server.replays.run_reader import Extent, Goal, RunReader, pause_between
from undertide_server.sessions.broadcast.audience import Audience
from undertide_server.sessions.clock.pace import wanted_pace
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.legend import legend_of
from undertide_server.simulation.components.actors import Actor
from undertide_server.simulation.components.heroes import Hero
from undertide_server.simulation.mechanics.seats import hero_of_seat
from undertide_server.simulation.pipeline import step
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.inputs import Input, Ticked, Turned
from undertide_server.simulation.state.run import Run
from undertide_server.store.records import Header, SeatRecord
from undertide_server.views.view import PARTY
from undertide_server.worldgen.game.game import Game
from undertide_shared.codec import encode
from undertide_shared.limits import MAX_LANDMARKS, MAX_SERVER_MESSAGE
from undertide_shared.messages import Pace, PaceMode, PaceStatus, Replaying, SeatInfo, Timeline
from undertide_shared.time import milliseconds_of

STATUSES: Final[dict[tuple[PaceMode, bool], PaceStatus]] = {
    (mode, slow): PaceStatus(mode, slow=slow)
    for mode, slow in product(get_args(PaceMode), (False, True))
}
"""One status for each mode and speed, always the same object, because views compare them by
identity."""


class Paces:
    """The paces of a replay's floors.

    `choice` is the session's chosen pace. It decides the modes, except that a floor on which a hero
    was alone stays in turns for a moment when company comes. `in_turns` are the branches whose last
    move was a turn. `slow_below` is the percent of life below which a hero slows its floor.
    """

    def __init__(self, choice: Pace, in_turns: Iterable[int] = (), slow_below: int = 0) -> None:
        self._choice: Pace = choice
        self._slow_below = slow_below
        self._in_turns = set(in_turns)

    @property
    def in_turns(self) -> list[int]:
        """The branches whose last move was a turn."""
        return sorted(self._in_turns)

    def record_moves(self, inputs: Iterable[Input]) -> None:
        """Note how the inputs of a step moved floors."""
        for given in inputs:
            if isinstance(given, Turned):
                self._in_turns.add(given.branch)
            elif isinstance(given, Ticked):
                self._in_turns.discard(given.branch)

    def statuses(self, run: Run) -> dict[int, PaceStatus]:
        """Return the pace of each branch with heroes."""
        places = [floor for floor in run.index.floors.values() if floor.heroes]
        return {floor.state.branch: self._status(floor) for floor in places}

    def _status(self, floor: FloorIndex) -> PaceStatus:
        wanted = wanted_pace(self._choice, floor.heroes.values(), self._slow_below)
        if wanted.mode == "real" and floor.state.branch in self._in_turns:
            return STATUSES["solo", False]
        return STATUSES[wanted]


VIEWER: Final = 1
"""The member of the audience that stands for the viewer."""
NOBODY: Final = 0
"""A member that always looks through the party's eyes. It keeps that view's log going, and its last
picture even after the whole party has died."""
RUN_UP: Final = 100
"""The least steps played before the target of a jump: some twenty seconds of real time, so that the
log tells what led to the picture."""


class Playback:
    """The position and the view of one viewer in a run.

    It starts at the first step and goes up to the step `reach`, if given. All methods raise
    UnplayableRunError if the run proves to be damaged.
    """

    def __init__(self, source: RunReader, reach: int | None = None) -> None:
        self.extent: Extent = source.extent(reach)
        self._source = source
        self._seat: int | None = None
        """The wanted seat: the viewer looks through its hero's eyes while that lives."""
        self._eyes = PARTY
        if self.extent.last < source.first:
            raise UnplayableRunError("there is nothing to show of it yet")
        self._begin(source.run_at(0))
        self.first_tick = self.ticks
        """The ticks of the run before the first step that can be shown."""
        self.first_elapsed = self.elapsed
        """The milliseconds of real time likewise."""
        self._pass_steps(source.first)

    @property
    def first(self) -> int:
        """The first step that can be shown."""
        return self._source.first

    @property
    def step(self) -> int:
        """The step after which the run is shown."""
        return self.run.progress.step

    @property
    def ticks(self) -> int:
        """The total ticks of the run at that step."""
        return self.run.progress.ticks

    @property
    def elapsed(self) -> int:
        """The milliseconds of real time that the run had taken at that step."""
        return self._source.elapsed(self.step, self.ticks)

    @property
    def at_end(self) -> bool:
        """Whether no further step may be shown now."""
        return self.step >= self.extent.last

    @property
    def live(self) -> bool:
        """Whether more of the run may be shown later."""
        return self.extent.live

    # --- messages about the run ---------------------------------------------------------------

    def greeting(self) -> Replaying:
        """Return the first message to a viewer."""
        source = self._source
        return greeting_of(
            source.header, source.game, self.extent.seats, source.tempo.ticks_per_second
        )

    def timeline(self) -> Timeline:
        """Return the reach of the replay, with as many landmarks as fit into a message."""
        return timeline_of(self.extent, self.first_tick, self.first_elapsed)

    # --- position -----------------------------------------------------------------------------

    def reach(self, bound: int | None) -> bool:
        """Look again how far the run has come; return whether that has changed.

        `bound` is the last step that may be shown, if there is a limit. Visible steps stay visible:
        an earlier bound changes nothing.
        """
        bound = None if bound is None else max(bound, self.extent.last)
        before, self.extent = self.extent, self._source.extent(bound)
        return before != self.extent

    def seek(self, goal: Goal) -> None:
        """Go to the first step at or after a moment of the run, or to the last visible step.

        Of steps at one real time it is the one that the goal means.
        """
        begun = self._within(self._source.step_before(goal))
        self._jump_to(begun, run_up=0)
        while not (goal.is_reached(self.ticks, self.elapsed) or self.at_end):
            self._pass_step()
        while goal.wants_last and self._next_is_simultaneous():
            self._pass_step()
        self.resync()
        if self.step - begun < RUN_UP:
            self._jump_to(self.step)

    def go(self, steps: int) -> None:
        """Go a number of steps forward, or back if it is negative."""
        goal = self._within(self.step + steps)
        if goal == self.step + 1:
            self.advance()
        elif goal != self.step:
            self._jump_to(goal)

    def advance(self) -> float:
        """Take the next step; return the seconds of real time until the one after it.

        Long pauses are shortened. There must be a further step.
        """
        run, inputs = self.run, self._source.inputs(self.step + 1)
        clocks = {entity: floor.state.clock for entity, floor in run.index.floors.items()}
        events = step(run, inputs)
        self._paces.record_moves(inputs)
        if events:
            self._meet_new_heroes()
            self._audience.note_events(run, events)
        places = run.index.floors
        moved = [places[entity].state.clock - clock for entity, clock in clocks.items()]
        return self._pause(max(moved, default=0))

    def _pause(self, ticks: int) -> float:
        """Return the seconds until the next step, after one in which a floor moved some ticks."""
        before = self._source.record(self.step).elapsed
        after = None if self.at_end else self._source.record(self.step + 1).elapsed
        if before is None:
            return milliseconds_of(ticks) / 1000
        return 0.0 if after is None else pause_between(before, after)

    def _next_is_simultaneous(self) -> bool:
        """Whether there is a next step, and it was taken at the real time of this one."""
        return not self.at_end and self._source.record(self.step + 1).elapsed == self.elapsed

    def _within(self, step: int) -> int:
        """Return the visible step nearest to `step`."""
        return min(max(step, self._source.first), self.extent.last)

    def _jump_to(self, goal: int, run_up: int = RUN_UP) -> None:
        """Show a step again, played from an earlier snapshot at least `run_up` steps before."""
        self.run.world.close()
        self._begin(self._source.run_at(max(0, goal - run_up)))
        self._pass_steps(max(goal, self._source.first))

    def _begin(self, run: Run) -> None:
        """Switch to a run of which nothing was shown yet."""
        self.run: Run = run
        """The run as it is after `step`."""
        tempo = self._source.tempo
        self._audience = Audience(ticks_per_second=tempo.ticks_per_second)
        self._paces = Paces(self._source.header.pace, slow_below=tempo.slow_below)
        self._open_views()
        self._audience.add(NOBODY, PARTY)
        self._turn_to(self._wanted_eyes())

    def _pass_steps(self, last: int) -> None:
        """Take the steps up to `last`, then give the viewer a keyframe."""
        while self.step < last:
            self._pass_step()
        self.resync()

    def _pass_step(self) -> None:
        """Take a step and discard its frames, so that logs go on as if somebody watched."""
        self.advance()
        self.frames()

    # --- views --------------------------------------------------------------------------------

    def follow(self, seat: int | None) -> None:
        """Look through the eyes of a seat's hero, or the party's. Raises RequestRefusedError.

        Before that hero comes and after it has died, the viewer looks through the party's eyes.
        """
        if seat is not None:
            self._check_hero(seat)
        self.prefer(seat)

    def restart(self) -> None:
        """Go to the first step that can be shown."""
        self._jump_to(self._source.first)

    def prefer(self, seat: int | None) -> None:
        """Look through the eyes of a seat's hero while it lives.

        Raises RequestRefusedError if nobody ever had that seat.
        """
        if seat is not None and seat not in {each.number for each in self.extent.seats}:
            raise RequestRefusedError("unknown_seat", f"nobody had seat {seat}")
        self._seat = seat
        self._turn_to(self._wanted_eyes())

    def _wanted_eyes(self) -> int:
        """Return the entity of the wanted hero while it lives, else the party's."""
        entity = None if self._seat is None else hero_of_seat(self.run, self._seat)
        if entity is None or self.run.world.get(entity, Hero).fate:
            return PARTY
        return entity

    def _turn_to(self, eyes: int) -> None:
        self._eyes = eyes
        self._audience.add(VIEWER, eyes)

    def _meet_new_heroes(self) -> None:
        """Open the views of new heroes, and switch to the wanted hero.

        `Audience` moves viewers away from a dead hero.
        """
        self._open_views()
        eyes = self._wanted_eyes()
        if eyes not in {PARTY, self._eyes}:
            self._turn_to(eyes)

    def _open_views(self) -> None:
        for entity, hero in self.run.world.each(Hero):
            if not hero.fate:
                self._audience.open_view(entity)

    def _check_hero(self, seat: int) -> None:
        """Raise RequestRefusedError if a seat has no living hero now."""
        entity = hero_of_seat(self.run, seat)
        if entity is None:
            raise RequestRefusedError("unknown_seat", f"there is no hero in seat {seat} now")
        if self.run.world.get(entity, Hero).fate:
            name = self.run.world.get(entity, Actor).name
            raise RequestRefusedError("unknown_seat", f"{name} has died")

    def resync(self) -> None:
        """Make the next frame a keyframe."""
        self._audience.want_keyframe(VIEWER)

    def frames(self) -> list[bytes]:
        """Return the frames that bring the viewer up to date."""
        parcels = self._audience.make_frames(self.run, self._paces.statuses(self.run))
        return [parcel.data for parcel in parcels if VIEWER in parcel.members]


def greeting_of(
    header: Header, game: Game, seats: Iterable[SeatRecord], ticks_per_second: int
) -> Replaying:
    """Return the first message about a run to a viewer."""
    colours = game.ruleset.heroes.colours
    infos = [
        SeatInfo(seat.number, seat.name, colours[seat.number % len(colours)], connected=False)
        for seat in seats
    ]
    legend = legend_of(game)
    return Replaying(
        run=header.run,
        session=header.session,
        preset=header.preset,
        tiles=legend.tiles,
        seats=infos,
        subtitle=game.variety.subtitle,
        ticks_per_second=ticks_per_second,
        statuses=legend.statuses,
        variations=legend.variations,
        phrases=legend.phrases,
    )


def timeline_of(extent: Extent, first_tick: int, first_elapsed: int) -> Timeline:
    """Return the reach of a replay, with as many landmarks as fit into a message."""
    marks = [each for each in extent.landmarks if each.tick >= first_tick]
    marks = marks[-MAX_LANDMARKS:]
    while True:
        timeline = Timeline(
            first_tick, extent.ticks, extent.live, marks, first_elapsed, extent.elapsed
        )
        if len(encode(timeline)) <= MAX_SERVER_MESSAGE:
            return timeline
        marks = marks[(len(marks) + 1) // 2 :]
