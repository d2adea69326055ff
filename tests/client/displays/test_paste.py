from hypothesis import given
from hypothesis import strategies as st

from undertide_client.displays.paste import MAX_PASTE, tidy


def test_line_ends_of_every_system_are_line_feeds() -> None:
    assert tidy("a\r\nb\rc\nd") == "a\nb\nc\nd"


def test_control_characters_are_left_out() -> None:
    assert tidy("a\x1b[31mb\x07\x00c\u202e\td") == "a[31mbc d"


@given(st.text())
def test_line_feeds_are_the_only_control_characters(text: str) -> None:
    assert tidy(text).replace("\n", "").isprintable()


def test_a_huge_paste_is_cut() -> None:
    assert len(tidy("x" * 1_000_000)) == MAX_PASTE
