"""Two servers of real processes, and what an hour does to each of them in turn.

One has two workers over a folder, the other two nodes over PostgreSQL behind PgBouncer, by
transaction. What is done to a server is also undone: afterwards it is as whole as before.
"""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final

from cluster_host import LIMITS

from support.postgres.pooler import Pooler, running_pooler
from support.postgres.server import PostgresServer, running_server
from support.processes.cluster import Cluster, ClusterNode, Way, fresh_database, running_cluster
from support.processes.commands import Serving, lasting_port, serving
from support.processes.tcp_proxy import TcpProxy
from undertide_server.store.engine.address import StoreAddress

STOP_SECONDS: Final = 20.0
"""For which a process is stopped, or the log not read."""
DISK_SECONDS: Final = 15.0
DISK_MEGABYTES: Final = 96
CUT_SECONDS: Final = 8.0
SILENT_SECONDS: Final = 12.0
"""For which a line swallows everything."""
KILLS: Final = 3
KILL_SECONDS: Final = 25.0
"""Between kills in a row: a client as it ships must not wait longer each time."""
CLOCK_SECONDS: Final = 15.0
DAYS: Final = 400
"""By which the clock jumps, there and back."""
POISON: Final = "Wormwood"
"""The name of the hero who kills the process that plays it."""
TICKS: Final = 20
"""How old a run with that hero may become."""
HOOKS: Final = f"""
import os, time
from pathlib import Path

right = time.time
looked, ahead = -9.0, 0.0

def shifted():
    global looked, ahead
    if time.monotonic() - looked > 0.5:
        looked = time.monotonic()
        try:
            ahead = float(Path(os.environ["HOUR_CLOCK"]).read_text())
        except (OSError, KeyError, ValueError):
            ahead = 0.0
    return right() + ahead

time.time = shifted
if "HOUR_CLOCK" in os.environ:
    from undertide_server.sessions import stepper
    from undertide_server.simulation.components.actors import Actor
    from undertide_server.simulation.components.heroes import Hero

    whole = stepper.step

    def deadly(run, inputs):
        if run.progress.ticks >= {TICKS} and any(
            run.world.get(entity, Actor).name == {POISON!r} for entity, _ in run.world.each(Hero)
        ):
            os._exit(9)
        return whole(run, inputs)

    stepper.step = deadly
"""
"""What every process of the servers does first: the clock stands as a file says, and a hero of a
certain name is poison."""
END_BACKENDS: Final = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
)
ROOMY: Final = {"default_pool_size": "40"}
REAL: Final = ("--pace", "real", "--ticks-per-second", "10")

Troubles = Mapping[str, Callable[[], None]]


class Tormented:
    """What both servers have in common: a door that clients come by, and a clock that lies."""

    name = ""
    store: StoreAddress

    def __init__(self, folder: Path, *addresses: str) -> None:
        self.door = TcpProxy(*addresses)
        self.door.open()
        self._clock = folder / "clock"

    @property
    def address(self) -> str:
        """Where clients reach the server, all the time."""
        return self.door.address

    def troubles(self) -> Troubles:
        """Return all that is done to the server, by name, in its order."""
        raise NotImplementedError

    def mend(self) -> None:
        """Start again what has ended and doesn't start by itself."""

    def stop(self) -> None:
        """End the server as its operator would."""
        raise NotImplementedError

    def logs(self) -> list[str]:
        """Return the logs of all processes that were started here."""
        raise NotImplementedError

    def cut_clients(self) -> None:
        """Break every connection of a client, and refuse new ones for a while."""
        self.door.cut()
        time.sleep(CUT_SECONDS)
        self.door.open()

    def lose_address(self) -> None:
        """Let clients send into the void, as after a change of networks; then break the lines."""
        self.door.swallow()
        time.sleep(SILENT_SECONDS)
        self.door.cut()
        self.door.open()

    def shift_clock(self) -> None:
        """Let the clock of all processes jump ahead, and back again."""
        self._clock.write_text(str(DAYS * 86_400))
        time.sleep(CLOCK_SECONDS)
        self._clock.write_text("0")
        time.sleep(CLOCK_SECONDS)


# --- workers over a folder ---------------------------------------------------------------------


class TormentedWorkers(Tormented):
    """A server of two workers. Its folder is on a small file system, where one can be mounted."""

    name = "workers"

    def __init__(self, stack: ExitStack, folder: Path, config: Path) -> None:
        self.store = self._data = folder / "data"
        self._data.mkdir(parents=True)
        self._is_small = _has_mounted(self._data)
        if self._is_small:
            stack.callback(subprocess.run, ["umount", "--lazy", str(self._data)], check=False)
        self._stack = stack
        self._options = (
            *("--data", str(self._data), "--config", str(config), "--port", lasting_port()),
            *("--workers", "2", *REAL),
        )
        self._clock_file = str(folder / "clock")
        self._serve()
        super().__init__(folder, self.server.address)

    def _serve(self) -> None:
        running = serving(*self._options, HOUR_CLOCK=self._clock_file)
        self.server: Serving = self._stack.enter_context(running)

    def troubles(self) -> Troubles:
        found: dict[str, Callable[[], None]] = {
            "nobody reads the log": self.leave_log,
            "all processes are killed": self.kill_all,
            "a worker is stopped for 20 s": self.pause_worker,
            "clients are cut off": self.cut_clients,
            "a worker is killed each 25 s": self.kill_workers,
            "clients lose their address": self.lose_address,
            "the clock jumps 400 days": self.shift_clock,
            "the server is restarted": self.restart,
        }
        if self._is_small:
            found["the disk is full"] = self.fill_disk
        return found

    def stop(self) -> None:
        self.server.stop(signal.SIGTERM)

    def logs(self) -> list[str]:
        return [self.server.log]

    def leave_log(self) -> None:
        """Read no line of the log for a while, though there are some."""
        self.server.leave_log()
        for _ in range(10):
            self.server.process.send_signal(signal.SIGHUP)
            time.sleep(STOP_SECONDS / 10)
        self.server.read_log()

    def kill_all(self) -> None:
        """Kill the supervisor and all workers, and start the server again."""
        workers = self._workers()
        for process in (self.server.process.pid, *workers):
            _send(process, signal.SIGKILL)
        self.server.process.wait()
        self._serve()

    def restart(self) -> None:
        """Stop the server as its operator would, and start it again."""
        self.stop()
        self._serve()

    def pause_worker(self) -> None:
        """Stop a worker for so long that the other one takes its runs."""
        victim = self._workers()[0]
        _send(victim, signal.SIGSTOP)
        time.sleep(STOP_SECONDS)
        _send(victim, signal.SIGCONT)

    def kill_workers(self) -> None:
        """Kill a worker again and again. The supervisor replaces it."""
        for number in range(KILLS):
            workers = self._workers()
            _send(workers[number % len(workers)], signal.SIGKILL)
            time.sleep(KILL_SECONDS)

    def fill_disk(self) -> None:
        """Fill the file system of the folder for a while."""
        ballast = self._data / "ballast"
        try:
            with ballast.open("wb", buffering=0) as file:
                while file.write(bytes(1 << 16)):
                    pass
        except OSError:
            time.sleep(DISK_SECONDS)
        finally:
            ballast.unlink()

    def _workers(self) -> list[int]:
        supervisor = self.server.process.pid
        told = Path(f"/proc/{supervisor}/task/{supervisor}/children").read_text(encoding="ascii")
        return [int(word) for word in told.split()]


def _has_mounted(folder: Path) -> bool:
    """Mount a small file system on a folder; return False where that isn't allowed."""
    command = ["mount", "-t", "tmpfs", "-o", f"size={DISK_MEGABYTES}m", "tmpfs", str(folder)]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def _send(process: int, number: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(process, number)


# --- nodes over PostgreSQL ---------------------------------------------------------------------


class TormentedNodes(Tormented):
    """Two nodes, whose database is behind a pooler by transaction."""

    name = "nodes"
    NAMES: Final = ("one", "two")

    def __init__(
        self, folder: Path, cluster: Cluster, pooler: Pooler, postgres: PostgresServer
    ) -> None:
        self.cluster, self._pooler, self._postgres = cluster, pooler, postgres
        self.store = cluster.store
        self._turn = 0
        self.mend()
        super().__init__(folder, *(node.address for node in cluster.nodes.values()))

    def troubles(self) -> Troubles:
        return {
            "nobody reads the log": self.leave_log,
            "a node is killed": self.kill_node,
            "a node is stopped for 20 s": self.pause_node,
            "the pooler is killed": self.kill_pooler,
            "the pooler reads its settings again": self.reload_pooler,
            "the pooler pauses": self.pause_pooler,
            "the database is restarted": self.restart_database,
            "the database crashes": self.crash_database,
            "all backends are ended": self.end_backends,
            "a node is cut off from the database": self.cut_database,
            "nodes are cut off from each other": self.cut_links,
            "clients are cut off": self.cut_clients,
            "a node is killed each 25 s": self.kill_nodes,
            "clients lose their address": self.lose_address,
            "the clock jumps 400 days": self.shift_clock,
            "nodes are restarted one after the other": self.roll,
        }

    def mend(self) -> None:
        self.cluster.mend(*self.NAMES)

    def stop(self) -> None:
        for name in self.cluster.living:
            self.cluster.nodes[name].terminate()

    def logs(self) -> list[str]:
        return [node.server.log for node in self.cluster.nodes.values()]

    def leave_log(self) -> None:
        """Read no line of a node's log for a while, though there are some."""
        server = self._next().server
        server.leave_log()
        for _ in range(10):
            server.process.send_signal(signal.SIGHUP)
            time.sleep(STOP_SECONDS / 10)
        server.read_log()

    def kill_node(self) -> None:
        """Kill a node, and start it again."""
        self._next().kill()
        self.mend()

    def kill_nodes(self) -> None:
        """Kill nodes again and again."""
        for _ in range(KILLS):
            self.kill_node()
            time.sleep(KILL_SECONDS)

    def pause_node(self) -> None:
        """Stop a node for so long that the other one takes its runs."""
        node = self._next()
        node.pause()
        time.sleep(STOP_SECONDS)
        node.wake()

    def roll(self) -> None:
        """Stop each node as its operator would, and start it again."""
        for name in self.NAMES:
            self.cluster.nodes[name].terminate()
            self.mend()

    def kill_pooler(self) -> None:
        """Kill the pooler, and start it again after a while."""
        self._pooler.kill()
        time.sleep(CUT_SECONDS)
        self._pooler.start()

    def reload_pooler(self) -> None:
        """Have the pooler read its settings again, and connect anew."""
        self._pooler.order("RELOAD")
        self._pooler.order("RECONNECT")

    def pause_pooler(self) -> None:
        """Have the pooler let nobody through for a while."""
        self._pooler.order("PAUSE")
        time.sleep(CUT_SECONDS)
        self._pooler.order("RESUME")

    def restart_database(self) -> None:
        """Restart the database as its operator would."""
        self._postgres.restart()

    def crash_database(self) -> None:
        """Have the database end at once, and start again after a while."""
        self._postgres.kill()
        time.sleep(CUT_SECONDS)
        self._postgres.start()

    def end_backends(self) -> None:
        """End every process of the database that serves somebody."""
        self._postgres.ask(END_BACKENDS)

    def cut_database(self) -> None:
        """Break the line between a node and the database for a while."""
        line = self._next().database
        line.cut()
        time.sleep(CUT_SECONDS)
        line.open()

    def cut_links(self) -> None:
        """Break the line by which the other node reaches one."""
        line = self._next().links
        line.cut()
        time.sleep(CUT_SECONDS)
        line.open()

    def _next(self) -> ClusterNode:
        self._turn += 1
        return self.cluster.nodes[self.NAMES[self._turn % len(self.NAMES)]]


@contextmanager
def tormented_servers(folder: Path, config: Path) -> Iterator[list[Tormented]]:
    """Run both servers, whose processes obey `HOOKS`."""
    (config / "server.toml").write_text(LIMITS, encoding="utf-8")
    hooks = folder / "hooks"
    hooks.mkdir()
    (hooks / "sitecustomize.py").write_text(HOOKS, encoding="utf-8")
    os.environ["PYTHONPATH"] = os.pathsep.join([str(hooks), os.environ.get("PYTHONPATH", "")])
    nodes_folder = folder / "nodes"
    nodes_folder.mkdir()
    os.environ["HOUR_CLOCK"] = str(nodes_folder / "clock")
    ways = {name: Way(("--port", lasting_port())) for name in TormentedNodes.NAMES}
    with (
        ExitStack() as stack,
        running_server() as postgres,
        running_pooler(postgres, "transaction", ROOMY) as pooler,
        running_cluster(
            pooler.url_of(fresh_database(postgres)),
            nodes_folder,
            *("--config", str(config), *REAL),
            ways=ways,
        ) as cluster,
    ):
        workers = TormentedWorkers(stack, folder / "workers", config)
        nodes = TormentedNodes(nodes_folder, cluster, pooler, postgres)
        try:
            yield [workers, nodes]
        finally:
            workers.door.cut()
            nodes.door.cut()
