"""Trades end when the two heroes part, or one no longer has what it offers (R17)."""

from undertide_server.simulation.mechanics.trading import call_off, why_off
from undertide_server.simulation.state.run import Run


def end_broken_trades(run: Run) -> None:
    """Call off the open trades that can't go on."""
    for trade in list(run.progress.trades):
        words = why_off(run, trade)
        if words is not None:
            call_off(run, trade, words)
