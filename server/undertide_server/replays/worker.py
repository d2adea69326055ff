"""The process that replays a run for one viewer: commands in, frames out.

It sleeps until a command comes, or a step or a beat is due, and ends with its commands. A viewer
that reads too slowly delays nobody else.
"""

import time
from collections.abc import Iterable
from queue import Empty, Queue
from threading import Thread
from typing import BinaryIO, Final

from undertide_server.extending.loading import repertoire_of_this_process
from undertide_server.replays.errors import UnplayableRunError
from undertide_server.replays.messages import (
    Command,
    Failed,
    Open,
    PipeBeat,
    Report,
    Sent,
    packed,
    read_command,
)
from undertide_server.replays.parted_playback import playback_of
from undertide_server.replays.piped_worker import working
from undertide_server.replays.player import ReplayPlayer, folded
from undertide_server.replays.run_reader import Goal
from undertide_server.sessions.durability.recovery import damage_told
from undertide_server.sessions.model.errors import RecoveryError, RequestRefusedError
from undertide_server.store.engine.address import address_in
from undertide_server.util.heartbeat import BEAT_SECONDS, Pulse

MAX_WAITING: Final = 64
"""The most commands that are read ahead; more wait in the pipe."""
NICENESS: Final = 10
"""The niceness of a worker, so that live sessions come first, on systems that support it."""


def work(stdin: BinaryIO, stdout: BinaryIO) -> None:
    """Play the run in the first command, until the commands end or the run can't go on."""
    opening = read_command(stdin)
    if not isinstance(opening, Open):
        return
    pulse = Pulse(lambda: _send(stdout, [PipeBeat()]))
    try:
        with damage_told():
            player, told = _opened(opening, pulse)
            _send(stdout, told)
            _play(player, _commands(stdin), stdout, pulse)
    except (RecoveryError, UnplayableRunError) as fault:
        _send(stdout, [Failed("unknown_run", f"this run can't be shown: {fault.reason}")])
    except RequestRefusedError as refusal:
        _send(stdout, [Failed(refusal.code, refusal.reason)])


def main() -> None:
    """Work on the standard streams, with low priority."""
    working(work, NICENESS)


def _opened(opening: Open, pulse: Pulse) -> tuple[ReplayPlayer, list[Sent]]:
    """Return the player of a run, and the first messages to its viewer."""
    store, repertoire = address_in(opening.store), repertoire_of_this_process()
    playback = playback_of(store, opening.run, repertoire, opening.reach, pulse.beat)
    playback.prefer(opening.seat)
    goal = Goal(opening.tick, opening.elapsed)
    if not goal.is_reached(playback.first_tick, playback.first_elapsed):
        playback.seek(goal)
    player = ReplayPlayer(playback, time.monotonic())
    return player, player.open(time.monotonic())


def _play(
    player: ReplayPlayer, waiting: "Queue[Command | None]", stdout: BinaryIO, pulse: Pulse
) -> None:
    while True:
        pulse.beat()
        commands = _next_commands(waiting, player.due(time.monotonic()))
        for command in folded([each for each in commands if each is not None]):
            _send(stdout, player.receive(command, time.monotonic()))
        if None in commands:
            return
        due = player.due(time.monotonic())
        if due is not None and due <= time.monotonic():
            _send(stdout, player.advance(time.monotonic()))


def _next_commands(waiting: "Queue[Command | None]", due: float | None) -> list[Command | None]:
    """Return the commands that have come, as soon as there is one; none when something is due.

    That is a step, or a beat.

    None in the list marks the end of all commands.
    """
    commands: list[Command | None] = []
    try:
        step = BEAT_SECONDS if due is None else max(0.0, due - time.monotonic())
        timeout = min(step, BEAT_SECONDS)
        commands.append(waiting.get(timeout=timeout))
        while len(commands) < MAX_WAITING:
            commands.append(waiting.get_nowait())
    except Empty:
        pass
    return commands


def _commands(stdin: BinaryIO) -> "Queue[Command | None]":
    """Return a queue that a thread fills with commands as they come, and with None at their end."""
    waiting: Queue[Command | None] = Queue(MAX_WAITING)

    def read() -> None:
        command: Command | None = None
        try:
            while (command := read_command(stdin)) is not None:
                waiting.put(command)
        finally:
            waiting.put(None)

    Thread(target=read, name="commands", daemon=True).start()
    return waiting


def _send(stdout: BinaryIO, reports: Iterable[Report]) -> None:
    stdout.writelines(packed(report) for report in reports)
    stdout.flush()
