"""The nearest free ground of a floor lies across water, but not behind walls."""

from support.worlds.staging import Stage

POND = ["#########", "#@..≈≈≈.#", "#########", "#.......#", "#########"]


def pond() -> Stage:
    return Stage(POND, legend={"≈": "water"})


def test_free_ground_is_nearest_to_itself() -> None:
    assert pond().floor.nearest_ground((3, 1)) == (3, 1)


def test_the_nearest_is_reached_over_water_and_not_through_walls() -> None:
    stage = pond()
    assert stage.floor.nearest_ground((6, 1)) == (7, 1)
    stage.monster((7, 1))
    assert stage.floor.nearest_ground((6, 1)) == (3, 1)


def test_a_full_floor_has_none() -> None:
    stage = Stage(["####", "#@≈#", "####"], legend={"≈": "water"})
    stage.hero()
    assert stage.floor.nearest_ground((2, 1)) is None
