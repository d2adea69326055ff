"""A client that knows only docs/protocol.md plays the same from every node and through proxies."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Timer

import pytest

from support.content.own_content import write_content
from support.gateway.certificates import Certificates
from support.gateway.raw_clients import Client, guest, new_session
from support.processes.cluster import Cluster, ClusterNode
from support.processes.cluster_players import LOOK_SECONDS, goes_on, players, progress, seats_of
from support.processes.commands import serving
from support.processes.shipped_proxies import caddy, nginx
from support.processes.waiting import LONGEST
from undertide_client.net.trust import VARIABLE
from undertide_shared.messages import ListSessions, SessionInfo, Sessions

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
NAMES = ("one", "two")
STILL = 4
"""Pictures in a row in which nothing changes: the floor is explored, and the hero waits."""
SETTINGS = """
[limits]
messages_per_second = 100000
message_burst = 100000
bytes_per_second = 100000000
bytes_per_second_per_address = 100000000
[pace]
steps_per_second = 1000
errand_steps_per_second = 1000
"""
PLAY = ("--preset", "quiet", "--seed", "7")


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for `--config` with a preset in which nobody lives."""
    folder = write_content(tmp_path_factory.mktemp("content"))
    (folder / "server.toml").write_text(SETTINGS)
    return folder


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole client of the page."""
    section = PAGE.read_text(encoding="utf-8").partition("\n## A whole client\n")[2]
    file = tmp_path_factory.mktemp("client") / "explorer.py"
    file.write_text(section.partition("```python\n")[2].partition("```")[0], encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def explored(content: Path, script: Path) -> list[str]:
    """What the client sees of a server that is no cluster."""
    with serving("--config", str(content), *PLAY) as server:
        return seen_by(script, server.address)


@pytest.fixture(scope="module")
def cluster_options(content: Path) -> tuple[str, ...]:
    """The options of all nodes: every run plays the same dungeon."""
    return ("--config", str(content), *PLAY)


def seen_by(script: Path, address: str, **environment: str) -> list[str]:
    """Let the client explore a floor to its end; return the different pictures that it draws."""
    command = [sys.executable, "-Werror", str(script), address, "Ann"]
    pipes = subprocess.PIPE
    with subprocess.Popen(
        command, stdout=pipes, stderr=pipes, text=True, env=os.environ | environment
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        pictures: list[str] = []
        rows: list[str] = []
        late = Timer(LONGEST, process.kill)
        late.start()
        try:
            while len(pictures) < STILL or len(set(pictures[-STILL:])) > 1:
                row = process.stdout.readline()
                assert row, (rows, process.stderr.read())
                if row == "\n":
                    pictures.append("".join(rows))
                    rows = []
                else:
                    rows.append(row)
        finally:
            late.cancel()
            process.kill()
    return pictures


@pytest.fixture(params=["one", "two", "caddy", "nginx"])
def way(
    request: pytest.FixtureRequest,
    nodes: list[ClusterNode],
    files: Certificates,
    tmp_path: Path,
) -> Iterator[str]:
    """An address of the cluster: of one of its nodes, or of a proxy as hosts set it up."""
    addresses = [node.address for node in nodes]
    with ExitStack() as stack:
        match request.param:
            case "caddy":
                yield stack.enter_context(caddy(addresses, tmp_path))
            case "nginx":
                yield stack.enter_context(nginx(addresses, tmp_path, files))
            case name:
                yield addresses[NAMES.index(name)]


@pytest.fixture
def trusting(files: Certificates, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every client of this machine trust the certificate of the test.

    Undertide's own client reads the authorities of a system once. So it gets the file by a variable
    of its own, and neither misses it after other tests nor keeps it for them.
    """
    monkeypatch.setenv("SSL_CERT_FILE", str(files.ca))
    monkeypatch.setenv(VARIABLE, str(files.ca))


async def emptied(cluster: Cluster, nodes: list[ClusterNode]) -> None:
    """End every session, and wait until all nodes know that: the next player gets a new one."""
    for owned in cluster.all_owned():
        words = ("dissolve", "--session", owned.session)
        await asyncio.to_thread(cluster.ordered, nodes[0], *words)
    for node in nodes:
        await shown(node, set())


async def shown(node: ClusterNode, sessions: set[str]) -> None:
    """Wait until the lobby of a node has these sessions and no others."""
    async with asyncio.timeout(LONGEST), guest(node.address) as client:
        while True:
            if {each.session for each in await listed(client)} == sessions:
                return
            await asyncio.sleep(LOOK_SECONDS)


async def listed(client: Client) -> list[SessionInfo]:
    """Return the sessions in a node's lobby."""
    await client.send(ListSessions())
    return (await client.until(Sessions)).sessions


@pytest.mark.usefixtures("trusting")
async def test_the_pages_client_sees_what_it_sees_of_a_single_server(
    cluster: Cluster, nodes: list[ClusterNode], way: str, script: Path, explored: list[str]
) -> None:
    await emptied(cluster, nodes)
    assert await asyncio.to_thread(seen_by, script, way) == explored


async def test_the_pages_client_sees_the_same_of_a_run_that_another_node_plays(
    cluster: Cluster, nodes: list[ClusterNode], script: Path, explored: list[str]
) -> None:
    await emptied(cluster, nodes)
    session = await new_session(nodes[0].address)
    owner = cluster.node_of(session)
    (other,) = cluster.others(owner)
    await shown(other, {session})
    pictures = await asyncio.to_thread(seen_by, script, other.address)
    assert owner.has_logged("joined", "name=Ann", f"session={session}")
    assert pictures == explored


@pytest.mark.usefixtures("trusting")
@pytest.mark.parametrize("way", ["caddy", "nginx"], indirect=True)
async def test_a_player_behind_a_proxy_outlives_the_node(
    cluster: Cluster, nodes: list[ClusterNode], way: str
) -> None:
    session = await new_session(way)
    async with players(session, way) as links:
        await progress(links)
        owner = cluster.node_of(session)
        await asyncio.to_thread(owner.kill)
        await goes_on(cluster, session, links, cluster.others(owner))
        assert seats_of(links) == [{(session, 0)}]
        assert cluster.lost(session, links) == []
