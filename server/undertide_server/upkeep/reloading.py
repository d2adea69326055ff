"""The operator's settings, read again while the server runs."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Protocol

import structlog

from undertide_server.content.schema.errors import ContentError
from undertide_server.content.settings.reloadable import as_far_as_possible, changed
from undertide_server.content.settings.settings import ServerSettings
from undertide_server.gateway.edge.errors import BadCertificateError
from undertide_server.process.logs import set_level
from undertide_server.process.notify import Notifier
from undertide_server.process.open_files import allow_open_files, files_of
from undertide_server.util.background import running
from undertide_shared.own_addresses import addresses_for_others

log = structlog.get_logger()


class Adapting(Protocol):
    """A running server."""

    address: str

    def apply_settings(self, settings: ServerSettings) -> None:
        """Apply these settings from now on.

        Raises BadCertificateError; then nothing has changed.
        """


class Reloader:
    """A task that reads the operator's settings again and applies all that can change, or none.

    `read` reads them, with those of the command line in their place, and raises ContentError. A
    thread calls it.
    `settings` are those of the server's start.
    """

    def __init__(
        self,
        read: Callable[[], ServerSettings],
        settings: ServerSettings,
        server: Adapting,
        notifier: Notifier,
    ) -> None:
        self._read = read
        self._settings = settings
        self._server = server
        self._notifier = notifier

    def reloading(self, hangup: asyncio.Event) -> AbstractAsyncContextManager[None]:
        """Read the settings each time that `hangup` is set, until the context ends."""
        return running(self._reload_on(hangup))

    async def _reload_on(self, hangup: asyncio.Event) -> None:
        while True:
            await hangup.wait()
            hangup.clear()
            # In threads: a disk or a manager that stalls must not stop the game.
            await asyncio.to_thread(self._notifier.reloading)
            try:
                await self.reload()
            except Exception:
                log.exception("settings could not be read")
            address = addresses_for_others(self._server.address)[0]
            await asyncio.to_thread(self._notifier.ready, address)

    async def reload(self) -> None:
        """Apply the present settings. If any is wrong, everything stays as it was."""
        try:
            wanted = await asyncio.to_thread(self._read)
            adopted = as_far_as_possible(self._settings, wanted)
            self._server.apply_settings(adopted)
        except ContentError as error:
            for fault in error.faults:
                log.warning("setting refused", file=fault.file, key=fault.key, reason=fault.problem)
            return
        except BadCertificateError as fault:
            log.warning("setting refused", file=fault.file, key="tls", reason=str(fault))
            return
        self._adopted(adopted, wanted)

    def _adopted(self, adopted: ServerSettings, wanted: ServerSettings) -> None:
        """Log which settings have changed, and which wait for the next start."""
        before, self._settings = self._settings, adopted
        allow_open_files(files_of(adopted.limits))
        log.info("settings taken up", keys=" ".join(changed(before, adopted)))
        set_level(adopted.operations.log_level)
        waiting = changed(adopted, wanted)
        if waiting:
            log.warning("settings wait for the next start", keys=" ".join(waiting))
