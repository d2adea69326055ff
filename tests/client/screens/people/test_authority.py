import pytest

from support.client.people_examples import ANN, BOB, CID, EVERYONE, ZOE, of_server, people
from undertide_client.screens.people.authority import Authority
from undertide_shared.messages import PersonInfo, Terms


def names(you: PersonInfo, what: str, *, operator: bool = False) -> list[str]:
    """Return about whom one may do something."""
    own = Authority(people(you), operator)
    return [one.name for one in EVERYONE if getattr(own, what)(one)]


@pytest.mark.parametrize(
    ("you", "commanded"),
    [(ANN, ["Bob", "Cid", "Zoe"]), (BOB, ["Cid", "Zoe"]), (CID, []), (ZOE, [])],
)
def test_nobody_commands_who_ranks_as_high(you: PersonInfo, commanded: list[str]) -> None:
    assert names(you, "commands") == commanded


def test_operators_command_hosts_but_not_themselves() -> None:
    assert names(CID, "commands", operator=True) == ["Ann", "Bob", "Zoe"]


@pytest.mark.parametrize(("you", "refused"), [(ANN, ["Zoe"]), (CID, ["Zoe"]), (ZOE, [])])
def test_every_player_may_refuse_a_spectator(you: PersonInfo, refused: list[str]) -> None:
    assert names(you, "refuses") == refused


@pytest.mark.parametrize(("you", "appointed"), [(ANN, ["Bob", "Cid"]), (BOB, []), (CID, [])])
def test_hosts_alone_appoint_players(you: PersonInfo, appointed: list[str]) -> None:
    assert names(you, "appoints") == appointed


def test_operators_alone_outlaw_who_can_be_known_again() -> None:
    known = PersonInfo(5, "Max", "player", 3, "max")
    reached = PersonInfo(6, "Eve", "spectator", address="192.0.2.7")
    unknown = PersonInfo(8, "Pip", "player", 4)
    all_of = of_server(known, reached, unknown)
    own = Authority(all_of, operator=True)
    assert [own.bans_from_server(one) for one in all_of.people] == [True, True, False]
    assert not Authority(all_of).bans_from_server(known)


@pytest.mark.parametrize(
    ("you", "terms", "told"),
    [
        (BOB, Terms(), True),
        (CID, Terms(), False),
        (CID, Terms("invited"), True),
        (ZOE, Terms("invited"), False),
    ],
)
def test_players_are_told_the_code_where_one_needs_it(
    you: PersonInfo, terms: Terms, told: bool
) -> None:
    assert Authority(people(you, terms=terms)).sees_code is told
