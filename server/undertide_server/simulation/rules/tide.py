"""The tide: how far it has risen on a floor (R5)."""

from undertide_server.content.records.population import TideRules


def bias_percent(rules: TideRules, clock: int) -> int:
    """Return R5's bias b in percent after `clock` ticks; -1 within the grace time."""
    if clock < rules.grace:
        return -1
    return min(100, (clock - rules.grace) * 100 // rules.rise)
