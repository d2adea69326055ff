"""How a session is run, as everyone in it is told."""

import pytest

from support.sessions.lobby import Lobby
from undertide_server.sessions.model.settings import SessionSettings, decode_settings
from undertide_shared.messages import Access, Roster


def test_terms_come_from_what_is_settled_and_from_the_house_rules_of_the_run() -> None:
    settled = SessionSettings(access="unlisted", locked=True, watchers_talk=False, delay=7)
    session = Lobby(settled=settled).session
    terms, house = session.policy.terms, session.run.rules.house
    assert (terms.access, terms.locked, terms.watchers_talk) == ("unlisted", True, False)
    assert terms.delay == 7
    told = (terms.friendly_fire, terms.new_heroes, terms.gentle)
    assert told == (house.friendly_fire, house.new_heroes, house.gentle)
    assert decode_settings(session.policy.data) == settled


@pytest.mark.parametrize(
    ("access", "invite"), [("public", ""), ("unlisted", ""), ("invited", "abcde-secret")]
)
def test_a_code_is_told_where_one_must_be_said(access: Access, invite: str) -> None:
    policy = Lobby(settled=SessionSettings(access=access, secret="secret")).session.policy
    assert policy.invite == invite
    assert policy.code == "abcde-secret"


def test_the_roster_tells_roles_and_terms() -> None:
    lobby = Lobby()
    lobby.join(1, "Ann")
    lobby.join(2, "Ben")
    roster = lobby.took(1, Roster)[-1]
    assert [seat.role for seat in roster.seats] == ["host", "player"]
    assert roster.terms == lobby.session.policy.terms
