"""One real server for all tests of a worker; each test has sessions of its own in it."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from support.client.browser import browsing
from support.content.own_content import write_content
from support.gateway.certificates import Certificates
from support.gateway.raw_clients import Maker, new_session
from support.postgres.server import PostgresServer
from support.processes.cluster import NO_WAYS, Cluster, ClusterNode, fresh_database, running_cluster
from support.processes.commands import Serving, serving
from support.processes.played_terminal import Opener, PlayedTerminal, played
from undertide_shared.messages import Pace


@pytest.fixture(scope="session")
def content(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for `--config` with presets in which tests know what will happen."""
    return write_content(tmp_path_factory.mktemp("content"))


@pytest.fixture(scope="session")
def server(content: Path) -> Iterator[Serving]:
    """A server on which every session plays the same dungeon."""
    with serving("--config", str(content), "--preset", "quiet", "--seed", "7") as running:
        yield running


@pytest.fixture(scope="module")
def cluster_options(content: Path) -> tuple[str, ...]:
    """The options of all nodes: every run plays the same dungeon in real time."""
    return ("--config", str(content), "--preset", "quiet", "--seed", "7", "--pace", "real")


@pytest.fixture(scope="module")
def cluster(
    request: pytest.FixtureRequest,
    postgres: PostgresServer,
    cluster_options: tuple[str, ...],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Cluster]:
    """A cluster without a node yet, on a database of its own.

    The constant `WAYS` of a module says how its nodes are started, if not as usual.
    """
    folder, ways = tmp_path_factory.mktemp("nodes"), getattr(request.module, "WAYS", NO_WAYS)
    with running_cluster(fresh_database(postgres), folder, *cluster_options, ways=ways) as running:
        yield running


@pytest.fixture
def nodes(request: pytest.FixtureRequest, cluster: Cluster) -> list[ClusterNode]:
    """The nodes that the constant `NAMES` of a module names, awake and well."""
    return cluster.mend(*request.module.NAMES)


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opener]:
    """Open terminals in which the command runs; all of them end with the test."""
    with ExitStack() as stack:

        def opener(
            *words: str, size: tuple[int, int] = (100, 32), **environment: str
        ) -> PlayedTerminal:
            running = played(*words, home=tmp_path, size=size, **environment)
            return stack.enter_context(running)

        yield opener


@pytest.fixture
def made(server: Serving) -> Maker:
    """Make sessions on the server, by preset and pace."""

    def maker(preset: str = "quiet", pace: Pace | None = None) -> str:
        return asyncio.run(new_session(server.address, preset, pace))

    return maker


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser without a window."""
    with browsing() as running:
        yield running


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    """A certificate, its key, and the authority that signed it."""
    return Certificates(tmp_path_factory.mktemp("certificates"))
