"""The functions that compute the weight of a floor type (R9), and their names in `WEIGHTS`."""

from collections.abc import Callable, Mapping

Weighing = Callable[[int, int, int, int], int]
"""A function of a type's `base` W and `growth` g, and of x and a. A result below 0 counts as 0.

x is the number of floors above, a the number of those since the type last appeared on the path: 0
right below a floor of that type, x if it never appeared.
"""


def constant(base: int, _growth: int, _above: int, _since: int) -> int:
    """Return W: the same weight everywhere."""
    return base


def linear(base: int, growth: int, above: int, _since: int) -> int:
    """Return g·x + W: the weight grows or falls with each floor above."""
    return growth * above + base


def linear_reset(base: int, growth: int, _above: int, since: int) -> int:
    """Return g·a + W: the weight grows with each floor since the type last appeared on the path."""
    return growth * since + base


WEIGHTS: Mapping[str, Weighing] = {
    "constant": constant,
    "linear": linear,
    "linear_reset": linear_reset,
}
"""Every function by its name in content."""
