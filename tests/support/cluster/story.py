"""What happened in a simulated cluster, in order, for the reader of a seed that failed."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

import structlog

from support.cluster.virtual_time import VirtualTime


class Story:
    """The lines of one seed's story. They are made into text only if somebody reads them."""

    def __init__(self, time: VirtualTime) -> None:
        self._time = time
        self._events: list[tuple[float, str, str]] = []

    def note(self, who: str, what: str) -> None:
        self._events.append((self._time.now, who, what))

    @contextmanager
    def taking_logs(self) -> Iterator[None]:
        """Take all that the server's parts log, in place of showing it."""

        def take(_logger: object, _level: str, said: dict[str, Any]) -> NoReturn:
            what = " ".join(f"{key}={value}" for key, value in said.items() if key != "event")
            self.note("log", f"{said['event']} {what}")
            raise structlog.DropEvent

        processors = structlog.get_config()["processors"]
        before = list(processors)
        processors[:] = [take]
        try:
            yield
        finally:
            processors[:] = before

    def __str__(self) -> str:
        return "\n".join(f"{at:7.3f}  {who:8} {what}" for at, who, what in self._events)
