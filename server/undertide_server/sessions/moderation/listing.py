"""The list of people in a session, as people with the right to moderate see it."""

from collections.abc import Iterator
from itertools import islice

from undertide_server.sessions.broadcast.late_facts import PlayerFacts
from undertide_server.sessions.members.directory import Participant
from undertide_server.sessions.members.members import Members
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.moderation.policy import SessionPolicy
from undertide_shared.limits import MAX_LISTED_PEOPLE
from undertide_shared.messages import People, PersonInfo, Unban
from undertide_shared.ranks import ROLES, Rank, may_give


def name_of(person: Participant, members: Members) -> str:
    """Return a person's name in the session."""
    if person.seat is not None:
        seat = members.seating.get(person.seat)
        assert seat is not None, "a player has a seat"
        return seat.name
    assert person.member is not None, "a spectator is connected"
    return members.watchers.name(person.member)


def people(
    session: str,
    members: Members,
    policy: SessionPolicy,
    member: int | None,
    identity: Identity,
    facts: PlayerFacts | None = None,
) -> People:
    """Return the people of a session and its terms, as far as this asker may know them.

    With `facts`, mere spectators get the players of another moment.
    """
    rank = policy.roles.rank(member, identity)
    late = facts if rank <= Rank.SPECTATOR else None
    first = players(members, policy, rank) if late is None else late.people
    listed = list(islice((*first, *_spectators(members, policy, rank)), MAX_LISTED_PEOPLE))
    you = members.directory.of_member(member)
    return People(
        session=session,
        people=listed,
        you=you.id if you else 0,
        role=ROLES[rank],
        terms=policy.terms,
        bans=policy.access_control.listed() if may_give(rank, Unban) else [],
    )


def players(members: Members, policy: SessionPolicy, rank: Rank) -> Iterator[PersonInfo]:
    """Yield the players of a session, as a person of this rank may know them."""
    for each in members.directory:
        if each.seat is not None:
            yield _line(each, members, policy, rank)


def _spectators(members: Members, policy: SessionPolicy, rank: Rank) -> Iterator[PersonInfo]:
    for each in members.directory:
        if each.seat is None:
            yield _line(each, members, policy, rank)


def _line(person: Participant, members: Members, policy: SessionPolicy, rank: Rank) -> PersonInfo:
    return PersonInfo(
        id=person.id,
        name=name_of(person, members),
        role=policy.roles.role_of(person),
        seat=person.seat,
        account=person.identity.account,
        connected=person.member is not None,
        muted=policy.chat_policy.is_muted(person),
        address=person.identity.address_key if rank >= Rank.OPERATOR else "",
    )
