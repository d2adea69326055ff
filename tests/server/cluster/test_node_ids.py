"""The ids of nodes, and the name of this machine in them."""

import socket

import pytest

from undertide_server.cluster.node_ids import MOST_NAME, fresh_node_id, machine_name, name_of


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("node-1", "node-1"),
        ("Play.example.org", "play"),
        ("Ann's_PC", "ann-s-pc"),
        ("..", "node"),
        ("", "node"),
        ("x" * 63, "x" * MOST_NAME),
        ("y" * (MOST_NAME - 1) + "-z", "y" * (MOST_NAME - 1)),
    ],
)
def test_the_name_has_small_letters_digits_and_dashes(
    monkeypatch: pytest.MonkeyPatch, host: str, name: str
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: host)
    assert machine_name() == name


def test_an_id_tells_the_name_of_its_node_and_is_new_each_time() -> None:
    assert name_of(fresh_node_id("w-2")) == "w-2"
    assert fresh_node_id("w1") != fresh_node_id("w1")
