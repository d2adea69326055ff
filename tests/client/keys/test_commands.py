from undertide_client.keys.commands import DIRECTIONS


def test_the_eight_directions_are_the_eight_neighbours() -> None:
    assert sorted(DIRECTIONS.values()) == sorted(
        (dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)
    )
