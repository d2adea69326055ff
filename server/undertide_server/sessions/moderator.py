"""Execution of orders, after a check of ranks; orders about the whole session."""

from collections.abc import Callable
from typing import assert_never

from undertide_server.sessions.enforcement import Enforcement, Moderating, because
from undertide_server.sessions.members.members import Members
from undertide_server.sessions.membership import Membership
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.model.info import SessionContext
from undertide_server.sessions.moderation.listing import name_of
from undertide_server.sessions.moderation.policy import SessionPolicy
from undertide_server.util.names import MAKER, OPERATOR
from undertide_shared.codes import ID_LENGTH, SECRET_LENGTH, word_of
from undertide_shared.messages import (
    Access,
    Announce,
    Appoint,
    Ban,
    Dissolve,
    Invite,
    Kick,
    Lock,
    Mute,
    Order,
    Refuse,
    ServerBan,
    SetAccess,
    SetChat,
    Unban,
    Unmute,
)
from undertide_shared.ranks import LEAST_WORDS, NEEDED, Rank, may_give, may_renew_code, may_see_code

AboutPeople = Kick | Ban | Refuse | Unban | Mute | Unmute | Appoint
AboutSession = Lock | SetAccess | SetChat | Invite | Dissolve | ServerBan | Announce
ELSEWHERE = "this order is for the whole server, not for a session"

SHORT_ID = "the id of a session by invitation is too short to keep strangers out: make it public"


class Moderator:
    """The part of a session that carries out orders.

    `fresh_token` returns random bytes for invite codes.
    """

    def __init__(
        self,
        session: str,
        policy: SessionPolicy,
        members: Members,
        membership: Membership,
        context: SessionContext,
        fresh_token: Callable[[], bytes],
    ) -> None:
        self.dissolved = ""
        """Why the session must end; empty while it goes on."""
        self._session = session
        self._policy = policy
        self._members = members
        self._enforcement = Enforcement(policy, members, membership, context.wall)
        self._record_audit = context.record_audit
        self._fresh_token = fresh_token

    def carry_out(self, member: int | None, identity: Identity, order: Order) -> str:
        """Carry out an order from a member or an outsider, and record it; return what was done.

        Raises RequestRefusedError.
        """
        moderating = self._moderating(member, identity)
        if not may_give(moderating.rank, type(order)):
            allowed = LEAST_WORDS[NEEDED[type(order)]]
            raise RequestRefusedError("not_allowed", f"only {allowed} may do that here")
        if isinstance(order, AboutPeople):
            done = self._deal_with(moderating, order)
        else:
            done = self._run_session(moderating, order)
        self._record_audit(moderating.name, done, self._session)
        return done

    def _moderating(self, member: int | None, identity: Identity) -> Moderating:
        roles, person = self._policy.roles, self._members.directory.of_member(member)
        name = identity.account or (name_of(person, self._members) if person else "")
        rank, seat = roles.rank(member, identity), roles.seat_of(member, identity)
        return Moderating(rank, name or (OPERATOR if identity.operator else MAKER), seat)

    def _deal_with(self, moderating: Moderating, order: AboutPeople) -> str:
        match order:
            case Kick():
                done = self._enforcement.kick(moderating, order)
            case Ban():
                done = self._enforcement.ban(moderating, order)
            case Refuse():
                done = self._enforcement.refuse(moderating, order)
            case Unban():
                done = self._enforcement.pardon(order)
            case Mute():
                done = self._enforcement.mute(moderating, order)
            case Unmute():
                done = self._enforcement.unmute(moderating, order)
            case Appoint():
                done = self._enforcement.appoint(order)
            case _:
                assert_never(order)
        return done

    # --- the session -------------------------------------------------------------------------

    def _run_session(self, moderating: Moderating, order: AboutSession) -> str:
        match order:
            case Lock(locked=locked):
                self._policy.settings.locked = locked
                done = "locked the session" if locked else "unlocked the session"
            case SetChat(watchers=watchers):
                self._policy.settings.watchers_talk = watchers
                done = f"turned spectator chat {'on' if watchers else 'off'}"
            case SetAccess(access=access):
                done = self._set_access(access)
            case Invite(renew=renew):
                done = self._invite(moderating, renew=renew)
            case Dissolve(reason=reason):
                done = self._dissolve(moderating, reason)
            case ServerBan() | Announce():
                raise RequestRefusedError("wrong_state", ELSEWHERE)
            case _:
                assert_never(order)
        return done

    def _set_access(self, access: Access) -> str:
        """Change who may come in. Raises RequestRefusedError if a short id were all it takes."""
        if access == "unlisted" and len(self._session) < ID_LENGTH:
            raise RequestRefusedError("not_allowed", SHORT_ID)
        self._policy.settings.access = access
        if access == "invited":
            self._need_secret()
        return f"made the session {access}"

    def _invite(self, moderating: Moderating, *, renew: bool) -> str:
        """Make sure there is an invite code, and that this person may see it."""
        if renew and not may_renew_code(moderating.rank):
            raise RequestRefusedError(
                "not_allowed", f"only {LEAST_WORDS[Rank.MODERATOR]} renew the code"
            )
        if not may_see_code(moderating.rank, self._policy.settings.access):
            raise RequestRefusedError("not_allowed", "this session needs no invite code")
        if renew:
            self._policy.settings.secret = ""
        self._need_secret()
        return "renewed the invite code" if renew else "asked for the invite code"

    def _dissolve(self, moderating: Moderating, reason: str) -> str:
        self.dissolved = f"{moderating.name} ended the session{because(reason)}"
        return f"ended the session{because(reason)}"

    def _need_secret(self) -> None:
        settings = self._policy.settings
        settings.secret = settings.secret or word_of(self._fresh_token(), SECRET_LENGTH)
