"""What operators may see of the whole server: how it is, and what the worlds of its runs hold."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from undertide_server.accounts.service import AccountService
from undertide_server.cluster.look_back import LookBack
from undertide_server.gateway.connections.peers import ConnectedPeer
from undertide_server.gateway.connections.sender import Sender
from undertide_server.gateway.handlers.server_moderation import called, check_operator
from undertide_server.looks.errors import BadLookError, LookFailedError
from undertide_server.looks.look_process import LookProcess
from undertide_server.looks.messages import LookAtRun
from undertide_server.replays.catalogue import KEEPS_NONE, RunCatalogue
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.registry import Registry
from undertide_server.store.engine.address import StoreAddress, as_text
from undertide_server.store.records import StoredRun
from undertide_shared.messages import Looked, LookInto, ShowStatus, StatusReport

InsightMessage = LookInto | ShowStatus
NOTED_SECONDS: Final = 3600.0
"""Time in which the audit log notes once that an operator looks into a run: who steps through it
sends hundreds of looks."""
MOST_NOTED: Final = 1000
"""The most operators and runs that are remembered for that; the first are forgotten."""
NOT_YET: Final = "the server isn't up yet"


class InsightHandler:
    """A handler of operators' questions about runs and the server.

    Looks read the store in a process of their own, so sessions don't wait for them, and any node
    can look into any run of the store.
    """

    def __init__(
        self,
        registry: Registry,
        sender: Sender,
        accounts: AccountService,
        store: StoreAddress | None,
        look_back: LookBack,
    ) -> None:
        self._registry = registry
        self._sender = sender
        self._accounts = accounts
        self._store = store
        self._look_back = look_back
        self._catalogue = RunCatalogue(store)
        self._process = LookProcess()
        self._noted: dict[tuple[str, str], float] = {}
        """When the audit log last noted that somebody looked into a run, by who and which run."""
        self._loop = asyncio.get_running_loop()
        self.report: Callable[[], Awaitable[bytes]] = _no_report
        """Returns the data of the status page, in JSON: of all workers, if there are others."""

    async def handle_message(self, peer: ConnectedPeer, message: InsightMessage) -> None:
        """Answer an operator. Raises RequestRefusedError."""
        check_operator(peer.identity)
        match message:
            case LookInto():
                await self._look_into(peer, message)
            case ShowStatus():
                self._sender.reply(peer, StatusReport((await self.report()).decode()))

    async def _look_into(self, peer: ConnectedPeer, message: LookInto) -> None:
        if self._store is None:
            raise RequestRefusedError("unknown_run", KEEPS_NONE)
        run = await self._find_run(peer, message.session)
        self._note(called(peer.identity), run)
        command = LookAtRun(
            *(as_text(self._store), run.run, message.step, message.since),
            *(message.floor, message.entity, message.component, message.after),
        )
        try:
            told = await self._process.take_look(command)
        except BadLookError as fault:
            raise RequestRefusedError("bad_option", fault.reason) from fault
        except LookFailedError as fault:
            if fault.is_hung:
                self._registry.hung_workers["look"] += 1
            raise RequestRefusedError("server_full", fault.reason) from fault
        self._sender.reply(peer, Looked(told.decode()))

    async def _find_run(self, peer: ConnectedPeer, said: str) -> StoredRun:
        """Return the run of a session that lives or rests, or the one with a name.

        Raises RequestRefusedError.
        """
        run = await self._look_back.run_of(said, peer.number, peer.identity)
        return await self._catalogue.named(self._registry.resting.find_run(said) or run)

    def _note(self, who: str, run: StoredRun) -> None:
        """Note in the audit log that somebody looks into a run, once in `NOTED_SECONDS`."""
        now, key = self._loop.time(), (who, run.run)
        if now - self._noted.get(key, -NOTED_SECONDS) < NOTED_SECONDS:
            return
        self._noted.pop(key, None)
        self._noted[key] = now
        if len(self._noted) > MOST_NOTED:
            del self._noted[next(iter(self._noted))]
        self._accounts.audit.record(who, f"looked into the run {run.run}", run.session)

    async def close(self) -> None:
        """End the process that takes looks."""
        await self._process.close()


async def _no_report() -> bytes:
    raise RequestRefusedError("server_full", NOT_YET)
