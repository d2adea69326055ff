"""A link to an Undertide server: typed messages both ways, through all outages.

    async with connect("ws://127.0.0.1:7777") as link:
        link.join("", "Ann")
        mirror = Mirror()
        async for event in link:
            if isinstance(event, LinkStatus):
                print(event.text)
                continue
            try:
                mirror.apply(event)
            except OutOfStepError:
                link.resync()
            if link.playing and not link.unanswered:
                link.act(Explore())

The stream gives every message of the server and every change of the connection's own state, in
order. The link works while it is iterated. Messages not taken yet wait in bounded buffers, and then
on the server. Messages to the server leave in order, and no faster than it reads them. The stream
ends after status "gave up", after "refused" if the server refused the connection itself, and after
`close`.
"""

from websockets.exceptions import InvalidURI
from websockets.uri import parse_uri

from undertide_client.model.replay_state import NORMAL_SPEED
from undertide_client.net.backoff import FIRST_CONTACT, OUTAGE, Backoff
from undertide_client.net.connection import Connection, Event
from undertide_client.net.destination import HOUSE_OPTIONS
from undertide_client.net.dialogue import Dialogue
from undertide_client.net.intents import Fate
from undertide_client.net.wire import UnixSocket
from undertide_client.saved.logins import Logins
from undertide_client.saved.tokens import MemoryTokens, Tokens
from undertide_shared.messages import (
    Act,
    Again,
    Anew,
    ChangePassword,
    Create,
    EraseAccount,
    ExportAccount,
    Follow,
    Govern,
    Hear,
    Intent,
    ListAuditEntries,
    ListKinds,
    ListPeople,
    ListRuns,
    ListSessions,
    ListThumbnails,
    LogIn,
    LogOut,
    Options,
    Pace,
    PauseParty,
    Play,
    Report,
    Resync,
    Say,
    Seek,
    SignUp,
    State,
    Step,
)
from undertide_shared.time import UNSTATED_MILLISECONDS

__all__ = ["Event", "Link", "Request", "connect"]

Request = (
    Govern
    | ListPeople
    | ListAuditEntries
    | Report
    | Hear
    | SignUp
    | LogIn
    | LogOut
    | ChangePassword
    | ExportAccount
    | EraseAccount
)
"""The requests that only need sending: for moderation, and for the identity.

Answers: `People` or `Invited`, `People`, `Audit`, `Reported`, none to `Hear`, `AccountData` to
`ExportAccount`, and `AccountInfo` to the others.
"""


def connect(
    url: str,
    *,
    client: str = "undertide",
    tokens: Tokens | None = None,
    logins: Logins | None = None,
    first_contact: Backoff = FIRST_CONTACT,
    outage: Backoff = OUTAGE,
    unix_socket: UnixSocket | None = None,
) -> "Link":
    """Return a link to the server at `url`; enter it with `async with`.

    `client` names the program in the server's log. `tokens` keeps seats between starts, and
    `logins` keeps logins; without them, both last as long as the link. With a `unix_socket`,
    the link goes there in place of the address. Raises ValueError if `url` is no WebSocket address.
    """
    try:
        parse_uri(url)
    except InvalidURI as fault:
        raise ValueError(str(fault)) from fault
    dialogue = Dialogue(url, client, tokens or MemoryTokens(), logins)
    return Link(url, dialogue, first_contact, outage, unix_socket)


class Link(Connection):
    """One client's connection to one server, through all its outages.

    A program may make requests at any time, even before the server has answered. The link sends the
    latest `join`, `watch` or `replay` as soon as possible, and again after an outage. A client with
    a place leaves it for the new one, and goes back to it if the server refuses the new one. All
    other requests without a connection are lost, as on a connection that is about to break.
    """

    # --- what it knows -----------------------------------------------------------------------

    @property
    def playing(self) -> bool:
        """Return whether this client has a seat, so that it can send intents."""
        return self._dialogue.state is State.PLAYING

    @property
    def watching(self) -> bool:
        """Return whether this client is a spectator."""
        return self._dialogue.state is State.WATCHING

    @property
    def replaying(self) -> bool:
        """Return whether this client watches a replay."""
        return self._dialogue.state is State.REPLAYING

    @property
    def placed(self) -> bool:
        """Return whether this client has a place: a seat, a spectator's place or a replay."""
        return self._dialogue.placed

    @property
    def entering(self) -> bool:
        """Return whether the answer to a `join`, `watch` or `replay` is on its way."""
        return self._dialogue.entering

    @property
    def latency(self) -> float:
        """Return the last measured round trip in seconds; 0 before the first measurement."""
        measured = self._wire.latency if self._wire else 0.0
        return measured or self._greeting_seconds

    def measure_silence(self) -> float:
        """Return the seconds for which the server has owed an answer; 0 while it answers.

        It is 0 below three seconds, and without a connection. A program that shows it calls this
        some times a second: each call may ask the server for a sign of life.
        """
        return self._wire.measure_silence() if self._wire else 0.0

    @property
    def fate(self) -> Fate:
        """Return the progress of the latest intent."""
        return self._intent_tracker.fate

    @property
    def is_seat_new(self) -> bool:
        """Return whether the server has received no intent yet from the seat, here or elsewhere."""
        return self._intent_tracker.received == 0

    @property
    def unanswered(self) -> list[int]:
        """Return the sequences of the intents without a result, oldest first."""
        return self._intent_tracker.unanswered

    @property
    def received_bytes(self) -> int:
        """Return the bytes of all messages from the server, over all connections."""
        return self._bytes[0] + (self._wire.received_bytes if self._wire else 0)

    @property
    def sent_bytes(self) -> int:
        """Return the bytes of all messages to the server, over all connections."""
        return self._bytes[1] + (self._wire.sent_bytes if self._wire else 0)

    # --- requests ----------------------------------------------------------------------------

    def join(
        self,
        session: str,
        name: str,
        calling: str = "",
        *,
        makes_if_full: bool = True,
        preset: str = "",
        options: Options = HOUSE_OPTIONS,
    ) -> None:
        """Ask for a seat. Answers: `Joined`, or status "refused".

        An empty session means any with room; if there is none, the client makes one and joins it,
        unless there are sessions and `makes_if_full` is False. `session` is an id or an invite
        code, or `NEW_SESSION` for a session of `preset`, or else of the server's choice, that is
        made for it. A session that is made for it has the `options`. With a kept token, the client
        takes its earlier seat again. If there is no room for it any more, the answer is `Watching`,
        and `Joined` comes as soon as there is. A new hero gets the calling with this key, or the
        server's choice if the key is empty.
        """
        asked = self._dialogue.join(
            session, name, calling, makes_if_full=makes_if_full, preset=preset, options=options
        )
        self._send_all(asked)

    def seat_name(self, session: str, name: str) -> str:
        """Return the name under which a seat is kept in a session: `name` if it has one.

        `session` is an id or an invite code. Empty if no seat is kept there.
        """
        return self._dialogue.seat_name(session, name)

    def watch(self, session: str, name: str = "", seat: int | None = None) -> None:
        """Ask to watch a session.

        `session` is an id or an invite code; empty means the session with most heroes. Answers:
        `Watching`, or status "refused".
        """
        self._send_all(self._dialogue.watch(session, name, seat))

    def replay(
        self,
        run: str,
        seat: int | None = None,
        tick: int = 0,
        speed: int = NORMAL_SPEED,
        elapsed: int | None = None,
    ) -> None:
        """Ask to watch a run again from a tick on, at `speed` percent of the run's own time.

        `elapsed` stands in place of the tick if it is given: milliseconds of the run's real time.

        `run` is the run's name, a beginning of it, or a live session's id. After an outage, the
        link asks for the replay again at the last tick. Answers: `Replaying`, or status "refused".
        """
        self._send_all(self._dialogue.replay(run, seat, tick, speed, elapsed))

    def play(self, speed: int) -> None:
        """Run a replay at `speed` percent of the run's own time; 0 stands still."""
        self._send(Play(speed))

    def seek(self, tick: int) -> None:
        """Move a replay to a tick of the run. Answers: a `Keyframe`, and a `Moment`."""
        self._send(Seek(tick))

    def seek_time(self, elapsed: int) -> None:
        """Move a replay to a moment of the run's real time, in milliseconds.

        Answers as to `seek`.
        """
        # A server that doesn't know real time reads the tick: ten count as a second there.
        self._send(Seek(elapsed // UNSTATED_MILLISECONDS, elapsed))

    def step(self, steps: int) -> None:
        """Stop a replay `steps` steps further on; below 0: back."""
        self._send(Step(steps))

    def follow(self, seat: int | None) -> None:
        """Change the eyes of a spectator, of a player whose hero died, or of a replay.

        `seat` is a hero's seat, or None for the party's view. Answer: a `Keyframe`.
        """
        self._dialogue.follow(seat)
        self._send(Follow(seat))

    def leave(self) -> None:
        """Go back to the lobby. Answer: `Left`."""
        self._send_all(self._dialogue.leave())

    def list_sessions(self, skip: int = 0, name: str = "") -> None:
        """Ask for a page of the sessions, after the first `skip`. Answer: `Sessions`.

        The answer also tells what became of the seats that `name` had last, if it is given.
        """
        self._send(ListSessions(skip, self._dialogue.seat_questions(name) if name else []))

    def list_thumbnails(self, *sessions: str) -> None:
        """Ask for small maps of sessions. Answer: `Thumbnails`."""
        self._send(ListThumbnails(list(sessions)))

    def list_kinds(self) -> None:
        """Ask for the kinds of monsters that the party has met. Answer: `Bestiary`."""
        self._send(ListKinds())

    def begin_anew(self, calling: str = "") -> None:
        """Begin with a new hero in the same seat after the own hero died. Answer: a `Keyframe`."""
        self._send(Anew(calling))

    def play_again(self) -> None:
        """Ask for another run with the same party, once theirs is over. Answer: `NewRun`."""
        self._send(Again())

    def list_runs(self, before: str = "") -> None:
        """Ask for a page of the runs that people can watch again. Answer: `Runs`.

        If `before` names a run, the page has those that began before it.
        """
        self._send(ListRuns(before))

    def create(
        self, preset: str = "", pace: Pace | None = None, options: Options = HOUSE_OPTIONS
    ) -> None:
        """Ask for a new session; the server chooses all that is left open. Answer: `Created`."""
        self._send(Create(preset, pace, options))

    def send_request(self, request: Request) -> bool:
        """Send a request and return whether that was possible. For answers, see `Request`.

        The link keeps a login in `logins`, and repeats it first after every outage.
        """
        return self._send(request)

    def act(self, intent: Intent) -> int:
        """Send an intent of the own hero and return its sequence; `fate` follows the latest.

        Without a seat or a connection the intent is lost at once, and its fate says so. Raises
        TypeError, and sends nothing, if it is no intent or has values that can't be sent.
        """
        if not isinstance(intent, Intent):
            raise TypeError(f"{intent!r} is no intent")
        sequence = self._intent_tracker.send()
        try:
            is_sent = not self.playing or self._send(Act(sequence, intent))
        except TypeError:
            self._intent_tracker.refuse(sequence, "it can't be sent")
            raise
        if not self.playing:
            self._intent_tracker.lose("there is no connection to a seat")
        elif not is_sent:
            self._intent_tracker.lose("too much waits to be sent already")
        return sequence

    def say(self, text: str) -> bool:
        """Talk to everyone in the session. Return whether it could be sent."""
        return self._send(Say(text))

    def pause_party(self, *, wanted: bool = True) -> bool:
        """Ask for a pause of the whole session, or end one. Return whether it could be sent."""
        return self._send(PauseParty(wanted))

    def resync(self) -> None:
        """Ask for a keyframe after a frame that could not be applied. Drop deltas until it comes.

        If keyframes never help, the link treats the connection as lost.
        """
        if self._repairs.count_request():
            self._send(Resync())

    def cut(self) -> None:
        """Break the connection at once, without a word; the link connects again when it goes on."""
        if self._wire is not None:
            self._wire.cut()
            self._hurry.set()

    def try_now(self) -> None:
        """End the wait between two attempts."""
        self._hurry.set()
