"""Orders carried out, once the table of ranks lets them be given; and those about the session."""

from collections.abc import Callable
from typing import assert_never

from undertide_server.sessions.enforcement import Discipline, because
from undertide_server.sessions.members.members import Company
from undertide_server.sessions.membership import Membership
from undertide_server.sessions.model.codes import SECRET_LENGTH, word_of
from undertide_server.sessions.model.errors import Refused
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.model.info import Footing
from undertide_server.sessions.moderation.giver import MAKER, OPERATOR, Giver
from undertide_server.sessions.moderation.listing import name_of
from undertide_server.sessions.moderation.policy import Standing
from undertide_server.sessions.moderation.ranks import LEAST_WORDS, NEEDED, Rank
from undertide_shared.messages import (
    Access,
    Appoint,
    Ban,
    Dissolve,
    Invite,
    Kick,
    Lock,
    Mute,
    Order,
    Outlaw,
    Pardon,
    Refuse,
    SetAccess,
    SetChat,
    Unmute,
)

AboutPeople = Kick | Ban | Refuse | Pardon | Mute | Unmute | Appoint
AboutSession = Lock | SetAccess | SetChat | Invite | Dissolve | Outlaw
ELSEWHERE = "nobody is banned from the whole server in a session"


class Governing:
    """Carries out the orders of one session. `fresh_token` gives chance for invite codes."""

    def __init__(
        self,
        session: str,
        standing: Standing,
        company: Company,
        membership: Membership,
        footing: Footing,
        fresh_token: Callable[[], bytes],
    ) -> None:
        self.dissolved = ""
        """Why the session is to end; nothing while it goes on."""
        self._session = session
        self._standing = standing
        self._company = company
        self._discipline = Discipline(standing, company, membership, footing.wall)
        self._record_deed = footing.record_deed
        self._fresh_token = fresh_token

    def carry_out(self, member: int | None, identity: Identity, order: Order, now: float) -> None:
        """Do as somebody orders, a member or not, and record it. Raises Refused."""
        giver = self._giver(member, identity)
        needed = NEEDED[type(order)]
        if giver.rank < needed:
            raise Refused("not_allowed", f"only {LEAST_WORDS[needed]} may do that here")
        if isinstance(order, AboutPeople):
            done = self._deal_with(giver, order, now)
        else:
            done = self._run_session(giver, order)
        self._record_deed(giver.name, done, self._session)

    def check_place(self, member: int | None, identity: Identity) -> None:
        """Raise Refused for strangers: they are told nothing of who is here."""
        if self._standing.roles.rank(member, identity) is Rank.STRANGER:
            raise Refused("not_allowed", "only who has a place in a session is told who is there")

    def _giver(self, member: int | None, identity: Identity) -> Giver:
        roles, person = self._standing.roles, self._company.folk.of_member(member)
        name = identity.account or (name_of(person, self._company) if person else "")
        rank, seat = roles.rank(member, identity), roles.seat_of(member, identity)
        return Giver(rank, name or (OPERATOR if identity.operator else MAKER), seat)

    def _deal_with(self, giver: Giver, order: AboutPeople, now: float) -> str:
        match order:
            case Kick():
                done = self._discipline.kick(giver, order, now)
            case Ban():
                done = self._discipline.ban(giver, order, now)
            case Refuse():
                done = self._discipline.refuse(giver, order, now)
            case Pardon():
                done = self._discipline.pardon(order)
            case Mute():
                done = self._discipline.mute(giver, order)
            case Unmute():
                done = self._discipline.unmute(giver, order)
            case Appoint():
                done = self._discipline.appoint(order)
            case _:
                assert_never(order)
        return done

    # --- the session -------------------------------------------------------------------------

    def _run_session(self, giver: Giver, order: AboutSession) -> str:
        match order:
            case Lock(locked=locked):
                self._standing.settled.locked = locked
                done = "locked the session" if locked else "unlocked the session"
            case SetChat(watchers=watchers):
                self._standing.settled.watchers_talk = watchers
                done = f"let spectators talk{'' if watchers else ' no more'}"
            case SetAccess(access=access):
                done = self._set_access(access)
            case Invite(renew=renew):
                done = self._invite(giver, renew=renew)
            case Dissolve(reason=reason):
                done = self._dissolve(giver, reason)
            case Outlaw():
                raise Refused("wrong_state", ELSEWHERE)
            case _:
                assert_never(order)
        return done

    def _set_access(self, access: Access) -> str:
        self._standing.settled.access = access
        if access == "invited":
            self._need_secret()
        return f"made the session {access}"

    def _invite(self, giver: Giver, *, renew: bool) -> str:
        """See to an invite code that its giver may be told."""
        if giver.rank < Rank.MODERATOR:
            if renew:
                raise Refused("not_allowed", f"only {LEAST_WORDS[Rank.MODERATOR]} renew the code")
            if self._standing.settled.access != "invited":
                raise Refused("not_allowed", "this session asks nobody for an invite code")
        if renew:
            self._standing.settled.secret = ""
        self._need_secret()
        return "renewed the invite code" if renew else "asked for the invite code"

    def _dissolve(self, giver: Giver, reason: str) -> str:
        self.dissolved = f"{giver.name} ended the session{because(reason)}"
        return f"ended the session{because(reason)}"

    def _need_secret(self) -> None:
        settled = self._standing.settled
        settled.secret = settled.secret or word_of(self._fresh_token(), SECRET_LENGTH)
