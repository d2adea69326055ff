"""The name of this machine in the ids of its nodes."""

import socket

import pytest

from undertide_server.cluster.machine import MOST_NAME, machine_name


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
