"""The lobby of all nodes: one list of sessions, and a session for those who name none."""

from operator import itemgetter

import msgspec

from undertide_server.cluster.lobby_lines import LobbyLines
from undertide_server.cluster.remote_sessions import RemoteSession, RemoteSessions
from undertide_server.sessions.registry import Registry
from undertide_server.sessions.session import Session
from undertide_shared.limits import MAX_LISTED_SESSIONS, MAX_NAMED_SESSIONS
from undertide_shared.messages import SessionInfo


class ClusterLobby:
    """The sessions of this node and of the others, as people in a lobby see them."""

    def __init__(self, registry: Registry, lines: LobbyLines, remote: RemoteSessions) -> None:
        self._registry = registry
        self._lines = lines
        self._remote = remote

    def infos(
        self, skip: int = 0, count: int = MAX_LISTED_SESSIONS, *, operator: bool = False
    ) -> list[SessionInfo]:
        """Return a page of the lobby's list, as `Registry.infos`, with the sessions of all nodes.

        An operator sees those of other nodes as spectators do.
        """
        remote = self._elsewhere()
        if not remote:
            return self._registry.infos(skip, count, operator=operator)
        local = self._registry.sessions.values()
        listed: list[tuple[int, str, Session | RemoteSession]] = [
            (self._lines.made(each.id), each.id, each)
            for each in local
            if operator or each.policy.access_control.is_public
        ]
        listed += (
            (each.made, each.id, each)
            for each in remote
            if operator or each.info.access == "public"
        )
        listed.sort(key=itemgetter(0, 1))
        page = listed[skip : skip + count]
        return [
            _info(each, live=operator, named=number < MAX_NAMED_SESSIONS)
            for number, (_, _, each) in enumerate(page)
        ]

    def _elsewhere(self) -> list[RemoteSession]:
        """Return the sessions of other nodes, without those that have just come here."""
        local = self._registry.sessions
        return [each for each in self._remote if each.id not in local]

    def best_to_join(self) -> RemoteSession | None:
        """Return the session of another node for a newcomer who names none, as `for_join` does.

        The one with most players present; None if no public session elsewhere has room. Its owner
        may still refuse the newcomer.
        """
        found = [
            each
            for each in self._elsewhere()
            if _is_open(each.info) and not each.info.full and not each.info.ended
        ]
        return max(found, key=lambda each: each.players, default=None)

    def best_to_watch(self) -> RemoteSession | None:
        """Return the session of another node for a spectator who names none: most living heroes."""
        found = [
            each
            for each in self._elsewhere()
            if _is_open(each.info) and each.info.watchable and not each.info.ended
        ]
        return max(found, key=lambda each: each.info.heroes, default=None)


def _is_open(info: SessionInfo) -> bool:
    return info.access == "public" and not info.locked


def _info(session: Session | RemoteSession, *, live: bool, named: bool) -> SessionInfo:
    """Return the line of a session; an operator gets this node's own as they are now."""
    if isinstance(session, Session):
        return session.info(live=live, named=named)
    return session.info if named else msgspec.structs.replace(session.info, party=[])
