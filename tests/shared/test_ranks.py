"""The table of who may give which order, and to whom."""

from typing import get_args

import pytest

from undertide_shared.messages import Access, Appoint, Kick, MemberRole, Order, Refuse, ServerBan
from undertide_shared.ranks import (
    LEAST_WORDS,
    NEEDED,
    RANKS,
    ROLES,
    Rank,
    may_command,
    may_give,
    may_read_audit_log,
    may_renew_code,
    may_see_code,
)


def test_every_order_has_its_rank_and_every_rank_its_words() -> None:
    assert set(NEEDED) == set(get_args(Order))
    assert set(NEEDED.values()) <= set(LEAST_WORDS)
    assert set(ROLES) == set(Rank)
    assert set(ROLES.values()) == set(get_args(MemberRole))


@pytest.mark.parametrize("rank", Rank)
@pytest.mark.parametrize("order", get_args(Order))
def test_who_knows_only_a_role_offers_no_order_that_is_refused(
    rank: Rank, order: type[Order]
) -> None:
    offered = may_give(RANKS[ROLES[rank]], order)
    allowed = may_give(rank, order)
    assert offered == allowed or (rank is Rank.OPERATOR and not offered)


@pytest.mark.parametrize(
    ("order", "least"),
    [
        (Refuse, Rank.PLAYER),
        (Kick, Rank.MODERATOR),
        (Appoint, Rank.HOST),
        (ServerBan, Rank.OPERATOR),
    ],
)
def test_an_order_is_given_from_its_rank_upwards(order: type[Order], least: Rank) -> None:
    assert [rank for rank in Rank if may_give(rank, order)] == [
        each for each in Rank if each >= least
    ]


def test_nobody_commands_who_ranks_as_high() -> None:
    for rank in Rank:
        assert not may_command(rank, rank)
    assert may_command(Rank.OPERATOR, Rank.HOST)
    assert may_command(Rank.HOST, Rank.MODERATOR)
    assert may_command(Rank.MODERATOR, Rank.PLAYER)
    assert not may_command(Rank.MODERATOR, Rank.HOST)


@pytest.mark.parametrize(
    ("rank", "access", "seen", "renewed"),
    [
        (Rank.SPECTATOR, "invited", False, False),
        (Rank.PLAYER, "invited", True, False),
        (Rank.PLAYER, "public", False, False),
        (Rank.MODERATOR, "public", True, True),
    ],
)
def test_players_are_told_a_code_that_is_needed_and_moderators_renew_it(
    rank: Rank, access: Access, seen: bool, renewed: bool
) -> None:
    assert may_see_code(rank, access) is seen
    assert may_renew_code(rank) is renewed


def test_those_who_keep_order_read_the_audit_log() -> None:
    readers = {rank for rank in Rank if may_read_audit_log(rank)}
    assert readers == {Rank.MODERATOR, Rank.HOST, Rank.OPERATOR}
