"""Words about time: lengths in seconds or turns, and when a saved run was played. Pure."""

import re
from datetime import datetime, timedelta
from typing import Final

from undertide_client.model.mirror import Mirror
from undertide_client.saved.runs import SavedRun
from undertide_client.screens.words.grammar import counted, listed
from undertide_shared.messages import PaceMode
from undertide_shared.time import TICKS_PER_TURN, seconds_of

TURN_BY_TURN: Final[frozenset[PaceMode]] = frozenset({"solo", "party"})
"""The paces at which a floor moves when its heroes act, however long they think."""
_TICKS: Final = re.compile(r"\b(\d{1,9}) ticks?\b")
"""A length of time, as the server's descriptions tell it."""


def with_spans(text: str, mirror: Mirror, rate: int) -> str:
    """Return a description with its ticks told as players count them: "for 10 s".

    In a session they are told like any other length there, and elsewhere in seconds at `rate` ticks
    a second.
    """

    def in_words(found: re.Match[str]) -> str:
        ticks = int(found[1])
        return span_words(ticks, mirror) if mirror.session else f"{seconds_of(ticks, rate)} s"

    return _TICKS.sub(in_words, text)


def span_words(ticks: int, mirror: Mirror) -> str:
    """Return how long some ticks last, rounded up: "3 s", or "15 turns" where one plays in turns.

    A turn is the time of a step at normal speed.
    """
    count = span(ticks, mirror)
    return counted(count, "turn") if mirror.pace.mode in TURN_BY_TURN else f"{count} s"


def short_span_words(ticks: int, mirror: Mirror) -> str:
    """Return the same for narrow columns: "3 s" or "15 t"."""
    return f"{span(ticks, mirror)} {'t' if mirror.pace.mode in TURN_BY_TURN else 's'}"


def span(ticks: int, mirror: Mirror) -> int:
    """Return the seconds or turns that some ticks last, rounded up."""
    in_turns = mirror.pace.mode in TURN_BY_TURN
    return seconds_of(ticks, TICKS_PER_TURN if in_turns else mirror.ticks_per_second)


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
