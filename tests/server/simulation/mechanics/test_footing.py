"""Who must go finds the nearest free ground, across water but not through walls."""

from support.worlds.staging import Stage
from undertide_server.simulation.mechanics.footing import nearest_ground

POND = ["#########", "#@..≈≈≈.#", "#########", "#.......#", "#########"]


def pond() -> Stage:
    return Stage(POND, legend={"≈": "water"})


def test_free_ground_is_nearest_to_itself() -> None:
    assert nearest_ground(pond().floor, (3, 1)) == (3, 1)


def test_the_nearest_is_reached_over_water_and_not_through_walls() -> None:
    stage = pond()
    assert nearest_ground(stage.floor, (6, 1)) == (7, 1)
    stage.monster((7, 1))
    assert nearest_ground(stage.floor, (6, 1)) == (3, 1)


def test_a_full_floor_has_none() -> None:
    stage = Stage(["####", "#@≈#", "####"], legend={"≈": "water"})
    stage.hero()
    assert nearest_ground(stage.floor, (2, 1)) is None
