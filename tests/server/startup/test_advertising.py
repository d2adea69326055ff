"""Where a server listens for links, and what other nodes are told of that."""

import socket
import tempfile
from pathlib import Path
from unittest import mock

import pytest
from structlog.testing import capture_logs

from undertide_server.cluster.links.address import HostPort
from undertide_server.cluster.links.errors import BadLinkAddressError
from undertide_server.cluster.supervisor.place import WorkerPlace
from undertide_server.startup.advertising import (
    LinkPorts,
    advertised,
    link_ports,
    listener_of,
    tell_place,
)
from undertide_server.startup.choices import Choices
from undertide_server.store.engine.address import PostgresAddress

HERE = PostgresAddress.parse("postgresql://127.0.0.1/runs")


def place(sockets: str, listens: str = "") -> WorkerPlace:
    return WorkerPlace("w1-0a0b0c", 2, sockets, opens_store=True, listens=listens)


def test_a_server_that_plays_alone_listens_for_no_links(tmp_path: Path) -> None:
    for choices in (Choices(), Choices(data=tmp_path)):
        with listener_of(choices) as listener:
            assert listener is None


def test_workers_of_a_folder_have_sockets() -> None:
    with tempfile.TemporaryDirectory() as sockets:
        worker = place(sockets)
        with listener_of(Choices(data=Path(sockets), worker=worker)) as listener:
            assert listener is not None
            assert (listener.address, listener.certificate) == (worker.address, b"")


def test_nodes_of_a_cluster_have_a_port_and_a_certificate() -> None:
    with listener_of(Choices(cluster=HERE)) as listener:
        assert listener is not None
        found = HostPort.parse(listener.address)
        assert found.host == "127.0.0.1"
        assert found.port > 0
        assert listener.certificate
        with socket.create_connection((found.host, found.port)):
            pass
    with pytest.raises(OSError, match="refused"):
        socket.create_connection((found.host, found.port))


def test_workers_of_a_cluster_listen_where_their_supervisor_says() -> None:
    with socket.create_server(("127.0.0.1", 0)) as trial:
        port = trial.getsockname()[1]
    worker = place("/tmp", f"127.0.0.1:{port}")
    assert worker.address == f"127.0.0.1:{port}"
    with listener_of(Choices(cluster=HERE, worker=worker)) as listener:
        assert listener is not None
        assert listener.address == worker.address


def test_an_operators_choice_stands_over_what_the_machine_says() -> None:
    assert advertised("node-1:4415", HERE) == HostPort("node-1", 4415)
    with pytest.raises(BadLinkAddressError):
        advertised("node-1", HERE)


@pytest.mark.parametrize(
    ("database", "host"),
    [
        ("postgresql://127.0.0.1:1/runs", "127.0.0.1"),
        ("postgresql://%2Frun%2Fpostgresql/runs", "127.0.0.1"),
        ("postgresql://no-such-host.invalid,127.0.0.1/runs", "127.0.0.1"),
        ("postgresql://no-such-host.invalid/runs", "127.0.0.1"),
    ],
)
def test_a_machine_advertises_its_address_on_the_way_to_the_database(
    database: str, host: str
) -> None:
    assert advertised(None, PostgresAddress.parse(database)) == HostPort(host, 0)


def test_an_operator_is_warned_of_a_place_that_other_machines_dont_reach() -> None:
    with capture_logs() as logged:
        tell_place("127.0.0.1:4415", HostPort("127.0.0.1", 4415))
        tell_place("node-1:4415", HostPort("node-1", 4415))
    assert [(each["log_level"], each["address"]) for each in logged] == [
        ("warning", "127.0.0.1:4415"),
        ("info", "node-1:4415"),
    ]


def test_workers_take_the_ports_after_the_one_that_was_chosen() -> None:
    with socket.create_server(("", 0)) as busy:
        first = busy.getsockname()[1]
        ports = LinkPorts(HostPort("node-1", first), 2)
        taken: list[str] = []
        for _ in range(3):
            try:
                taken.append(str(ports.free(taken)))
            except OSError:  # Another program has one of them.
                break
    assert len(set(taken)) == len(taken)
    assert set(taken) <= {f"node-1:{first + number}" for number in range(1, 4)}


def test_where_workers_have_all_ports_that_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def bound(address: tuple[str, int]) -> mock.MagicMock:
        trial = mock.MagicMock()  # No other program has the port.
        trial.__enter__.return_value.getsockname.return_value = address
        return trial

    monkeypatch.setattr(socket, "create_server", bound)
    ports = LinkPorts(HostPort("node-1", 40_000), 2)
    assert str(ports.free(["node-1:40000"])) == "node-1:40001"
    with pytest.raises(OSError, match="no port for links is free from 40000 on"):
        ports.free([f"node-1:{40_000 + number}" for number in range(4)])


def test_without_a_chosen_port_any_free_one_does() -> None:
    ports = LinkPorts(HostPort("node-1", 0), 2)
    found = ports.free(())
    assert found.host == "node-1"
    assert found.port > 0


def test_the_last_port_is_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []

    def refuse(address: tuple[str, int]) -> socket.socket:
        tried.append(address[1])
        raise OSError("in use")

    monkeypatch.setattr(socket, "create_server", refuse)
    with pytest.raises(OSError, match="in use"):
        LinkPorts(HostPort("node-1", 65534), 2).free(())
    assert tried == [65534, 65535]


def test_only_workers_of_a_cluster_need_ports(tmp_path: Path) -> None:
    assert link_ports(Choices(data=tmp_path), 2) is None
    ports = link_ports(Choices(cluster=HERE, advertise="node-1:0"), 2)
    assert ports is not None
    assert ports.free(()).host == "node-1"
