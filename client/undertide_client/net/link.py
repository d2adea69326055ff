"""A link to an Undertide server: typed messages both ways, kept up across outages.

    async with connect("ws://127.0.0.1:7777") as link:
        link.join("", "Ann")
        mirror = Mirror()
        async for event in link:
            if isinstance(event, Status):
                print(event.text)
                continue
            try:
                mirror.apply(event)
            except OutOfStep:
                link.resync()
            if link.playing and not link.unanswered:
                link.act(Explore())

The stream gives every message of the server and every change of the connection's own state, in
order. The link works while it is iterated: what is not taken yet waits in bounded buffers, then on
the server. It ends after status "gave up", after "refused" where the connection itself was, and
after `close`.
"""

import time
from typing import Final

from websockets.exceptions import InvalidURI
from websockets.uri import parse_uri

from undertide_client.model.replay_state import NORMAL_SPEED
from undertide_client.net.backoff import FIRST_CONTACT, OUTAGE, Backoff
from undertide_client.net.connection import Connection, Event
from undertide_client.net.dialogue import Dialogue
from undertide_client.net.intents import Fate
from undertide_client.saved.logins import Logins
from undertide_client.saved.tokens import MemoryTokens, Tokens
from undertide_shared.messages import (
    Act,
    Anew,
    ChangePassword,
    Create,
    Follow,
    Govern,
    Hear,
    Intent,
    ListDeeds,
    ListKinds,
    ListPeople,
    ListRuns,
    ListSessions,
    LogIn,
    LogOut,
    Options,
    Pace,
    Play,
    Resync,
    Say,
    Seek,
    SignUp,
    State,
    Step,
)

__all__ = ["Event", "Link", "Request", "connect"]

Request = Govern | ListPeople | ListDeeds | Hear | SignUp | LogIn | LogOut | ChangePassword
"""What is asked of a server by saying it: how order is kept, and who one is.

Answers: `People` or `Invited`, `People`, `Audit`, none to `Hear`, and to the others `Account`.
"""
HOUSE_OPTIONS: Final = Options()
"""All as the server has it."""


def connect(
    url: str,
    *,
    client: str = "undertide",
    tokens: Tokens | None = None,
    logins: Logins | None = None,
    first_contact: Backoff = FIRST_CONTACT,
    outage: Backoff = OUTAGE,
) -> "Link":
    """Return a link to the server at `url`; enter it with `async with`.

    `client` names the program for the host's log. `tokens` keeps seats between starts, and `logins`
    who one is; without them both last as long as the link. Raises ValueError when `url` is no
    WebSocket address.
    """
    try:
        parse_uri(url)
    except InvalidURI as fault:
        raise ValueError(str(fault)) from fault
    dialogue = Dialogue(url, client, tokens or MemoryTokens(), logins)
    return Link(url, dialogue, first_contact, outage)


class Link(Connection):
    """One client's connection to one server, through all its outages.

    Requests may be made at any time, also before the server answered: the latest `join`, `watch` or
    `replay` is sent as soon as it can be, and again after an outage. Whoever has a place leaves it
    for the new one, and goes back to it where that is refused. What else is asked for while there
    is no connection is lost, as it would be with a connection that is about to break.
    """

    # --- what it knows -----------------------------------------------------------------------

    @property
    def playing(self) -> bool:
        """Whether this client has a seat, so that intents make sense."""
        return self._dialogue.state is State.PLAYING

    @property
    def watching(self) -> bool:
        """Whether this client is among the spectators."""
        return self._dialogue.state is State.WATCHING

    @property
    def replaying(self) -> bool:
        """Whether this client watches a run again."""
        return self._dialogue.state is State.REPLAYING

    @property
    def entering(self) -> bool:
        """Whether the answer to a `join`, `watch` or `replay` is on its way."""
        return self._dialogue.entering

    @property
    def latency(self) -> float:
        """Seconds to the server and back, as last measured; 0 before the first measurement."""
        measured = self._wire.latency if self._wire else 0.0
        return measured or self._greeting_seconds

    @property
    def fate(self) -> Fate:
        """How far the latest intent got."""
        return self._intent_tracker.fate

    @property
    def unanswered(self) -> dict[int, float]:
        """When each intent without an outcome was sent (`time.monotonic`), by sequence."""
        return self._intent_tracker.unanswered

    @property
    def received_bytes(self) -> int:
        """Bytes of all messages from the server, over all connections."""
        return self._bytes[0] + (self._wire.received_bytes if self._wire else 0)

    @property
    def sent_bytes(self) -> int:
        """Bytes of all messages to the server, over all connections."""
        return self._bytes[1] + (self._wire.sent_bytes if self._wire else 0)

    # --- requests ----------------------------------------------------------------------------

    def join(self, session: str, name: str, calling: str = "") -> None:
        """Ask for a seat; an empty session means any. Answers: `Joined`, or status "refused".

        `session` is an id or an invite code. A seat that a kept token is good for is taken up
        again. A new hero gets the calling with that key, or with none what the server chooses.
        """
        self._send_all(self._dialogue.join(session, name, calling))

    def watch(self, session: str, name: str = "", seat: int | None = None) -> None:
        """Ask to watch, by an id or an invite code; an empty one means where most heroes are.

        Answers: `Watching`, or status "refused".
        """
        self._send_all(self._dialogue.watch(session, name, seat))

    def replay(
        self, run: str, seat: int | None = None, tick: int = 0, speed: int = NORMAL_SPEED
    ) -> None:
        """Ask to watch a run again from a tick on, at once at `speed` percent of its own time.

        `run` is its name, the beginning of it, or a live session's id. After an outage it is asked
        for again where it was. Answers: `Replaying`, or status "refused".
        """
        self._send_all(self._dialogue.replay(run, seat, tick, speed))

    def play(self, speed: int) -> None:
        """Let a replay run at `speed` percent of the run's own time; 0: stand still."""
        self._send(Play(speed))

    def seek(self, tick: int) -> None:
        """Have a replay go to a tick of the run. Answers: a `Keyframe`, and a `Moment`."""
        self._send(Seek(tick))

    def step(self, steps: int) -> None:
        """Have a replay stand still so many steps further on; below 0: back."""
        self._send(Step(steps))

    def follow(self, seat: int | None) -> None:
        """Change the eyes of a spectator, or of a player whose hero died, or in a replay.

        A hero's seat, or none for the party's view. Answer: a `Keyframe`.
        """
        self._dialogue.follow(seat)
        self._send(Follow(seat))

    def leave(self) -> None:
        """Go back to the lobby. Answer: `Left`."""
        self._send_all(self._dialogue.leave())

    def list_sessions(self) -> None:
        """Ask for the sessions. Answer: `Sessions`."""
        self._send(ListSessions())

    def list_kinds(self) -> None:
        """Ask which kinds of monsters the party has met. Answer: `Bestiary`."""
        self._send(ListKinds())

    def begin_anew(self, calling: str = "") -> None:
        """Begin with a new hero in the same seat after the own one died. Answer: a keyframe."""
        self._send(Anew(calling))

    def list_runs(self) -> None:
        """Ask for the runs that can be watched again. Answer: `Runs`."""
        self._send(ListRuns())

    def create(
        self, preset: str = "", pace: Pace | None = None, options: Options = HOUSE_OPTIONS
    ) -> None:
        """Ask for a new session, by default of the host's choice. Answer: `Created`."""
        self._send(Create(preset, pace, options))

    def ask(self, request: Request) -> bool:
        """Ask how order is kept, or who one is; whether it could be sent. Answers: see `Request`.

        A login is kept in `logins`, and repeated after every outage before anything else.
        """
        return self._send(request)

    def act(self, intent: Intent) -> int:
        """Send an intent of the own hero and return its sequence; `fate` follows the latest.

        Without a seat or a connection it is lost at once, and its fate says so.
        """
        sequence = self._intent_tracker.send(time.monotonic())
        if not self.playing or not self._send(Act(sequence, intent)):
            self._intent_tracker.lose("there is no connection to a seat")
        return sequence

    def say(self, text: str) -> bool:
        """Talk to everyone in the session; whether it could be sent."""
        return self._send(Say(text))

    def resync(self) -> None:
        """Ask for a keyframe because a frame could not be applied; deltas are left out until then.

        A server whose keyframes never help is given up as if the connection were lost.
        """
        if self._repairs.ask():
            self._send(Resync())

    def try_now(self) -> None:
        """End a wait between two attempts."""
        self._hurry.set()
