"""Who may learn that a session exists."""

import pytest

from undertide_server.sessions.model.identity import NOBODY, Identity
from undertide_server.sessions.model.settings import Host, SessionSettings
from undertide_server.sessions.moderation.door import OPEN, Door, door_of, unknown_session

SETTINGS = SessionSettings(
    access="invited", secret="secret", host=Host("ann", 0), accounts={0: "ann", 1: "ben"}
)


@pytest.mark.parametrize(
    ("identity", "said", "is_known"),
    [
        (NOBODY, "k7m", False),
        (NOBODY, "k7m-", False),
        (NOBODY, "k7m-wrong", False),
        (NOBODY, "k7m-secret", True),
        (Identity("cat"), "k7m", False),
        (Identity("ann"), "k7m", True),
        (Identity("ben"), "k7m-wrong", True),
        (Identity(operator=True), "k7m", True),
    ],
)
def test_a_session_by_invitation_is_known_by_its_code_and_to_its_people(
    identity: Identity, said: str, is_known: bool
) -> None:
    assert door_of(SETTINGS).is_known_to(identity, said) is is_known


@pytest.mark.parametrize("access", ["public", "unlisted"])
def test_any_other_session_is_known_by_its_id(access: str) -> None:
    door = door_of(SessionSettings(access=access, secret="secret"))  # type: ignore[arg-type]
    assert door == OPEN
    assert door.is_known_to(NOBODY, "k7m")


def test_guests_are_no_account_of_a_session_without_a_leader() -> None:
    assert not door_of(SessionSettings(access="invited")).is_known_to(NOBODY, "k7m")
    assert Door("invited").is_hidden


def test_a_wrong_code_and_a_wrong_id_are_told_apart_from_nothing_but_each_other() -> None:
    assert unknown_session("k7m-wrong").reason != unknown_session("k7m").reason
    assert unknown_session("k7m").code == unknown_session("k7m-wrong").code == "unknown_session"
