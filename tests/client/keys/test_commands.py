import pytest

from undertide_client.keys.commands import DIRECTIONS, TENTHS, Command, Direction


@pytest.mark.parametrize(("command", "step"), DIRECTIONS.items())
def test_a_command_moves_where_its_name_says(command: Command, step: Direction) -> None:
    name = command.name
    assert step == (
        ("EAST" in name) - ("WEST" in name),
        ("SOUTH" in name) - ("NORTH" in name),
    )


def test_every_point_of_the_compass_has_a_step_of_its_own() -> None:
    assert len(set(DIRECTIONS.values()) - {(0, 0)}) == len(DIRECTIONS) == 8


def test_the_tenths_of_a_run_are_in_order() -> None:
    assert [command.name[-1] for command in TENTHS] == list("0123456789")
