"""What people may see of runs by now, as live sessions decide it on whichever node they are."""

import asyncio
from collections.abc import Sequence
from typing import Final

from undertide_server.cluster.directory import ClusterDirectory, DirectoryBusyError
from undertide_server.cluster.links.errors import LinkError
from undertide_server.cluster.links.messages import (
    AskLookBack,
    AskReaches,
    LookBackVerdict,
    RunReaches,
)
from undertide_server.cluster.other_nodes import OtherNodes
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.registry import Registry
from undertide_server.store.errors import StoreError
from undertide_shared.codes import id_of
from undertide_shared.messages import SessionInfo

BUSY: Final = "the session of this run can't be asked at the moment: try again"
NO_MEMBER: Final = -1
"""The number of somebody who is in no session."""


class LookBack:
    """The rules of live sessions for those who look at their runs; those that ended lately too.

    A server without other nodes asks its registry alone.
    """

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._others: OtherNodes | None = None
        self._directory: ClusterDirectory | None = None
        self._loop = asyncio.get_running_loop()

    def join(self, others: OtherNodes, directory: ClusterDirectory) -> None:
        """Ask other nodes about their sessions, and answer them about those of this one."""
        self._others = others
        self._directory = directory
        others.answer_with(AskLookBack, self._tell_verdict)
        others.answer_with(AskReaches, self._tell_reaches)

    # --- sessions ----------------------------------------------------------------------------

    async def run_of(self, said: str, member: int, identity: Identity) -> str:
        """Return the run of the live session that somebody names, and may learn of.

        Without one it is the name itself. A session that another node has just made is in the
        store before that node's news tell of it. Raises RequestRefusedError if the store can't be
        asked.
        """
        session = self._registry.live(said)
        if session is not None:
            is_known = self._registry.is_known(member, identity, said)
            return session.config.run if is_known else said
        if self._directory is None:
            return said
        remote = self._directory.remote.get(id_of(said))
        if remote is not None:
            return remote.run if remote.door.is_known_to(identity, said) else said
        try:
            return await self._directory.find_run_of(said, identity) or said
        except (DirectoryBusyError, StoreError) as fault:
            raise RequestRefusedError("server_full", BUSY) from fault

    def public_info(self, session: str) -> SessionInfo | None:
        """Return the lobby's line of a live session with an id, if strangers may watch it."""
        own = self._registry.sessions.get(session)
        if own is not None:
            return own.disclosure.info() if own.policy.access_control.is_public else None
        remote = None if self._directory is None else self._directory.remote.get(session)
        return remote.info if remote is not None and remote.info.access == "public" else None

    # --- replays -----------------------------------------------------------------------------

    async def check(self, run: str, said: str, member: int, identity: Identity) -> None:
        """Raise RequestRefusedError if a person may not watch a run's replay.

        The rules of a live run's session hold for its replay, too. `said` is the name that the
        person used: a session's id or invite code, or the name of the run.
        """
        self._registry.check_look_back(run, said, member, identity)
        if self._others is None or self._directory is None:
            return
        try:
            owner = await self._directory.find_run(run)
            if not owner or owner == self._directory.node:
                return
            person = identity.account, identity.address_key, identity.operator
            asked = AskLookBack(run, said, *person)
            verdict = await self._others.query_one(owner, asked, LookBackVerdict)
        except (DirectoryBusyError, LinkError, StoreError) as fault:
            raise RequestRefusedError("server_full", BUSY) from fault
        if verdict.code is not None:
            raise RequestRefusedError(verdict.code, verdict.reason)

    async def _tell_verdict(self, asked: AskLookBack) -> LookBackVerdict:
        identity = Identity(asked.account, asked.address_key, asked.operator)
        try:
            self._registry.check_look_back(asked.run, asked.said, NO_MEMBER, identity)
        except RequestRefusedError as refusal:
            return LookBackVerdict(refusal.code, refusal.reason)
        return LookBackVerdict()

    async def reaches(self, runs: Sequence[str]) -> list[int | None]:
        """Return the last step of each run that replays may show; None means all of them.

        A run whose node gives no answer shows nothing.
        """
        found = self._own_reaches(runs)
        if self._others is None or not runs:
            return found
        answers = await self._others.query_all(AskReaches(list(runs)), RunReaches)
        for node, answer in answers.items():
            theirs = self._unknown_reaches(node, runs) if answer is None else answer.reaches
            found = [_shorter(*pair) for pair in zip(found, theirs, strict=True)]
        return found

    def _own_reaches(self, runs: Sequence[str]) -> list[int | None]:
        now = self._loop.time()
        return [self._registry.watchable(run, now) for run in runs]

    def _unknown_reaches(self, node: str, runs: Sequence[str]) -> list[int | None]:
        """Return how far runs may be seen of which a node would have to say more."""
        directory = self._directory
        assert directory is not None, "it comes with the others"
        return [0 if directory.known_owner_of_run(run) == node else None for run in runs]

    async def _tell_reaches(self, asked: AskReaches) -> RunReaches:
        return RunReaches(self._own_reaches(asked.runs))


def _shorter(one: int | None, other: int | None) -> int | None:
    """Return the lower of two last steps; None is the end of the run."""
    return min((step for step in (one, other) if step is not None), default=None)
