"""The world as this client knows it, kept up to date by what the server sends. Pure: no I/O."""

from typing import Final

from undertide_client import safe
from undertide_client.runs import MAX_TILE_CODE
from undertide_client.scene import MAX_PARTY, BadFrame, OutOfStep, Scene
from undertide_shared.messages import (
    Chat,
    Delta,
    Ended,
    Error,
    Joined,
    Keyframe,
    Left,
    Roster,
    SeatInfo,
    ServerMessage,
    Watching,
)

__all__ = ["BadFrame", "Mirror", "OutOfStep"]

MAX_LOOKS: Final = 512
"""Tile looks of a session: ten times what content has."""
MAX_WATCHERS: Final = 256
"""Watchers' names that are kept; more are only counted."""


class Mirror(Scene):
    """A view, and the session that it belongs to. Change it through `apply` and `note` only.

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
        self._forget_session()

    def _forget_session(self) -> None:
        self.forget_view()
        self.roster: list[SeatInfo] = []
        self.watchers: list[str] = []
        self.watcher_count = 0
        self.ended: Ended | None = None

    def apply(self, message: ServerMessage) -> None:
        """Take in what the server sent; what tells nothing of the world is passed over.

        Raises OutOfStep when a delta doesn't follow the frame before it, or its subclass BadFrame
        when a frame's content can't be true. Then every further delta raises until a keyframe.
        """
        match message:
            case Delta():
                self.apply_delta(message)
            case Keyframe():
                self.apply_keyframe(message)
            case Joined() | Watching():
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
            case Ended():
                self.ended = safe.ended(message, MAX_PARTY)
            case _:
                pass

    def note(self, text: str) -> None:
        """Add a remark of the client's own to the log."""
        self.log.note(text)

    def _enter(self, message: Joined | Watching) -> None:
        if message.session != self.session:
            self._begin_log(message.subtitle)
        self._forget_session()
        self.session = message.session
        self.preset = safe.text(message.preset, safe.MAX_WORD)
        self.subtitle = safe.text(message.subtitle, safe.MAX_LINE)
        self.name = safe.name(message.name)
        self.watching = isinstance(message, Watching)
        self.seat = None if isinstance(message, Watching) else message.seat
        self.looks = {
            look.code: safe.tile_look(look)
            for look in message.tiles[:MAX_LOOKS]
            if 0 <= look.code <= MAX_TILE_CODE
        }

    def _begin_log(self, subtitle: str) -> None:
        """Begin the log of another session with what is special about its run."""
        self.log.clear()
        if subtitle:
            self.log.note(f"This run: {subtitle}")

    def _leave(self, message: Left) -> None:
        self._forget_session()
        self.log.note(message.reason)
        self.session, self.seat, self.watching = "", None, False

    def _call(self, roster: Roster) -> None:
        self.roster = [safe.seat(seat) for seat in roster.seats[:MAX_PARTY]]
        self.watchers = [safe.name(watcher) for watcher in roster.watchers[:MAX_WATCHERS]]
        self.watcher_count = max(len(roster.watchers), roster.watching)
