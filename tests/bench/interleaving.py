"""Servers that are measured in turns, each with a crowd of its own; the others are stopped."""

import re
import signal
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from knee import Lateness
from workers import NOTHING, REAL, Worker

from undertide_shared.time import UNSTATED_RATE

SERVER_CORE: Final = 0
CROWD_CORE: Final = 1
"""A server has one core to itself, with all its threads; its crowd has the other one."""
CONTINUE_SECONDS: Final = 0.1
"""By which a crowd goes on before its server: it has answered pings by then."""
RESUME_SECONDS: Final = 1.2
"""After a server goes on, before it is measured: it makes up for what it missed."""
ARRIVED_SECONDS: Final = 2.0
"""After players came: monsters wake, heroes part."""
SETTINGS: Final = """
[limits]
sessions = 2000
sessions_per_second = 1000
sessions_per_day_per_address = 1000000
idle_session_seconds = 2.0
connections = 4000
connections_per_second = 1000
handshakes = 4000
"""
"""No limit stands in the way, and the sessions of players who are sent away end at once."""
BUCKET: Final = re.compile(r'undertide_beat_lateness_seconds_bucket\{le="([^"]+)"\} (\S+)')


@dataclass(frozen=True)
class Slice:
    """What a server and its crowd did for some seconds."""

    players: int
    living: int
    """Players whose hero is alive, at the end."""
    seconds: float
    cpu: float
    """Seconds of CPU of the server, all its threads together."""
    crowd_cpu: float
    late: Lateness
    frames: int
    bytes: int
    intents: int
    answers: tuple[float, ...]
    """Milliseconds from each intent to its first outcome, in order of size."""
    sizes: dict[str, int]
    """How often each size of frame came."""

    @property
    def cores(self) -> float:
        """The load of the server."""
        return self.cpu / self.seconds

    @property
    def crowd_cores(self) -> float:
        """The load of its crowd."""
        return self.crowd_cpu / self.seconds

    @property
    def cost(self) -> float:
        """Microseconds of the server's CPU for a player and tick, whether it was sent a frame."""
        return self.cpu / (self.players * self.seconds * UNSTATED_RATE) * 1e6


class Side:
    """A server with its crowd. It is stopped but while it is `running`."""

    def __init__(
        self,
        name: str,
        server: Worker,
        crowd: Worker,
        together: int,
        lateness: Callable[[Worker], Lateness],
    ) -> None:
        """Stop both. `lateness` reads from a server how late its beats were so far."""
        self.name = name
        self.players = 0
        self._server = server
        self._crowd = crowd
        self._together = together
        self._lateness = lateness
        self._stop()

    @contextmanager
    def running(self) -> Iterator[None]:
        """Let the server and its crowd go on for a while, and settle first."""
        self._crowd.resume()
        time.sleep(CONTINUE_SECONDS)
        self._server.resume()
        time.sleep(RESUME_SECONDS)
        try:
            yield
        finally:
            self._stop()

    def become(self, players: int) -> None:
        """Let players come or go until there are so many. The side must be running."""
        if players != self.players:
            self.players = self._crowd.ask("want", number=players, together=self._together)
            time.sleep(ARRIVED_SECONDS)

    def measure(self, seconds: float) -> Slice:
        """Measure for some seconds. The side must be running."""
        self._crowd.ask("begin")
        before, late, cpu = (
            self._crowd.ask("counts"),
            self._lateness(self._server),
            self._server.ask("cpu"),
        )
        began = time.monotonic()
        time.sleep(seconds)
        took = time.monotonic() - began
        cpu_after = self._server.ask("cpu")
        after, answers = self._crowd.ask("counts"), self._crowd.ask("latencies")
        return Slice(
            players=self.players,
            living=after["living"],
            seconds=took,
            cpu=cpu_after - cpu,
            crowd_cpu=after["cpu"] - before["cpu"],
            late=self._lateness(self._server) - late,
            frames=after["frames"] - before["frames"],
            bytes=after["bytes"] - before["bytes"],
            intents=after["intents"] - before["intents"],
            answers=tuple(sorted(answers)),
            sizes=self._crowd.ask("sizes"),
        )

    def sample(self, seconds: float) -> dict[str, int]:
        """Sample for some seconds where the server's CPU goes. The side must be running."""
        self._server.ask("sample")
        time.sleep(seconds)
        samples: dict[str, int] = self._server.ask("samples")
        return samples

    def faults(self) -> dict[str, int]:
        """Return what went wrong for its players so far. The side must be running."""
        faults: dict[str, int] = self._crowd.ask("counts")["faults"]
        return faults

    def tell_server(self, question: str, **details: object) -> None:
        """Ask the server something that it does. The side must be running."""
        self._server.ask(question, **details)

    def _stop(self) -> None:
        self._server.pause()
        self._crowd.pause()


def end_cleanly() -> None:
    """Let a SIGTERM end this process by its `with` blocks, so that no stopped server stays."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))


def measured_in_turns(sides: Sequence[Side], turns: int, seconds: float) -> list[list[Slice]]:
    """Return the slices of each side, one after the other, in so many turns."""
    slices: list[list[Slice]] = [[] for _ in sides]
    for _ in range(turns):
        for side, those in zip(sides, slices, strict=True):
            with side.running():
                those.append(side.measure(seconds))
    return slices


def lateness_in_metrics(server: Worker) -> Lateness:
    """Return how many beats of an undertide server were no later than each bound so far."""
    address = server.address().replace("ws://", "http://")
    with urllib.request.urlopen(address + "/metrics") as answer:
        text = answer.read().decode()
    return Lateness({float(bound): float(count) for bound, count in BUCKET.findall(text)})


def undertide_side(
    stack: ExitStack,
    name: str,
    kind: str,
    together: int,
    environment: Mapping[str, str] = NOTHING,
    *,
    keeps_runs: bool = True,
) -> Side:
    """Start a server, and a crowd without players; return both stopped.

    `environment` is added to that of the server. It keeps its runs on disk, or else in memory.
    """
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    (folder / "server.toml").write_text(SETTINGS, encoding="utf-8")
    serve = ("undertide", "serve", "--port", "0", *REAL)
    server = stack.enter_context(
        Worker(
            "metered_server.py",
            *serve,
            *("--config", str(folder)),
            *(("--data", str(folder)) if keeps_runs else ()),
            environment=environment,
            core=SERVER_CORE,
        )
    )
    crowd = stack.enter_context(Worker("throng.py", server.address(), kind, core=CROWD_CORE))
    return Side(name, server, crowd, together, lateness_in_metrics)
