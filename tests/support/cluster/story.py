"""What happened in a simulated cluster, in order, for the reader of a seed that failed."""

from support.cluster.virtual_time import VirtualTime


class Story:
    """The lines of one seed's story. They are made into text only if somebody reads them."""

    def __init__(self, time: VirtualTime) -> None:
        self._time = time
        self._events: list[tuple[float, str, str]] = []

    def note(self, who: str, what: str) -> None:
        self._events.append((self._time.now, who, what))

    def __str__(self) -> str:
        return "\n".join(f"{at:7.3f}  {who:8} {what}" for at, who, what in self._events)
