"""Words about saved runs: whose they are, how deep they are, and when they were played. Pure."""

from datetime import datetime, timedelta

from undertide_client.saved.runs import SavedRun
from undertide_client.screens.words.grammar import listed

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


def saved_run_words(run: SavedRun, now: datetime) -> str:
    """Return a run as its player knows it: "Ann and Bob, floor 3, yesterday at 21:04".

    Times are in the time zone of `now`.
    """
    played = datetime.fromtimestamp(run.played, now.tzinfo)
    return f"{listed(run.heroes) or 'nobody'}, floor {run.floor}, {moment_words(played, now)}"


def moment_words(then: datetime, now: datetime) -> str:
    """Return a moment as seen from now: "today at 9:30", "yesterday at 21:04", "4 March 2026"."""
    clock = f"{then.hour}:{then.minute:02}"
    if then.date() == now.date():
        return f"today at {clock}"
    if then.date() == now.date() - timedelta(days=1):
        return f"yesterday at {clock}"
    day = f"{then.day} {MONTHS[then.month - 1]}"
    return f"{day} at {clock}" if then.year == now.year else f"{day} {then.year}"
