"""A server of two workers, all in processes of their own."""

import asyncio
import json
import os
import re
import secrets
import signal
import socket
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from support.gateway.raw_clients import ASK_AGAIN_SECONDS, new_session, player
from support.gateway.real_gateway import http_get
from support.processes.commands import Serving, serving, undertide
from support.processes.waiting import LONGEST
from undertide_server.cluster.node_ids import machine_name
from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.ownership import opened_ownership

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has workers")


def processes(server: Serving) -> list[int]:
    """Return the processes of the workers that have been started."""
    found = re.findall(r'event="worker starts" worker=\S+ process=(\d+)', server.log)
    return [int(process) for process in found]


class Manager:
    """A manager of services, to which a server reports how it is."""

    def __init__(self, name: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(f"\0{name}")
        self._socket.settimeout(LONGEST)

    def hears(self, words: str) -> None:
        """Wait for a report with these words."""
        while words not in self._socket.recv(4096).decode():
            pass

    def close(self) -> None:
        """Take no more reports."""
        self._socket.close()


async def test_workers_share_the_port_and_one_that_is_killed_is_replaced(tmp_path: Path) -> None:
    name = f"undertide-{secrets.token_hex(8)}"
    with (
        closing(Manager(name)) as manager,
        serving("--data", str(tmp_path), "--workers", "2", NOTIFY_SOCKET=f"@{name}") as server,
    ):
        assert await http_get(server.address, "/healthz") == (200, "ok\n")
        manager.hears(f"READY=1\nSTATUS={server.address}: 2 of 2 workers serve")
        first, _ = processes(server)
        os.kill(first, signal.SIGKILL)
        manager.hears("1 of 2 workers serve")
        assert await http_get(server.address, "/healthz") == (200, "ok\n")
        manager.hears("2 of 2 workers serve")
        assert "code=-9" in server.logged("worker ended")
        taken = undertide("serve", "--data", str(tmp_path / "other"), "--port", server.port)
        assert taken.returncode == 1
        assert "in use" in taken.stderr
        code, log = server.stop(signal.SIGTERM)
        manager.hears("STOPPING=1")
    assert code == 0
    assert log.count("event=stopped") == 2
    assert "all workers stopped" in log
    assert "Traceback" not in log
    assert len(processes(server)) == 3
    for process in processes(server):
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


def test_workers_stop_once_their_supervisor_is_gone(tmp_path: Path) -> None:
    options = "--data", str(tmp_path), "--workers", "2"
    # A socket's path has at most some 100 characters, so it can't be pytest's.
    with tempfile.TemporaryDirectory() as folder, serving(*options, TMPDIR=folder) as server:
        server.logged("serving=2")
        assert list(Path(folder).iterdir())
        server.end()  # kills it, and waits until nobody can write to its log any more
        assert list(Path(folder).iterdir()) == []
    assert server.log.count("event=stopped") == 2
    assert "all workers stopped" not in server.log


async def test_workers_of_a_cluster_are_nodes_of_its_database_until_they_end(
    postgres_url: str,
) -> None:
    database = PostgresAddress.parse(postgres_url)
    with serving("--workers", "2", UNDERTIDE_CLUSTER=postgres_url) as server:
        server.logged("serving=2 workers=2")
        with opened_ownership(database) as ownership:
            former = {status.id: status.node for status in ownership.nodes()}
            assert all(node.id.startswith(f"{machine_name()}-") for node in former.values())
            assert len({node.address for node in former.values()}) == 2
            assert all(node.certificate for node in former.values())
            killed = re.findall(r'event="worker starts" worker=(\S+) process=(\d+)', server.log)[0]
            os.kill(int(killed[1]), signal.SIGKILL)
            server.logged("serving=1 workers=2")
            assert {status.id for status in ownership.nodes()} & {killed[0]} == set()
            server.logged_until(lambda log: log.count("serving=2 workers=2") == 2)
            assert await http_get(server.address, "/healthz") == (200, "ok\n")
            code, log = server.stop(signal.SIGTERM)
            assert ownership.nodes() == ()
    assert code == 0
    assert "Traceback" not in log


async def lists_two(server: Serving) -> None:
    """Wait until a node lists another one, so that it knows it."""
    async with asyncio.timeout(LONGEST):
        while True:
            told = json.loads((await http_get(server.address, "/status.json"))[1])
            if len(told.get("nodes", [])) == 2:  # A node that knows no other lists none.
                return
            await asyncio.sleep(ASK_AGAIN_SECONDS)


async def test_workers_of_a_cluster_hand_their_runs_to_another_machine_before_they_stop(
    postgres_url: str,
) -> None:
    database = PostgresAddress.parse(postgres_url)
    with (
        serving("--workers", "1", UNDERTIDE_CLUSTER=postgres_url) as server,
        opened_ownership(database) as ownership,
    ):
        server.logged("serving=1 workers=1")
        session = await new_session(server.address)
        async with player(server.address, session, "Ann"):
            with serving(UNDERTIDE_CLUSTER=postgres_url) as other:
                await lists_two(server)
                code, log = await asyncio.to_thread(server.stop, signal.SIGTERM)
                assert 'event="run moved"' in log
                assert f"session={session}" in other.logged('event="run goes on"')
                owned = ownership.owner_of_session(session)
                assert owned is not None
                assert [status.id for status in ownership.nodes()] == [owned.node]
    assert code == 0
