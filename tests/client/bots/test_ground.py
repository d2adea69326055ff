from support.client.bot_scenes import mirror_of
from undertide_client.bots.ground import DIRECTIONS, HARM, KnownGround, beside, cells_of
from undertide_shared.geometry import distance

SPIKES = """
#######
#@^. .#
#######
"""
TWO_WAYS = """
########
#..^..>#
#@###..#
#..^^..#
########
"""


def test_every_direction_is_one_step() -> None:
    assert {distance((5, 5), beside((5, 5), step)) for step in DIRECTIONS} == {1}
    assert len(set(DIRECTIONS)) == 8


def ground_of(drawing: str, **changes: object) -> KnownGround:
    mirror = mirror_of(drawing, **changes)  # type: ignore[arg-type]  # passed through
    assert mirror.cell is not None
    return KnownGround(mirror, mirror.cell)


def test_what_lies_behind_harm_is_not_reached_without_any() -> None:
    assert cells_of(ground_of(SPIKES).reached()) == [(1, 1)]
    assert cells_of(ground_of(SPIKES).frontier()) == []


def test_through_harm_the_unknown_is_reached() -> None:
    assert ground_of(SPIKES).step_through_harm(set()) == (1, 0)


def test_of_two_ways_down_the_one_with_less_harm_is_taken() -> None:
    assert ground_of(TWO_WAYS).step_through_harm(set()) in {(0, -1), (1, -1)}


def test_a_long_way_round_is_worth_a_step_into_harm() -> None:
    short = "@" + "^" + ">"
    long = "." * HARM * 2 + ">"
    assert ground_of(short).step_through_harm(set()) == (1, 0)
    assert ground_of(f"^@{long}").step_through_harm(set()) == (1, 0)


def test_nobody_gets_past_who_stands_in_the_way() -> None:
    assert ground_of("@^.>").step_through_harm({(2, 0)}) is None


def test_without_anything_to_get_to_there_is_no_way() -> None:
    assert ground_of("@^.").step_through_harm(set()) is None


def test_out_of_harm_the_nearest_way_is_taken() -> None:
    assert ground_of(".^^@^.", under={"@": "^"}).step_out_of_harm(set()) == (1, 0)
    assert ground_of("^^@^", under={"@": "^"}).step_out_of_harm(set()) is None
