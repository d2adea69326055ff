import pytest

from undertide_client.keys.names import shown


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("up", "↑"),
        ("a", "a"),
        ("A", "A"),
        ("+", "+"),
        ("kp5", "num 5"),
        ("kp_enter", "num enter"),
        ("kp_plus", "num +"),
        ("ctrl+c", "Ctrl+C"),
        ("shift+tab", "Shift+Tab"),
        ("f1", "F1"),
        ("f", "f"),
        ("enter", "Enter"),
        ("space", "Space"),
    ],
)
def test_keys_are_written_as_people_write_them(key: str, text: str) -> None:
    assert shown(key) == text
