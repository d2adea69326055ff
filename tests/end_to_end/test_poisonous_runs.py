"""Runs whose play kills the server: they are set aside, and all others go on."""

import asyncio
import json
import signal
from contextlib import ExitStack
from pathlib import Path

from support.gateway.raw_clients import new_session, session_info
from support.gateway.real_gateway import http_get
from support.processes.commands import Serving, lasting_port, serving, undertide
from support.processes.waiting import LONGEST
from support.sessions.remembering_bots import Witness, until, witnesses
from undertide_server.startup.kept_runs import KILLED
from undertide_server.store.reader import Reader
from undertide_server.store.records import StoredRun
from undertide_server.store.trials import MOST_DEATHS

POISON = """
import os
from undertide_server.sessions import stepper
from undertide_server.simulation.components.heroes import Hero

whole = stepper.step

def deadly(run, inputs):
    if run.progress.ticks >= 30 and len(list(run.world.each(Hero))) == 2:
        os._exit(9)
    return whole(run, inputs)

stepper.step = deadly
"""
"""What every process of the server does first: each run with two heroes kills it in the end."""


class PoisonedHost:
    """A server that is started again whenever it dies. Runs with two heroes kill it."""

    def __init__(self, stack: ExitStack, content: Path, folder: Path, *options: str) -> None:
        self.folder = folder / "data"
        self._stack = stack
        self._poison = folder / "poison"
        self._poison.mkdir()
        (self._poison / "sitecustomize.py").write_text(POISON, encoding="utf-8")
        chosen = ("--config", str(content), "--preset", "quiet", "--seed", "7", "--pace", "real")
        where = ("--data", str(self.folder), "--port", lasting_port())
        self._options = (*chosen, *where, *options)
        self.start()

    def start(self, *, is_poisoned: bool = True) -> None:
        """Start it where it listened before."""
        reach = str(self._poison) if is_poisoned else ""
        running = serving(*self._options, PYTHONPATH=reach)
        self.server: Serving = self._stack.enter_context(running)

    def info(self, session: str) -> StoredRun:
        """Return what is stored of a session's run."""
        with Reader(self.folder) as reader:
            (info,) = (each for each in reader.runs() if each.session == session)
        return info


async def plays_on(links: list[Witness]) -> None:
    """Wait until somebody has done more."""
    goal = links[0].settled + 3
    await until(links, lambda: links[0].settled >= goal, "they play on")


async def test_a_run_that_kills_each_server_is_set_aside_until_it_is_retried(
    content: Path, tmp_path: Path
) -> None:
    with ExitStack() as stack:
        host = PoisonedHost(stack, content, tmp_path)
        address = host.server.address
        deadly, innocent = await new_session(address), await new_session(address)
        async with witnesses(address, innocent, 1) as others:
            await plays_on(others)
            async with witnesses(address, deadly, 2):
                for deaths in range(MOST_DEATHS + 1):
                    died = await asyncio.to_thread(host.server.process.wait, LONGEST)
                    assert died == 9
                    assert host.info(deadly).deaths == max(0, deaths - 1)
                    await asyncio.to_thread(host.start)
                await plays_on(others)
            assert host.server.process.poll() is None
            info = host.info(deadly)
            assert (info.state, info.reason, info.deaths) == ("aside", KILLED, MOST_DEATHS)
            assert host.info(innocent).state == "live"
            assert "run set aside" in host.server.log
            metrics = (await http_get(address, "/metrics"))[1].splitlines()
            assert [line for line in metrics if line.startswith("undertide_runs_aside")] == [
                "undertide_runs_aside 1.0"
            ]
            ready = await http_get(address, "/readyz")
            assert ready == (200, f"ready\n1 run is set aside: {KILLED}\n")
            await asyncio.to_thread(host.server.stop, signal.SIGTERM)
            where = ("--data", str(host.folder))
            listed = json.loads(undertide("runs", "list", *where, "--json").stdout)["runs"]
            assert [each["fault"] for each in listed if each["run"] == info.run] == [KILLED]
            retried = undertide("runs", "retry", info.run, *where)
            assert retried.returncode == 0, retried.stderr
            host.start(is_poisoned=False)
            # A server may have died in a moment in which this run was on trial, too.
            assert (host.info(innocent).state, host.info(innocent).deaths) == ("live", 0)
            assert len((await session_info(address, deadly)).party) == 2
            async with witnesses(address, deadly, 1) as again:
                await plays_on(again)


async def test_of_several_workers_the_last_ones_live_on(content: Path, tmp_path: Path) -> None:
    with ExitStack() as stack:
        host = PoisonedHost(stack, content, tmp_path, "--workers", "2")
        deadly = await new_session(host.server.address)
        async with witnesses(host.server.address, deadly, 2):
            await asyncio.to_thread(host.server.logged, "run set aside")
        assert host.server.log.count("worker ended") == MOST_DEATHS + 1
        lively = await new_session(host.server.address)
        async with witnesses(host.server.address, lively, 1) as others:
            await plays_on(others)
        assert (host.info(deadly).state, host.info(deadly).deaths) == ("aside", MOST_DEATHS)


async def test_kills_from_outside_set_no_run_aside(content: Path, tmp_path: Path) -> None:
    with ExitStack() as stack:
        host = PoisonedHost(stack, content, tmp_path)
        session = await new_session(host.server.address)
        idle = await new_session(host.server.address)
        async with witnesses(host.server.address, idle, 1) as links:
            await plays_on(links)
        async with witnesses(host.server.address, session, 1) as links:
            for _ in range(MOST_DEATHS + 2):
                await plays_on(links)
                await asyncio.to_thread(host.server.stop, signal.SIGKILL)
                await asyncio.to_thread(host.start)
            await plays_on(links)
        assert [host.info(each).state for each in (session, idle)] == ["live", "live"]
