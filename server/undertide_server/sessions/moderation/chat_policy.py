"""The rules of who may talk in a session, and who hears it."""

from collections.abc import Callable

from undertide_server.sessions.members.directory import Participant
from undertide_server.sessions.members.members import Members
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.settings import SessionMute, SessionSettings
from undertide_server.sessions.moderation.roles import Roles
from undertide_server.sessions.moderation.sanctions import MOST_MUTES, is_over, left_words, silences
from undertide_shared.messages import Listening
from undertide_shared.ranks import Rank

WATCHERS_SILENT = "spectators may not chat in this session"


class ChatPolicy:
    """The mutes of one session, and its rule for spectators.

    `wall` returns seconds since 1970.
    """

    def __init__(
        self, settings: SessionSettings, members: Members, roles: Roles, wall: Callable[[], float]
    ) -> None:
        self._settings = settings
        self._members = members
        self._roles = roles
        self._wall = wall

    @property
    def mutes(self) -> list[SessionMute]:
        """The mutes in force, the oldest first."""
        wall = self._wall()
        return [mute for mute in self._settings.mutes if not is_over(mute.until, wall)]

    def is_muted(self, person: Participant) -> bool:
        """Return whether a person is muted."""
        return self._mute_on(person) is not None

    def is_seat_muted(self, seat: int) -> bool:
        """Return whether the player of a seat is muted."""
        person = self._members.directory.of_seat(seat)
        return person is not None and self.is_muted(person)

    def check(self, member: int) -> None:
        """Check that a member may talk. Raises RequestRefusedError."""
        person = self._members.directory.of_member(member)
        if person is None:
            return
        mute = self._mute_on(person)
        if mute is not None:
            raise RequestRefusedError(
                "muted", f"you are muted {left_words(mute.until, self._wall())}"
            )
        by_rule = person.seat is None and not self._settings.watchers_talk
        if by_rule and self._roles.rank_of(person) < Rank.MODERATOR:
            raise RequestRefusedError("muted", WATCHERS_SILENT)

    def lapsed(self) -> bool:
        """Remove mutes that have ended; return whether there were any."""
        mutes = self.mutes
        ended = len(mutes) < len(self._settings.mutes)
        if ended:
            self._settings.mutes = mutes
        return ended

    def hear(self, member: int, whom: Listening) -> None:
        """Set whose chat a member wants to hear besides its own."""
        person = self._members.directory.of_member(member)
        if person is not None:
            person.hears = whom

    def mute_of(self, person: Participant, until: float) -> SessionMute:
        """Return the mute of a person until `until`, which `mute` brings into force."""
        who = person.identity
        seats = None if who.account else self._members.seating.seats_given
        address_key = "" if who.account and person.seat is not None else who.address_key
        return SessionMute(until, who.account, address_key, person.seat, seats)

    def silenced_by(self, mute: SessionMute) -> list[Participant]:
        """Return the people here whom a mute concerns, in force or not."""
        return [
            each for each in self._members.directory if silences(mute, each.seat, each.identity)
        ]

    def mute(self, person: Participant, mute: SessionMute) -> None:
        """Bring the mute of a person into force, in place of those in force.

        Raises RequestRefusedError if too many people are muted.
        """
        who = person.identity
        others = [each for each in self.mutes if not silences(each, person.seat, who)]
        if len(others) >= MOST_MUTES:
            reason = f"{MOST_MUTES} people are muted here: unmute some, or turn off spectator chat"
            raise RequestRefusedError("not_allowed", reason)
        self._settings.mutes = [*others, mute]

    def unmute(self, person: Participant) -> None:
        """Unmute a person."""
        who = person.identity
        self._settings.mutes = [each for each in self.mutes if not silences(each, person.seat, who)]

    def _mute_on(self, person: Participant) -> SessionMute | None:
        if not self._settings.mutes:
            return None
        seat, who = person.seat, person.identity
        return next((mute for mute in self.mutes if silences(mute, seat, who)), None)
