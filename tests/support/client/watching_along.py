"""A terminal's mirror that watches what a page watches, from a thread of its own."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

from support.client.mirror_values import told_by_mirror
from support.gateway.raw_clients import guest
from support.processes.waiting import LONGEST
from undertide_client.model.mirror import Mirror
from undertide_shared.messages import Delta, Keyframe, Watch

MAX_KEPT: Final = 3_000
"""Frames that are remembered: minutes of a fight."""


@contextmanager
def watching_along(address: str, session: str, seat: int | None) -> Iterator[dict[int, Any]]:
    """Yield what the mirror held after each frame, by its number, as it comes to pass.

    All viewers of a view are told the same frames, so a page must hold the same after each.
    """
    seen: dict[int, Any] = {}
    begun = threading.Event()
    stop = threading.Event()
    thread = threading.Thread(
        target=lambda: asyncio.run(_watch(address, Watch(session, "Kim", seat), seen, begun, stop))
    )
    thread.start()
    try:
        assert begun.wait(LONGEST), "nothing came to watch"
        yield seen
    finally:
        stop.set()
        thread.join()


async def _watch(
    address: str,
    wanted: Watch,
    seen: dict[int, Any],
    begun: threading.Event,
    stop: threading.Event,
) -> None:
    mirror = Mirror()
    async with guest(address) as client:
        await client.send(wanted)
        while not stop.is_set() and len(seen) < MAX_KEPT:
            with suppress(TimeoutError):
                # So that the thread ends too where nothing comes any more.
                message = await asyncio.wait_for(client.receive(), timeout=0.5)
                mirror.apply(message)
                if isinstance(message, Keyframe | Delta) and mirror.number is not None:
                    seen[mirror.number] = told_by_mirror(mirror)
                    begun.set()
