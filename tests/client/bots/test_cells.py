from undertide_client.bots.cells import DIRECTIONS, beside
from undertide_shared.geometry import distance


def test_every_direction_is_one_step() -> None:
    assert {distance((5, 5), beside((5, 5), step)) for step in DIRECTIONS} == {1}
    assert len(set(DIRECTIONS)) == 8
