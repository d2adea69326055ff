"""What a front shows, and who may open a link."""

from http import HTTPStatus

import pytest

from undertide_server.cluster.links.handshake import (
    LINK_VERSION,
    MOST_ID,
    Shown,
    fresh_command,
    is_command,
    refusal_of,
    shown_to,
)
from undertide_server.cluster.node_ids import fresh_node_id

KEY = b"the key of a node"


def test_who_shows_key_version_and_id_may_open_a_link() -> None:
    assert refusal_of(shown_to(KEY, "a-1"), KEY) is None
    assert refusal_of(shown_to(KEY, fresh_command()), KEY) is None


@pytest.mark.parametrize("version", ["", "1", str(LINK_VERSION + 1), f"0{LINK_VERSION}"])
def test_another_version_is_told_both_versions(version: str) -> None:
    refusal = refusal_of(shown_to(KEY, "a-1")._replace(version=version), KEY)
    assert refusal is not None
    assert refusal.status is HTTPStatus.UPGRADE_REQUIRED
    assert refusal.reason == (
        f"the link has version {version}; this node speaks version {LINK_VERSION}"
    )


def test_who_lacks_the_key_learns_nothing_else() -> None:
    refusal = refusal_of(Shown("99", "", KEY.hex()[:-1]), KEY)
    assert refusal is not None
    assert (refusal.status, refusal.reason) == (HTTPStatus.FORBIDDEN, "the key is wrong")


@pytest.mark.parametrize("node", ["", "x" * (MOST_ID + 1), "a\x1b[2J"])
def test_an_odd_id_is_refused(node: str) -> None:
    refusal = refusal_of(shown_to(KEY, node), KEY)
    assert refusal is not None
    assert refusal.status is HTTPStatus.BAD_REQUEST


def test_commands_have_names_of_their_own() -> None:
    names = {fresh_command() for _ in range(100)}
    assert len(names) == 100
    assert all(map(is_command, names))
    assert not is_command(fresh_node_id("command"))
