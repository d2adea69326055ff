"""A run that is played in this process, and the eyes of its heroes."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Self

import msgspec

from undertide_server.headless.errors import BadIntentError, NoHeroError, SavedRunError
from undertide_server.headless.revealed import RevealedFloor, reveal_floor
from undertide_server.sessions.clock.inbox import MAX_ASKED
from undertide_server.sessions.intent_check import fault_of
from undertide_server.sessions.model.legend import tile_looks
from undertide_server.simulation.actions.intents import AT_ONCE
from undertide_server.simulation.components.heroes import Hero, IntentQueue
from undertide_server.simulation.mechanics.seats import hero_of_seat
from undertide_server.simulation.pipeline import step
from undertide_server.simulation.snapshot import restore, state_hash, take_snapshot
from undertide_server.simulation.state.inputs import (
    Asked,
    Input,
    PlayerBack,
    SeatTaken,
    Ticked,
    Turned,
)
from undertide_server.simulation.state.run import Run
from undertide_server.simulation.version import RULES
from undertide_server.views.knowledge import HeroEyes, Knowledge
from undertide_server.views.private_facts import report_of
from undertide_server.views.shared_parts import Common
from undertide_server.worldgen.game.game import Game
from undertide_shared.limits import MAX_HEROES, MAX_NAME
from undertide_shared.messages import Intent, IntentReport, Line, TileLook

FORMAT: Final = "undertide run 1"
"""The first field of a saved run."""


class SavedState(msgspec.Struct, array_like=True, frozen=True):
    """A run as `HeadlessRun.save` writes it."""

    format: str
    rules: int
    preset: str
    content_hash: str
    seed: bytes
    state: bytes
    logs: dict[int, list[Line]]
    """The last lines of each living hero's log, by its entity."""
    waiting: list[Asked]
    """The intents that no step has taken yet."""


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(SavedState)


def read_saved(data: bytes) -> SavedState:
    """Return a saved run. Raises SavedRunError unless it is one of the present rules."""
    try:
        saved = _decoder.decode(data)
    except msgspec.DecodeError as fault:
        raise SavedRunError("these bytes are no saved run") from fault
    if saved.format != FORMAT:
        raise SavedRunError("these bytes are no saved run of this version")
    if saved.rules != RULES:
        raise SavedRunError(f"it was saved by rules {saved.rules}, this version plays by {RULES}")
    return saved


class HeadlessRun:
    """A run that is played in this process. `begin_run`, `open_run` and `load_run` make one.

    Time passes only in `take_turn` and `take_tick`, and waits for nobody: a hero that was asked for
    nothing goes on with its auto action, or stands still. The same calls give the same run, in
    every process. Only one thread at a time may use the runs of a process.

    It is a context that closes itself. A run that is no longer used is freed like any object.
    """

    def __init__(
        self, state: Run, preset: str, content_hash: str, saved: SavedState | None = None
    ) -> None:
        self.state = state
        """The run as the simulation has it: for tools that change with the simulation."""
        self.preset = preset
        """The name of its preset."""
        self.content_hash = content_hash
        """The hash of all its content, in hexadecimal."""
        self._looks = {look.code: look for look in tile_looks(state.game)}
        self._resume(saved.logs if saved else {}, saved.waiting if saved else [])

    def _resume(self, logs: Mapping[int, Sequence[Line]], waiting: list[Asked]) -> None:
        """Begin to look at `state`, in which heroes have read these logs, by entity."""
        self._waiting = waiting
        self._eyes: dict[int, HeroEyes] = {}
        """The eyes of the latest hero of each seat, if it lives or somebody looked."""
        self._common, self._common_step = Common([], {}), -1
        self._open_eyes(logs)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_fault: object) -> None:
        self.close()

    def close(self) -> None:
        """Free all entities of the run, after which nothing of it may be used but looks of before.

        A second call does nothing.
        """
        self.state.world.close()

    # --- what is known of a run ----------------------------------------------------------------

    @property
    def seed(self) -> bytes:
        """The seed of the run, which decides all its dungeon."""
        return self.state.game.seed

    @property
    def ended(self) -> bool:
        """Whether the run is over: it was won, or all heroes have died."""
        return self.state.progress.ended

    @property
    def won(self) -> bool:
        """Whether the party has won the run (R15)."""
        return self.state.progress.won

    @property
    def ticks(self) -> int:
        """The ticks that have passed on all floors together."""
        return self.state.progress.ticks

    @property
    def steps(self) -> int:
        """The steps of the run so far: each call that lets time pass, or seats a hero, is one."""
        return self.state.progress.step

    @property
    def deepest(self) -> int:
        """The number of the deepest floor that was entered, from 1."""
        return self.state.progress.deepest

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that were taken, in order. A seat keeps its number after its hero's death."""
        return tuple(sorted({hero.seat for _, hero in self.state.world.each(Hero)}))

    @property
    def looks(self) -> Sequence[TileLook]:
        """What each code of terrain means: look number `code` is about `code`."""
        return tuple(self._looks.values())

    @property
    def branches(self) -> tuple[int, ...]:
        """The floors that were entered, by branch, in order."""
        return tuple(floor.state.branch for floor in self.state.index.floors.values())

    def is_alive(self, seat: int) -> bool:
        """Return whether a seat has a living hero on a floor; a fallen one is alive (R16)."""
        return self.state.index.of_seat(seat) is not None

    def is_busy(self, seat: int) -> bool:
        """Return whether a living hero goes on by itself when time passes.

        It has an auto action under way, or an intent that waits.
        """
        found = self.state.index.of_seat(seat)
        if found is None:
            return False
        row = found[1]
        asked = any(each.seat == seat for each in self._waiting)
        return asked or bool(row.intents.waiting) or row.auto_action.activity != "none"

    def report_of(self, seat: int) -> IntentReport:
        """Return what became of the latest intent of a seat's latest hero.

        Raises NoHeroError if the seat never had a hero.
        """
        entity = hero_of_seat(self.state, seat)
        if entity is None:
            raise NoHeroError(seat)
        return report_of(self.state.world.get(entity, IntentQueue))

    def look(self, seat: int) -> Knowledge:
        """Return all that the player of a seat's latest hero knows now, and no more.

        Of a hero that died it is what was known at the last look before, and that the hero is dead.
        Raises NoHeroError if the seat never had a hero, or nobody looked while it lived.
        """
        eyes = self._eyes.get(seat)
        if eyes is None:
            raise NoHeroError(seat)
        if self._common_step != self.steps:
            self._common, self._common_step = self._common.next(self.state, {}), self.steps
        try:
            return eyes.look(self.state, self._common)
        except LookupError as fault:
            raise NoHeroError(seat) from fault

    def reveal_floor(self, branch: int) -> RevealedFloor:
        """Return an entered floor as it is, which nobody may know in a game: for tools.

        Raises KeyError for a branch that nobody has entered.
        """
        return reveal_floor(self.state, self.state.index.floors[self.state.index.by_branch[branch]])

    def hash_state(self) -> str:
        """Return a hash of the whole state, in hexadecimal, as servers note it in their journals.

        Intents that no step has taken yet are no part of it.
        """
        return state_hash(self.state)

    # --- acting --------------------------------------------------------------------------------

    def add_hero(self, calling: str = "", name: str = "", seat: int | None = None) -> int:
        """Seat a new hero at the party's entry (R17), and return its seat.

        With the `seat` of a dead hero it is that seat's next hero, which may have to wait for a new
        floor (R16). An empty calling, or one that the content doesn't have, means the content's
        default. Raises ValueError for a name that is too long, for the seat of a living hero, and
        when the run is over or full.
        """
        heroes = [hero for _, hero in self.state.world.each(Hero)]
        if len(name) > MAX_NAME:
            raise ValueError(f"a name has at most {MAX_NAME} characters, not {len(name)}")
        if self.ended:
            raise ValueError("the run is over")
        if len(heroes) >= MAX_HEROES:
            raise ValueError(f"a run has at most {MAX_HEROES} heroes")
        if seat is None:
            seat = max((hero.seat for hero in heroes), default=-1) + 1
        elif self.is_alive(seat) or seat not in {hero.seat for hero in heroes}:
            raise ValueError(f"seat {seat} has no dead hero")
        self.apply_inputs([SeatTaken(seat, name or f"Hero {seat + 1}", calling)])
        return seat

    def ask_hero(self, seat: int, intent: Intent) -> None:
        """Give the hero of a seat an intent, which the next step takes.

        `report_of` says what became of it, once the hero has acted. Raises NoHeroError, and
        BadIntentError for an intent that names nothing in the run, or one too many.
        """
        found = self.state.index.of_seat(seat)
        if found is None or self.ended:
            raise NoHeroError(seat)
        fault = fault_of(self.state, *found, intent)
        if fault:
            raise BadIntentError(fault)
        earlier = sum(each.seat == seat for each in self._waiting)
        if earlier >= MAX_ASKED:
            raise BadIntentError(f"{MAX_ASKED} intents are already waiting")
        sequence = found[1].intents.received + earlier + 1
        self._waiting.append(Asked(seat, sequence, intent))

    def take_turn(self, *branches: int) -> None:
        """Let a turn pass: heroes act on their intents, and time passes until they can act again.

        So it does on each floor with a hero that stands, or only on those of `branches`. No time
        passes on a floor where no hero acts. Nothing happens once the run is over.
        """
        self._move_floors(Turned, branches)

    def take_tick(self, *branches: int) -> None:
        """Let one tick pass, as in real time, on each floor with a hero, or only on `branches`."""
        self._move_floors(Ticked, branches)

    def _move_floors(self, move: Callable[[int], Input], branches: tuple[int, ...]) -> None:
        if self.ended:
            return
        asked = sorted(
            self._waiting, key=lambda each: (type(each.intent) not in AT_ONCE, each.seat)
        )
        self._waiting = []
        rows = self.state.index.heroes.values()
        asking = {each.seat for each in asked}
        absent = [row.hero.seat for _, row in rows if row.hero.presence == "linkdead"]
        back = [PlayerBack(seat) for seat in absent if seat in asking]
        chosen = branches or {
            floor.state.branch for floor, row in rows if row.stands or row.hero.seat in asking
        }
        self.apply_inputs([*back, *asked, *map(move, sorted(chosen))])

    def apply_inputs(self, inputs: Sequence[Input]) -> None:
        """Take a step with these inputs, as a journal has them, and nothing else: for tools."""
        events = step(self.state, inputs)
        if events:
            self._open_eyes({})
        for eyes in self._eyes.values():
            eyes.log_events(self.state, events)

    def _open_eyes(self, logs: Mapping[int, Sequence[Line]]) -> None:
        """Open the eyes of heroes that are new on a floor, with what their logs said so far."""
        for entity, (_, row) in self.state.index.heroes.items():
            eyes = self._eyes.get(row.hero.seat)
            if eyes is None or eyes.entity != entity:
                self._eyes[row.hero.seat] = HeroEyes(
                    self.state, entity, logs.get(entity, ()), self._looks
                )

    # --- saving --------------------------------------------------------------------------------

    def save(self) -> bytes:
        """Return the whole run as bytes, for `restore` and `load_run`."""
        saved = SavedState(
            FORMAT,
            RULES,
            self.preset,
            self.content_hash,
            self.seed,
            take_snapshot(self.state),
            {eyes.entity: list(eyes.lines) for eyes in self._eyes.values()},
            self._waiting,
        )
        return _encoder.encode(saved)

    def restore(self, data: bytes) -> None:
        """Go back, or on, to a moment of this run, or of another with its seed and content.

        Raises SavedRunError, and then leaves the run as it was.
        """
        saved = read_saved(data)
        if (saved.content_hash, saved.seed) != (self.content_hash, self.seed):
            raise SavedRunError("it is of another seed, or of other content")
        state = _restored(self.state.game, saved)
        self.state.world.close()
        self.state = state
        self._resume(saved.logs, saved.waiting)

    def copy(self) -> "HeadlessRun":
        """Return a second run in the same state, which goes its own way from now on."""
        return resumed_run(self.state.game, read_saved(self.save()))


def resumed_run(game: Game, saved: SavedState) -> HeadlessRun:
    """Return a saved run of a game. Raises SavedRunError if its state can't be read."""
    return HeadlessRun(_restored(game, saved), saved.preset, saved.content_hash, saved)


def _restored(game: Game, saved: SavedState) -> Run:
    try:
        return restore(game, saved.state)
    except (msgspec.MsgspecError, KeyError, ValueError) as fault:
        raise SavedRunError(f"its state can't be read: {fault}") from fault
