"""The policy of one session: its roles, access and chat, all over the same settings."""

from undertide_server.content.records.ruleset import Ruleset
from undertide_server.sessions.members.members import Members
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.model.info import SessionContext
from undertide_server.sessions.model.settings import encode_settings
from undertide_server.sessions.moderation.access_control import AccessControl
from undertide_server.sessions.moderation.chat_policy import ChatPolicy
from undertide_server.sessions.moderation.roles import Roles
from undertide_shared.codes import code_of
from undertide_shared.messages import Terms
from undertide_shared.ranks import Rank

STRANGERS = "only members of a session may see who is in it"


class SessionPolicy:
    """The rights of everybody in one session.

    `delay` is the delay of spectators, in seconds.
    """

    def __init__(
        self, session: str, context: SessionContext, members: Members, rules: Ruleset, delay: int
    ) -> None:
        self.settings = context.settings
        self.roles = Roles(self.settings, members, context.maker)
        self.access_control = AccessControl(self.settings, self.roles, context.wall)
        self.chat_policy = ChatPolicy(self.settings, members, self.roles, context.wall)
        self.delay = delay
        self._wall = context.wall
        self._session = session
        self._house = rules.house

    def note_presence(self, *, somebody: bool) -> None:
        """Note whether anybody is connected, for the next server."""
        if somebody:
            self.settings.left_at = None
        elif self.settings.left_at is None:
            self.settings.left_at = self._wall()

    @property
    def seconds_empty(self) -> float:
        """How long nobody has been in the session, as far as its settings tell."""
        left_at = self.settings.left_at
        return 0.0 if left_at is None else max(0.0, self._wall() - left_at)

    def check_member(self, member: int | None, identity: Identity) -> None:
        """Raise RequestRefusedError for a stranger, who may not list the session's people."""
        if self.roles.rank(member, identity) is Rank.STRANGER:
            raise RequestRefusedError("not_allowed", STRANGERS)

    @property
    def terms(self) -> Terms:
        """The terms of the session, which all its people may know."""
        return Terms(
            access=self.settings.access,
            locked=self.settings.locked,
            watchers_talk=self.settings.watchers_talk,
            delay=self.delay,
            friendly_fire=self._house.friendly_fire,
            new_heroes=self._house.new_heroes,
            gentle=self._house.gentle,
        )

    @property
    def invite(self) -> str:
        """The invite code, if people need one to enter; else empty."""
        return self.code if self.settings.access == "invited" else ""

    @property
    def code(self) -> str:
        """The invite code, if one has been made."""
        return code_of(self._session, self.settings.secret)

    @property
    def data(self) -> bytes:
        """The encoded settings, for the journal."""
        return encode_settings(self.settings)
