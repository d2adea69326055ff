from unittest import mock

from undertide_client.visits.program import show_game
from undertide_shared import visits
from undertide_shared.visits import find_program


def test_the_terminal_client_is_the_program_for_visitors() -> None:
    assert find_program() is show_game


def test_without_a_client_there_is_none() -> None:
    with mock.patch.object(visits, "entry_points", return_value=[]):
        assert find_program() is None
