"""The thumbnail of a session in the lobby, made when somebody asks for it. Pure."""

from typing import Final, NamedTuple

import msgspec

from undertide_server.sessions.broadcast.audience import Audience
from undertide_server.simulation.state.run import Run
from undertide_server.views.thumbnail import Palette, thumbnail_of

FRESH_SECONDS: Final = 3.0
"""Seconds that a thumbnail stays valid. However many ask, it is made once in that time."""

_encoder = msgspec.msgpack.Encoder()


class Made(NamedTuple):
    """An encoded thumbnail, and the step that it shows."""

    step: int
    data: bytes


class SessionThumbnail:
    """The thumbnail of one session, which costs nothing while nobody asks for it.

    It shows what spectators of the party's view see: delayed as they are, and durable.
    """

    def __init__(self, session: str, run: Run, audience: Audience) -> None:
        self._session = session
        self._run = run
        self._audience = audience
        self._palette: Palette | None = None
        self._made_at: float | None = None
        self._waiting: Made | None = None
        """The last one that was made, until its step is durable."""
        self._shown: bytes | None = None

    def is_fresh(self, now: float) -> bool:
        """Return whether asking for it now would make no new one."""
        return self._made_at is not None and now - self._made_at < FRESH_SECONDS

    def latest(self, now: float, committed: int) -> bytes | None:
        """Return the encoded `Thumbnail`, if there is one; `committed` is the last durable step."""
        if not self.is_fresh(now):
            self._made_at = now
            self._waiting = self._make() or self._waiting
        if self._waiting is not None and self._waiting.step <= committed:
            self._shown, self._waiting = self._waiting.data, None
        return self._shown

    def _make(self) -> Made | None:
        shown = self._audience.shown_map(self._run)
        if shown is None:
            return None
        if self._palette is None:
            self._palette = Palette(self._run.game.terrain)
        thumbnail = thumbnail_of(self._session, shown, self._palette)
        return Made(shown.step, _encoder.encode(thumbnail))
