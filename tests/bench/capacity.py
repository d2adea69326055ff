"""How many players one server process carries, and where it bends.

A real `undertide serve --data`, always in real time, in sessions of eight. Players come in stages;
at each stage, after a while to settle, are measured: the CPU of the server and of the players'
process (more than 90 % of a core there means that they, not the server, set the pace), how late the
beats of sessions begin (`/metrics`), how long answers to intents take, and bytes. The last stage
before beats are late by a tick is the knee; there the server's CPU is sampled.

    python tests/bench/capacity.py [PLAYERS …]
"""

import re
import statistics
import sys
import tempfile
import time
import urllib.request
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from workers import REAL, Worker, wait_until

STAGES: Final = (40, 80, 160, 240, 320, 400, 480, 560, 640, 800, 1000)
TOGETHER: Final = 8
SETTLE_SECONDS: Final = 6.0
MEASURED_SECONDS: Final = 15.0
SAMPLED_SECONDS: Final = 6.0
LATE_SECONDS: Final = 0.1
"""A tick: whoever is so late has lost one."""
LIMITS: Final = """
[limits]
sessions = 400
connections = 4000
connections_per_address = 4000
connections_per_second = 1000
handshakes = 4000
handshakes_per_address = 4000
bytes_per_second_per_address = 100000000
"""
HEADS: Final = (
    "players  server  clients   late p50     p99   answer p50     p99  answers/s  frames/s  bytes/s"
)
BUCKET: Final = re.compile(r'undertide_beat_lateness_seconds_bucket\{le="([^"]+)"\} (\S+)')


@dataclass(frozen=True)
class Stage:
    """What was measured with so many players."""

    players: int
    server: float
    """Cores."""
    clients: float
    late_p50: float
    """Seconds."""
    late_p99: float
    answer_p50: float
    """Milliseconds."""
    answer_p99: float
    answers: float
    """A second."""
    frames: float
    """A second and player."""
    bytes: float


def main() -> None:
    """Measure and print."""
    wanted = [int(each) for each in sys.argv[1:]] or list(STAGES)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        (folder / "server.toml").write_text(LIMITS)
        options = ("--port", "0", *REAL, "--config", str(folder), "--data", str(folder))
        server = stack.enter_context(Worker("metered_server.py", "undertide", "serve", *options))
        throng = stack.enter_context(Worker("throng.py", server.address()))
        print(f"Capacity: real time, {TOGETHER} to a session, runs kept on disk")
        print(HEADS)
        stages = [_measured(server, throng, number) for number in wanted]
        _tell_where(server, stages[-1])


def _measured(server: Worker, throng: Worker, number: int) -> Stage:
    coming = number - int(throng.ask("counts")["playing"])
    throng.ask("more", number=coming, session=TOGETHER)
    wait_until(throng, "playing", number)
    time.sleep(SETTLE_SECONDS)
    throng.ask("begin")
    before, cpu, late = throng.ask("counts"), server.ask("cpu"), _lateness(server.address())
    began = time.monotonic()
    time.sleep(MEASURED_SECONDS)
    after, cpu_after = throng.ask("counts"), server.ask("cpu")
    seconds = time.monotonic() - began
    answers = sorted(throng.ask("latencies"))
    later = {bound: n - late[bound] for bound, n in _lateness(server.address()).items()}
    stage = Stage(
        number,
        (cpu_after - cpu) / seconds,
        (after["cpu"] - before["cpu"]) / seconds,
        _quantile(later, 0.5),
        _quantile(later, 0.99),
        statistics.median(answers),
        answers[len(answers) * 99 // 100],
        len(answers) / seconds,
        (after["frames"] - before["frames"]) / seconds / number,
        (after["bytes"] - before["bytes"]) / seconds / number,
    )
    _tell(stage)
    return stage


def _tell(stage: Stage) -> None:
    late = f"{stage.late_p50 * 1000:7.1f} {stage.late_p99 * 1000:7.1f}"
    answer = f"{stage.answer_p50:10.1f} {stage.answer_p99:7.1f}"
    flow = f"{stage.answers:9.0f} {stage.frames:9.1f} {stage.bytes:8.0f}"
    print(
        f"{stage.players:7}  {stage.server:6.2f}  {stage.clients:7.2f}  {late}  {answer}  {flow}",
        flush=True,
    )


def _tell_where(server: Worker, stage: Stage) -> None:
    server.ask("sample")
    time.sleep(SAMPLED_SECONDS)
    samples: dict[str, int] = server.ask("samples")
    total = sum(samples.values())
    print(f"  where the server's CPU goes with {stage.players} players:")
    for part, count in sorted(samples.items(), key=lambda item: -item[1]):
        print(f"    {part:18} {count / total:6.1%}")


# --- lateness, from the histogram at /metrics ---------------------------------------------------


def _lateness(address: str) -> dict[float, float]:
    """Return how many beats were no later than each bound, in seconds."""
    with urllib.request.urlopen(address.replace("ws://", "http://") + "/metrics") as answer:
        text = answer.read().decode()
    return {float(bound): float(count) for bound, count in BUCKET.findall(text)}


def _quantile(counts: Mapping[float, float], share: float) -> float:
    """Return the bound below which that share of beats lies."""
    wanted = max(counts.values()) * share
    return next(bound for bound, count in counts.items() if count >= wanted)


if __name__ == "__main__":
    main()
