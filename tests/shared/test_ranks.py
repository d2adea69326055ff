"""The table of who may give which order."""

from typing import get_args

from undertide_shared.messages import MemberRole, Order
from undertide_shared.ranks import LEAST_WORDS, NEEDED, ROLES, Rank


def test_every_order_has_its_rank_and_every_rank_its_words() -> None:
    assert set(NEEDED) == set(get_args(Order))
    assert set(NEEDED.values()) <= set(LEAST_WORDS)
    assert set(ROLES) == set(Rank)
    assert set(ROLES.values()) == set(get_args(MemberRole))


def test_operators_rank_before_hosts_these_before_moderators_and_these_before_the_rest() -> None:
    assert Rank.OPERATOR > Rank.HOST > Rank.MODERATOR > Rank.PLAYER > Rank.SPECTATOR
