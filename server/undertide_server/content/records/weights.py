"""R9: how the weight of a floor type is reckoned. A new way is one function, and its name here."""

from collections.abc import Callable, Mapping

Weighing = Callable[[int, int, int, int], int]
"""Of a type's `base` W and `growth` g, and of x and a; what comes out below 0 counts as 0.

x is how many floors lie above, a how many of them since the type last appeared on the path: 0
right below one of its own, x where it never did.
"""


def constant(base: int, _growth: int, _above: int, _since: int) -> int:
    """Return W: always as likely."""
    return base


def linear(base: int, growth: int, above: int, _since: int) -> int:
    """Return g·x + W: likelier, or less, with each floor above."""
    return growth * above + base


def linear_reset(base: int, growth: int, _above: int, since: int) -> int:
    """Return g·a + W: likelier with each floor since the type last appeared on the path."""
    return growth * since + base


WEIGHTS: Mapping[str, Weighing] = {
    "constant": constant,
    "linear": linear,
    "linear_reset": linear_reset,
}
"""Every way by its name in content."""
