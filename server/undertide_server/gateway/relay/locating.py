"""The decision which node carries out a message of a client in the lobby."""

import msgspec

from undertide_server.cluster.directory import ClusterDirectory
from undertide_server.cluster.lobby import ClusterLobby
from undertide_server.gateway.relay.errors import MisledError
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.open_sessions import underway_words
from undertide_server.sessions.registry import Registry
from undertide_server.sessions.session import Session
from undertide_shared.codes import id_of
from undertide_shared.messages import (
    ClientMessage,
    Create,
    Govern,
    Join,
    ListAuditEntries,
    ListChat,
    ListPeople,
    Watch,
)


def named_session(message: ClientMessage) -> str:
    """Return the id or invite code of the session that a message names; empty if it names none."""
    match message:
        case Join(session=said) | Watch(session=said):
            return said
        case Govern(session=said) | ListPeople(session=said) | ListAuditEntries(session=said):
            return said
        case ListChat(session=said):
            return said
        case _:
            return ""


class Locator:
    """Knows which node each message concerns."""

    def __init__(
        self, registry: Registry, directory: ClusterDirectory, lobby: ClusterLobby
    ) -> None:
        self._registry = registry
        self._directory = directory
        self._lobby = lobby

    def chosen(self, message: ClientMessage, identity: Identity) -> ClientMessage:
        """Return a message with the session that suits it, if its sender leaves that to the server.

        It stays as it is if a session of this node suits best. Raises RequestRefusedError if the
        only sessions with room are those of other nodes, and all are past their first floors.
        """
        if isinstance(message, Join) and not message.session:
            remote, here = self._lobby.best_to_join(), self._best_to_join(message, identity)
            is_better = here is None or (
                remote is not None and remote.players > len(here.members.seated)
            )
        elif isinstance(message, Watch) and not message.session:
            remote, here = self._lobby.best_to_watch(), self._best_to_watch(identity)
            is_better = here is None or (
                remote is not None
                and (remote.players, remote.info.heroes)
                > (len(here.members.seated), here.members.seating.living)
            )
        else:
            return message
        if remote is None or not is_better:
            self._check_underway(message, here)
            return message
        return msgspec.structs.replace(message, session=remote.id)

    def _check_underway(self, message: Join | Watch, here: Session | None) -> None:
        underway = self._lobby.underway() if here is None and isinstance(message, Join) else []
        if underway:
            raise RequestRefusedError("session_full", underway_words(underway))

    def _best_to_join(self, join: Join, identity: Identity) -> Session | None:
        try:
            return self._registry.open_sessions.find_to_join(join.calling, identity)
        except RequestRefusedError:
            return None

    def _best_to_watch(self, identity: Identity) -> Session | None:
        try:
            return self._registry.open_sessions.find_to_watch(identity)
        except RequestRefusedError:
            return None

    async def node_of(self, message: ClientMessage, member: int, identity: Identity) -> str:
        """Return the node that a message from somebody in the lobby concerns.

        A session that no node plays may rest: then it is this node, which brings it back, or says
        that there is none. It says so too of sessions that the sender may not learn of.

        Raises MisledError while this node owns the session's run and has not brought it back yet;
        DirectoryBusyError, or StoreError when the store can't be asked.
        """
        if isinstance(message, Create):
            return self._directory.least_loaded()
        said = named_session(message)
        token = message.token if isinstance(message, Join) else b""
        owner = await self._directory.find_session(said, member, identity, token) if said else None
        if owner == self._directory.node and not self._has(said):
            raise MisledError(owner)
        return owner or self._directory.node

    def _has(self, said: str) -> bool:
        """Return whether a session is live here, or its run rests."""
        is_live = id_of(said) in self._registry.sessions
        return is_live or self._registry.resting.find_run(said) is not None
