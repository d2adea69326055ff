"""Tricks of family, class and bosses come together."""

from hypothesis import given
from hypothesis import strategies as st

from undertide_server.content.records.tricks import PLAIN, Rush, SpellUse, Summons, Tricks, together

percents = st.integers(0, 100)
uses = st.builds(
    SpellUse, spell=st.sampled_from(["fire_bolt", "ward", "slow"]), percent=st.integers(1, 100)
)
some_tricks = st.builds(
    Tricks,
    spells=st.lists(uses, max_size=2).map(tuple),
    steals=percents,
    drains=percents,
    divides=st.integers(0, 3),
    tracks=st.booleans(),
    rushes=st.none() | st.builds(Rush, reach=st.integers(2, 12), rest=st.integers(0, 9)),
)


@given(some_tricks)
def test_plain_ones_change_nothing(tricks: Tricks) -> None:
    assert together(tricks) == together(tricks, PLAIN) == together(PLAIN, tricks) == tricks


@given(some_tricks, some_tricks)
def test_spells_add_up_and_of_the_rest_the_last_that_is_any_counts(
    one: Tricks, other: Tricks
) -> None:
    both = together(one, other)
    assert both.spells == one.spells + other.spells
    assert both.steals == (other.steals or one.steals)
    assert both.rushes == (other.rushes or one.rushes)
    assert both.tracks == (one.tracks or other.tracks)


@given(some_tricks, some_tricks, some_tricks)
def test_three_come_together_in_any_grouping(one: Tricks, two: Tricks, three: Tricks) -> None:
    assert together(one, two, three) == together(together(one, two), three)


def test_a_bosses_way_of_calling_replaces_the_familys() -> None:
    few = Summons(percent=10, rest=5, count=1, most=2, strength_percent=30)
    many = Summons(percent=50, rest=2, count=3, most=9, strength_percent=60)
    assert together(Tricks(summons=few), Tricks(summons=many)).summons == many
