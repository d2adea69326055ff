"""The world as this client knows it, kept up to date by what the server sends. Pure: no I/O."""

from undertide_client.model import safe, safe_people
from undertide_client.model.errors import BadFrameError, OutOfStepError
from undertide_client.model.replay_state import ReplayState
from undertide_client.model.run_time import clock
from undertide_client.model.scene import Scene
from undertide_shared.limits import (
    MAX_HEROES,
    MAX_LINE,
    MAX_LISTED_WATCHERS,
    MAX_LOOKS,
    MAX_TILE_CODE,
    MAX_WORD,
)
from undertide_shared.messages import (
    Chat,
    Delta,
    Ended,
    Error,
    Joined,
    Keyframe,
    Left,
    Moment,
    Replaying,
    Roster,
    SeatInfo,
    ServerMessage,
    Terms,
    Timeline,
    Watching,
)

__all__ = ["BadFrameError", "Mirror", "OutOfStepError"]


class Mirror(Scene):
    """A view, and the session that it belongs to. Its methods are the only way to change it.

    All text is fit to be shown, all cells lie on the floor and all collections are bounded,
    whatever the server sent.
    """

    def __init__(self) -> None:
        super().__init__()
        self.session = ""
        self.preset = ""
        self.subtitle = ""
        """What is special about this run (R14)."""
        self.name = ""
        self.seat: int | None = None
        """The seat of this client's own hero; none in the lobby and among the spectators."""
        self.watching = False
        """Whether this client has no hero of its own: among spectators, and in a replay."""
        self.delay = 0
        """Seconds that what is shown stays behind what is played: of spectators."""
        self.replay_state: ReplayState | None = None
        """The run that is watched again; none in the lobby and in a session."""
        self._logged = ""
        """What the log is about."""
        self._rewound = False
        self._forget_session()

    def _forget_session(self) -> None:
        self.forget_view()
        self.roster: list[SeatInfo] = []
        self.watchers: list[str] = []
        self.watcher_count = 0
        self.terms = Terms()
        self.ended: Ended | None = None

    def apply(self, message: ServerMessage) -> None:
        """Take in what the server sent; what tells nothing of the world is passed over.

        Raises OutOfStepError when a delta doesn't follow the frame before it, or its subclass
        BadFrameError when a frame's content can't be true. Then every further delta raises until a
        keyframe.
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
                # An error about an intent is told by the status line; the log would repeat it.
                self.log.note(message.reason)
                self._land()
            case Ended():
                self.ended = safe.ended(message, MAX_HEROES)
            case Timeline() | Moment():
                self._move_reel(message)
            case _:
                pass

    def note(self, text: str) -> None:
        """Add a remark of the client's own to the log."""
        self.log.note(text)

    def jump(self, tick: int) -> None:
        """Have a replay be at a tick already, while its keyframe is on the way."""
        if self.replay_state is not None:
            self.replay_state.jump(tick)
            self.rewind()

    def rewind(self) -> None:
        """Forget with the next keyframe what frames told until then: it is of another moment."""
        self._rewound = True

    def _land(self) -> None:
        """Wait no longer for a jump's keyframe: it came, or an error in its place."""
        self._rewound = False
        if self.replay_state is not None:
            self.replay_state.land()

    def _begin_anew(self, frame: Keyframe) -> None:
        if self._rewound:
            self.log.forget_told()
        self._land()
        self.apply_keyframe(frame)

    def _move_reel(self, message: Timeline | Moment) -> None:
        if self.replay_state is None:
            return
        if isinstance(message, Moment):
            self.replay_state.show(message)
            return
        known = self.replay_state.first
        self.replay_state.stretch(message)
        if self.replay_state.first != known:
            begun = clock(self.replay_state.first)
            self.log.note(f"What came before {begun} was played by other rules: it can't be shown.")

    def _enter(self, message: Joined | Watching | Replaying) -> None:
        self._begin_log(message)
        self._forget_session()
        self.session = message.session
        self.preset = safe.text(message.preset, MAX_WORD)
        self.subtitle = safe.text(message.subtitle, MAX_LINE)
        self.name = "" if isinstance(message, Replaying) else safe.name(message.name)
        self.watching = not isinstance(message, Joined)
        self.seat = message.seat if isinstance(message, Joined) else None
        self.delay = safe_people.seconds(message.delay) if isinstance(message, Watching) else 0
        self.replay_state = self._reel_of(message) if isinstance(message, Replaying) else None
        self.looks = {
            look.code: safe.tile_look(look)
            for look in message.tiles[:MAX_LOOKS]
            if 0 <= look.code <= MAX_TILE_CODE
        }

    def _reel_of(self, message: Replaying) -> ReplayState:
        """Return the replay of a replay that was opened; the same one where it is opened again."""
        self.roster = [safe.seat(seat) for seat in message.seats[:MAX_HEROES]]
        run = safe.text(message.run, MAX_WORD)
        replay_state = (
            self.replay_state
            if self.replay_state is not None and self.replay_state.run == run
            else ReplayState(run)
        )
        replay_state.land()
        return replay_state

    def _begin_log(self, message: Joined | Watching | Replaying) -> None:
        """Begin another log where another run, or a replay, begins: with what is special there."""
        about = f"replay of {message.run}" if isinstance(message, Replaying) else message.session
        if about == self._logged:
            return
        self._logged = about
        self.log.clear()
        if message.subtitle:
            self.log.note(f"This run: {message.subtitle}")

    def _leave(self, message: Left) -> None:
        self._forget_session()
        self.log.note(message.reason)
        self.session, self.seat, self.watching, self.replay_state = "", None, False, None

    def _call(self, roster: Roster) -> None:
        self.roster = [safe.seat(seat) for seat in roster.seats[:MAX_HEROES]]
        self.watchers = [safe.name(watcher) for watcher in roster.watchers[:MAX_LISTED_WATCHERS]]
        self.watcher_count = max(len(roster.watchers), roster.watching)
        self.terms = safe_people.terms(roster.terms)
