"""How one session is run: its roles, its door and its voices, over the record that they share."""

from undertide_server.content.records.ruleset import Ruleset
from undertide_server.sessions.members.members import Company
from undertide_server.sessions.model.codes import code_of
from undertide_server.sessions.model.info import Footing
from undertide_server.sessions.model.settings import encode_settled
from undertide_server.sessions.moderation.access import Door
from undertide_server.sessions.moderation.chat import Voices
from undertide_server.sessions.moderation.roles import Roles
from undertide_shared.messages import Terms


class Standing:
    """What everybody may do in one session. `delay` is what spectators stay behind, in seconds."""

    def __init__(
        self, session: str, footing: Footing, company: Company, rules: Ruleset, delay: int
    ) -> None:
        self.settled = footing.settled
        self.roles = Roles(self.settled, company, footing.maker)
        self.door = Door(self.settled, self.roles, footing.wall)
        self.voices = Voices(self.settled, company, self.roles, footing.wall)
        self.delay = delay
        self._session = session
        self._house = rules.house

    @property
    def terms(self) -> Terms:
        """How the session is run: what all who are in it may know."""
        return Terms(
            access=self.settled.access,
            locked=self.settled.locked,
            watchers_talk=self.settled.watchers_talk,
            delay=self.delay,
            friendly_fire=self._house.friendly_fire,
            new_heroes=self._house.new_heroes,
        )

    @property
    def invite(self) -> str:
        """The invite code, where one must be said to come in; else nothing."""
        return self.code if self.settled.access == "invited" else ""

    @property
    def code(self) -> str:
        """The invite code, once there is one."""
        return code_of(self._session, self.settled.secret)

    @property
    def data(self) -> bytes:
        """All that is settled, for the journal."""
        return encode_settled(self.settled)
