from undertide_client.bots.cells import DIRECTIONS, beside, distance


def test_distance_counts_diagonal_steps_as_one() -> None:
    assert distance((1, 1), (4, 3)) == 3


def test_every_direction_is_one_step() -> None:
    assert {distance((5, 5), beside((5, 5), step)) for step in DIRECTIONS} == {1}
    assert len(set(DIRECTIONS)) == 8
