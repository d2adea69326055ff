"""QR codes (ISO/IEC 18004) of the links that people pass on, for the cameras of phones."""

from typing import Final

from undertide_shared.errors import BadTextError

MOST_CODED: Final = 300
"""Characters of a link: the longest address with an invite. The code has 61 modules a side then."""

Modules = tuple[tuple[bool, ...], ...]
"""The modules of a code, indexed [y][x]: whether each is dark."""


def qr_modules(link: str, border: int) -> Modules:
    """Return the QR code of a link, with `border` light modules on each side.

    Raises BadTextError unless the link has 1 to MOST_CODED printable characters of ASCII.
    """
    if not (link.isascii() and link.isprintable() and 0 < len(link) <= MOST_CODED):
        raise BadTextError(f"a link has 1 to {MOST_CODED} printable characters")
    import segno  # noqa: PLC0415  (slow to load, and seldom needed)

    # The more it may lose, the larger it is: on a screen nothing is torn off.
    code = segno.make_qr(link, error="L")
    return tuple(
        tuple(dark & 1 == 1 for dark in row) for row in code.matrix_iter(scale=1, border=border)
    )
