"""The tide: how far it has risen on a floor (R5)."""

from undertide_server.content.records.population import TideRules


def bias_percent(rules: TideRules, clock: int) -> int:
    """Return R5's bias b in percent after `clock` ticks; -1 within the grace time."""
    if clock < rules.grace:
        return -1
    return min(100, (clock - rules.grace) * 100 // rules.rise)


def ticks_to_next(rules: TideRules, clock: int) -> int:
    """Return the ticks after which the next newcomer is due on a floor; at least 1."""
    late = clock - rules.grace
    return -late if late < 0 else rules.interval - late % rules.interval


def paid(rules: TideRules, experience: int, bias: int) -> int:
    """Return what a newcomer pays at a bias from 0 to 100, of the experience of its kind."""
    return experience * (100 - bias * (100 - rules.experience_at_full_percent) // 100) // 100
