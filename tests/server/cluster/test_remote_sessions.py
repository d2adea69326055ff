"""The sessions of other nodes by their lobby lines."""

import pytest

from support.cluster.told_nodes import session_line
from undertide_server.cluster.remote_sessions import RemoteSessions
from undertide_server.store.leases import LobbyLine

BOTH = {"n1": True, "n2": True}


def owners(remote: RemoteSessions) -> dict[str, str]:
    return {session.id: session.node for session in remote}


def test_lines_stay_until_their_node_changes_them() -> None:
    remote = RemoteSessions()
    remote.note({"n1": [session_line("abc"), session_line("def")]}, BOTH)
    remote.note({"n2": [session_line("xyz")]}, BOTH)
    assert owners(remote) == {"abc": "n1", "def": "n1", "xyz": "n2"}
    remote.note({"n1": [session_line("abc", spectators=3)]}, BOTH)
    assert owners(remote) == {"abc": "n1", "xyz": "n2"}
    session = remote.get("abc")
    assert session is not None
    assert (session.run, session.info.spectators) == ("run of abc", 3)


def test_only_lines_that_changed_are_read_again() -> None:
    remote = RemoteSessions()
    remote.note({"n1": [session_line("abc"), session_line("def")]}, BOTH)
    before = {session.id: session for session in remote}
    remote.note({"n1": [session_line("abc"), session_line("def", spectators=1)]}, BOTH)
    assert remote.get("abc") is before["abc"]
    assert remote.get("def") is not before["def"]


def test_a_line_of_another_version_is_left_out() -> None:
    remote = RemoteSessions()
    odd = LobbyLine("odd", "r", 0, b"\x93\x01\x02\x03")
    remote.note({"n1": [odd, session_line("abc")]}, BOTH)
    assert owners(remote) == {"abc": "n1"}


def test_a_node_whose_lease_expires_keeps_its_sessions_until_it_is_gone() -> None:
    remote = RemoteSessions()
    remote.note({"n1": [session_line("abc")]}, BOTH)
    remote.note({}, {"n1": False, "n2": True})
    assert owners(remote) == {"abc": "n1"}
    remote.note({}, {"n2": True})
    assert owners(remote) == {}


@pytest.mark.parametrize("claimed_by", ["n1", "n3"])
def test_a_session_that_two_nodes_list_is_the_living_ones(claimed_by: str) -> None:
    remote = RemoteSessions()
    nodes = {"n1": True, "n2": True, "n3": True}
    remote.note({"n2": [session_line("abc")]}, nodes)
    remote.note({claimed_by: [session_line("abc")]}, {**nodes, "n2": False})
    assert owners(remote) == {"abc": claimed_by}


def test_a_move_counts_before_the_lines_tell_of_it() -> None:
    remote = RemoteSessions()
    nodes = {"n1": True, "n2": True, "n3": True}
    remote.note({"n1": [session_line("abc"), session_line("def")]}, nodes)
    remote.note_moved("abc", "n3")
    remote.note_moved("unknown", "n3")
    assert owners(remote) == {"abc": "n3", "def": "n1"}
    remote.note({"n1": [session_line("def")]}, nodes)
    assert owners(remote) == {"abc": "n3", "def": "n1"}
