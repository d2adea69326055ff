"""Rounding as the rules require it: half away from zero, in whole numbers."""


def divided(number: int, by: int) -> int:
    """Return `number` / `by`, rounded half away from zero. `by` must be positive."""
    half = (2 * abs(number) + by) // (2 * by)
    return half if number >= 0 else -half
