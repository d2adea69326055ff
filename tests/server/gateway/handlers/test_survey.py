from dataclasses import dataclass
from typing import cast

from undertide_server.gateway.connections.peers import Peer
from undertide_server.gateway.handlers.survey import everyone, people_here
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.session import Session
from undertide_shared.limits import MAX_LISTED_PEOPLE
from undertide_shared.messages import People, PersonInfo, Terms

OPERATOR = Identity(operator=True)


@dataclass
class Table:
    """A session, as far as it tells who is there."""

    id: str
    there: list[PersonInfo]

    def people(self, member: int | None, identity: Identity) -> People:
        assert (member, identity) == (None, OPERATOR)
        return People(self.id, self.there, 0, "host", Terms())


@dataclass
class Visitor:
    """A connection, as far as it tells who is behind it."""

    identity: Identity
    is_in_session: bool = False


def surveyed(tables: list[Table], visitors: list[Visitor]) -> list[PersonInfo]:
    sessions, peers = cast("list[Session]", tables), cast("list[Peer]", visitors)
    return people_here(sessions, peers, OPERATOR)


def test_players_come_first_then_spectators_then_who_is_nowhere() -> None:
    first = Table("aaaaa", [PersonInfo(1, "Ann", "host", 0), PersonInfo(2, "Wat", "spectator")])
    second = Table("bbbbb", [PersonInfo(1, "Bob", "host", 0)])
    visitors = [Visitor(Identity("Cal", "192.0.2.7")), Visitor(Identity("Ann"), is_in_session=True)]
    told = [(one.name, one.session, one.id) for one in surveyed([first, second], visitors)]
    assert told == [
        ("Ann", "aaaaa", 1),
        ("Bob", "bbbbb", 1),
        ("Wat", "aaaaa", 2),
        ("Cal", "", 0),
    ]


def test_no_more_are_listed_than_there_may_be() -> None:
    crowd = [
        PersonInfo(number, f"Wat {number}", "spectator") for number in range(MAX_LISTED_PEOPLE)
    ]
    tables = [Table("aaaaa", crowd), Table("bbbbb", [PersonInfo(1, "Bob", "host", 0)])]
    told = surveyed(tables, [Visitor(Identity(address_key="192.0.2.7"))])
    assert len(told) == MAX_LISTED_PEOPLE
    assert told[0].name == "Bob"


def test_the_people_of_all_workers_are_sorted_together() -> None:
    here = [PersonInfo(1, "Ann", "host", 0, session="aaaaa"), PersonInfo(0, "Cal", "spectator")]
    there = [PersonInfo(1, "Bob", "host", 0, session="bbbbb"), PersonInfo(0, "Dan", "spectator")]
    told = everyone([here, there], [])
    assert [person.name for person in told.people] == ["Ann", "Bob", "Cal", "Dan"]
    assert len(everyone([here * MAX_LISTED_PEOPLE, there], []).people) == MAX_LISTED_PEOPLE
