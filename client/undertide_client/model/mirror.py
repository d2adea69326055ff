"""The client's copy of the world, which the server's messages keep up to date. Pure: no I/O."""

from msgspec.structs import replace

from undertide_client.model import safe
from undertide_client.model.errors import BadFrameError, OutOfStepError
from undertide_client.model.finds import LASTING, Find, finds_on
from undertide_client.model.replay_state import ReplayState
from undertide_client.model.run_time import clock
from undertide_client.model.scene import Scene
from undertide_shared.limits import MAX_BRANCHES, MAX_HEROES, MAX_TILE_CODE, MAX_WORD
from undertide_shared.messages import (
    Chat,
    Delta,
    Ended,
    Error,
    Joined,
    Keyframe,
    Left,
    Moment,
    NewRun,
    Replaying,
    Roster,
    SeatInfo,
    ServerMessage,
    Terms,
    Timeline,
    VariationInfo,
    Watching,
)
from undertide_shared.time import UNSTATED_RATE

__all__ = ["BadFrameError", "Mirror", "OutOfStepError"]


class Mirror(Scene):
    """A view, and the session that it belongs to. Only its methods may change it.

    All text is safe to show, all cells lie on the floor and all collections are bounded, whatever
    the server sends.
    """

    def __init__(self) -> None:
        super().__init__()
        self.session = ""
        self.preset = ""
        self.subtitle = ""
        """Names of the variations of this run (R14)."""
        self.variations: list[VariationInfo] = []
        """What they mean; empty if the server doesn't tell."""
        self.name = ""
        self.seat: int | None = None
        """The seat of this client's own hero; None in the lobby and for spectators."""
        self.watching = False
        """Whether this client has no hero of its own, as a spectator or in a replay."""
        self.delay = 0
        """Spectators' delay in seconds: the time between the game and its picture."""
        self.ticks_per_second = UNSTATED_RATE
        """Ticks of a floor in a second of real time."""
        self.replay_state: ReplayState | None = None
        """The run that the client replays; None in the lobby and in a session."""
        self.elsewhere: dict[int, tuple[Find, ...]] = {}
        """What this player saw on other floors that probably still lies there, by branch."""
        self._logged = ""
        """The session or replay that the log is about."""
        self._rewound = False
        self._forget_session()

    def _forget_session(self) -> None:
        self.forget_view()
        self.roster: list[SeatInfo] = []
        self.watchers: list[str] = []
        self.watcher_count = 0
        self.terms = Terms()
        self.ended: Ended | None = None
        self.new_run: NewRun | None = None
        """The session in which another player of the party has begun again, once one has."""

    def apply(self, message: ServerMessage) -> None:
        """Take in a message. Ignore messages that say nothing about the world.

        Raises OutOfStepError if a delta doesn't follow the last frame, or its subclass
        BadFrameError if a frame's content can't be true. After that, every delta raises until a
        keyframe comes.
        """
        match message:
            case Delta():
                self.apply_delta(message)
            case Keyframe():
                self._begin_anew(message)
            case Joined() | Watching() | Replaying():
                self._enter(message)
            case Left():
                self._leave(message)
            case Roster():
                self._call(message)
            case Chat():
                self.log.say(message)
            case Error(sequence=None):
                # The status line shows errors about an intent, so the log leaves them out.
                self.log.add_note(message.reason)
                self._land()
            case Ended() | NewRun():
                self._end(message)
            case Timeline() | Moment():
                self._move_replay(message)
            case _:
                pass

    def _end(self, message: Ended | NewRun) -> None:
        if isinstance(message, Ended):
            run = safe.text(message.run, MAX_WORD)
            self.ended = replace(safe.message(message), run=run)
            return
        self.new_run = safe.message(message)
        if self.new_run.by:
            self.log.add_note(f"{self.new_run.by} plays again: join the new run.")

    def add_note(self, text: str) -> None:
        """Add a remark of the client's own to the log."""
        self.log.add_note(text)

    def hint(self, text: str) -> None:
        """Add a hint for newcomers to the log."""
        self.log.hint(text)

    def jump(self, elapsed: int | None) -> None:
        """Move a replay to a moment of its real time at once, while the keyframe is on its way.

        None stands for a moment whose real time isn't known.
        """
        if self.replay_state is not None:
            self.replay_state.jump(elapsed)
            self.rewind()

    def rewind(self) -> None:
        """Forget earlier frames' lines at the next keyframe, because it shows another moment."""
        self._rewound = True

    def _land(self) -> None:
        """Stop waiting for the keyframe of a jump: it came, or an error came instead."""
        self._rewound = False
        if self.replay_state is not None:
            self.replay_state.land()

    def _begin_anew(self, frame: Keyframe) -> None:
        if self._rewound:
            self.log.forget_told()
        self._land()
        self._remember_floor(frame.floor.branch)
        self.apply_keyframe(frame)

    def _remember_floor(self, entered: int) -> None:
        """Note what lies on a floor before the view shows another one."""
        floor = self.floor
        if floor is None or self.watching or floor.branch == entered:
            return
        left = [find for find in finds_on(self) if find.sort in LASTING]
        self.elsewhere[floor.branch] = tuple(left)
        self.elsewhere.pop(entered, None)
        while len(self.elsewhere) > MAX_BRANCHES:
            del self.elsewhere[next(iter(self.elsewhere))]

    def _move_replay(self, message: Timeline | Moment) -> None:
        if self.replay_state is None:
            return
        if isinstance(message, Moment):
            self.replay_state.show(message)
            return
        known = self.replay_state.begins
        self.replay_state.stretch(message)
        if self.replay_state.begins != known:
            begun = clock(self.replay_state.begins)
            self.log.add_note(
                f"What came before {begun} was played by other rules: it can't be shown."
            )

    def _enter(self, message: Joined | Watching | Replaying) -> None:
        self._begin_log(message)
        self._forget_session()
        message = safe.message(message)
        self.session = message.session
        self.preset = message.preset
        self.subtitle = message.subtitle
        self.variations = message.variations
        self.name = "" if isinstance(message, Replaying) else message.name
        self.watching = not isinstance(message, Joined)
        self.ticks_per_second = message.ticks_per_second
        self.seat = message.seat if isinstance(message, Joined) else None
        self.delay = message.delay if isinstance(message, Watching) else 0
        self.replay_state = (
            self._replay_state_of(message) if isinstance(message, Replaying) else None
        )
        if isinstance(message, Watching) and message.in_line > 0:
            place = min(message.in_line, MAX_HEROES)
            self.log.add_note(f"All seats are taken. You watch, and are number {place} in line.")
        self.looks = {look.code: look for look in message.tiles if 0 <= look.code <= MAX_TILE_CODE}
        self.statuses = {each.name: each for each in message.statuses}
        self.words = {each.key: each.words for each in message.phrases}

    def _replay_state_of(self, message: Replaying) -> ReplayState:
        """Return the state of an opened replay. Reopening the same run keeps its state."""
        self.roster = message.seats
        run = safe.text(message.run, MAX_WORD)
        replay_state = (
            self.replay_state
            if self.replay_state is not None and self.replay_state.run == run
            else ReplayState(run)
        )
        replay_state.land()
        return replay_state

    def _begin_log(self, message: Joined | Watching | Replaying) -> None:
        """Begin a new log, with the run's variations, if another run or replay begins.

        If the same one goes on, its chat comes again.
        """
        about = f"replay of {message.run}" if isinstance(message, Replaying) else message.session
        if about == self._logged:
            self.log.take_back()
            self.log.expect_repeats()
            return
        self._logged = about
        self.elsewhere.clear()
        self.log.clear()
        if message.subtitle:
            self.log.add_note(f"This run: {message.subtitle}")

    def _leave(self, message: Left) -> None:
        self._forget_session()
        self.log.set_aside()
        self.log.add_note(message.reason)
        self.session, self.seat, self.watching, self.replay_state = "", None, False, None

    def _call(self, roster: Roster) -> None:
        self.watcher_count = max(len(roster.watchers), roster.watching)
        roster = safe.message(roster)
        self.roster, self.watchers, self.terms = roster.seats, roster.watchers, roster.terms
