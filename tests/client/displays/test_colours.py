import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from undertide_client.displays.colours import choose_depth, detect_depth, to_16, to_256

CUBE = (0, 95, 135, 175, 215, 255)
PALETTE_256 = [(red, green, blue) for red in CUBE for green in CUBE for blue in CUBE] + [
    (8 + 10 * step,) * 3 for step in range(24)
]
"""Colours 16 to 255 of xterm, written down from their definition."""


def one(colour: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint32]]:
    return np.array([[colour]], np.uint32)


def error(a: tuple[int, ...], b: tuple[int, ...]) -> int:
    return sum((x - y) ** 2 for x, y in zip(a, b, strict=True))


@pytest.mark.parametrize(
    ("environment", "depth"),
    [
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, "true"),
        ({"TERM": "xterm", "COLORTERM": "24bit"}, "true"),
        ({"TERM": "xterm-direct"}, "true"),
        ({"TERM": "xterm-kitty"}, "true"),
        ({"TERM": "xterm-256color"}, "256"),
        ({"TERM": "tmux-256color", "COLORTERM": ""}, "256"),
        ({"TERM": "tmux-256color", "COLORTERM": "truecolor", "TMUX": "/tmp/tmux"}, "true"),
        ({"TERM": "screen", "COLORTERM": "truecolor", "TMUX": "/tmp/tmux"}, "true"),
        ({"TERM": "screen", "COLORTERM": "truecolor", "STY": "1.tty", "TMUX": "/tmp/tmux"}, "16"),
        ({"TERM": "screen.xterm-256color", "COLORTERM": "truecolor", "STY": "1.tty"}, "256"),
        ({"TERM": "screen-256color", "COLORTERM": "truecolor"}, "256"),
        ({"TERM": "linux", "COLORTERM": "truecolor"}, "16"),
        ({"TERM": "xterm"}, "16"),
        ({"TERM": "xterm", "XTERM_VERSION": "XTerm(379)"}, "true"),
        ({"TERM": "xterm", "XTERM_VERSION": "XTerm(222)"}, "16"),
        ({"TERM": "xterm", "XTERM_VERSION": "mine"}, "16"),
        ({"TERM": "screen.xterm-256color", "XTERM_VERSION": "XTerm(379)"}, "256"),
        ({"TERM": "linux"}, "16"),
        ({}, "16"),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, "16"),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, "256"),
    ],
)
def test_the_depth_is_what_the_environment_promises(
    environment: dict[str, str], depth: str
) -> None:
    assert detect_depth(environment) == depth
    assert choose_depth("auto", environment) == depth


def test_a_chosen_depth_wins() -> None:
    assert choose_depth("true", {"TERM": "linux", "NO_COLOR": "1"}) == "true"
    assert choose_depth("16", {"COLORTERM": "truecolor"}) == "16"


@pytest.mark.parametrize("index", range(16, 256))
def test_colours_of_the_palette_stay_themselves(index: int) -> None:
    red, green, blue = PALETTE_256[index - 16]
    reduced = int(to_256(one(red << 16 | green << 8 | blue))[0, 0])
    assert PALETTE_256[reduced - 16] == (red, green, blue)


@given(st.tuples(*[st.integers(0, 255)] * 3))
def test_no_colour_of_the_palette_is_much_nearer(colour: tuple[int, int, int]) -> None:
    red, green, blue = colour
    chosen = PALETTE_256[int(to_256(one(red << 16 | green << 8 | blue))[0, 0]) - 16]
    nearest = min(error(colour, each) for each in PALETTE_256)
    # The grey is chosen by the mean, so it may be one step off the best one.
    assert error(colour, chosen) <= nearest + 3 * 10**2


@pytest.mark.parametrize(
    ("colour", "index"),
    [
        (0x000000, 0),
        (0x101018, 0),
        (0xCD0000, 1),
        (0x00CD00, 2),
        (0xCDCD00, 3),
        (0x0000CD, 4),
        (0xCD00CD, 5),
        (0x00CDCD, 6),
        (0xC0C0C0, 7),
        (0x606060, 8),
        (0xFF0000, 9),
        (0x00FF00, 10),
        (0xFFFF00, 11),
        (0x4040FF, 12),
        (0xFF00FF, 13),
        (0x00FFFF, 14),
        (0xFFFFFF, 15),
        (0x8B5A2B, 1),
        (0xFF8060, 9),
        (0xE0E8FF, 15),
        (0xFF0010, 9),
    ],
)
def test_sixteen_colours_keep_the_hue(colour: int, index: int) -> None:
    assert int(to_16(one(colour))[0, 0]) == index


@given(st.integers(0, 255), st.integers(0, 255))
def test_a_lighter_grey_is_never_shown_darker(one_grey: int, other_grey: int) -> None:
    ramp = {0: 0, 8: 1, 7: 2, 15: 3}
    dark, light = sorted((one_grey, other_grey))
    shown = [ramp[int(to_16(one(grey * 0x010101))[0, 0])] for grey in (dark, light)]
    assert shown[0] <= shown[1]
