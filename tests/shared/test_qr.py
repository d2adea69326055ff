import pytest

from undertide_shared.errors import BadTextError
from undertide_shared.qr import MOST_CODED, qr_modules

FINDER = [0b1111111, 0b1000001, 0b1011101, 0b1011101, 0b1011101, 0b1000001, 0b1111111]
"""The mark in three corners of each code (ISO/IEC 18004, 6.3.3)."""


def corner(rows: tuple[tuple[bool, ...], ...], x: int, y: int) -> list[int]:
    return [int("".join(str(int(dark)) for dark in row[x : x + 7]), 2) for row in rows[y : y + 7]]


@pytest.mark.parametrize("border", [0, 2, 4])
def test_a_code_has_its_marks_in_three_corners_and_a_light_border(border: int) -> None:
    rows = qr_modules("http://host:4414/play/k7m2q", border)
    size = len(rows)
    assert size == 25 + 2 * border, "the link fits the second smallest code"
    assert all(len(row) == size for row in rows)
    far = size - border - 7
    for x, y in ((border, border), (far, border), (border, far)):
        assert corner(rows, x, y) == FINDER
    assert corner(rows, far, far) != FINDER
    edge = [*rows[:border], *(row[:border] for row in rows)]
    assert not any(dark for row in edge for dark in row)


def test_the_longest_link_still_fits_a_page() -> None:
    assert len(qr_modules("a" * MOST_CODED, 0)) == 61


@pytest.mark.parametrize("link", ["", "a" * (MOST_CODED + 1), "http://é/", "a\nb", "a\0"])
def test_what_is_no_link_is_refused(link: str) -> None:
    with pytest.raises(BadTextError, match="1 to 300 printable characters"):
        qr_modules(link, 4)
