"""A run of an hour that is watched again, and a hero's chronicle, as a server sends them."""

from typing import Any

from support.client.client_examples import LOOKS, keyframe
from support.client.screen_text import ui_of
from undertide_client.model.run_time import RunMoment
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import (
    Chronicle,
    FloorVisit,
    Landmark,
    LastSight,
    Line,
    Moment,
    Replaying,
    RunInfo,
    SeatInfo,
    Timeline,
)
from undertide_shared.time import milliseconds_of

RUN = "0123456789abcdef0123456789abcdef"
HOUR = 36_000
"""Ticks."""
LANDMARKS = [
    Landmark(0, "floor", "Ann and Bob enter the entrance."),
    Landmark(9_000, "floor", "They enter a keep."),
    Landmark(18_000, "boss", "The gatekeeper falls."),
    Landmark(18_030, "death", "Bob dies, killed by the gatekeeper."),
    Landmark(30_000, "amulet", "Ann takes the amulet of embers."),
    Landmark(HOUR, "end", "The party has fallen."),
]
ANNS_LIFE = Chronicle(
    run="4f1c2d3e",
    number=1,
    name="Ann",
    calling="warden",
    preset="default",
    subtitle="Restless Bones",
    level=3,
    floor=2,
    cause="a troll",
    kills=27,
    elapsed=744_000,
    floors=[FloorVisit(2, "Old Halls", "keep", 900)],
    lines=[Line("bad", "You die, killed by a troll.")],
    hindsight=["3 health potions were left undrunk.", "The stairs up were 4 steps away."],
    sight=LastSight(
        width=5,
        height=2,
        looks=[("#", 0x808080), ("@", 0x60C0FF), ("T", 0xC04040), (".", 0x606060)],
        cells=[1, 1, 2, 1, 3, 1, 4, 1, 1, 6],
        x=1,
        y=0,
        killer=(2, 0),
    ),
)


def moment_at(tick: int) -> RunMoment:
    """Return the moment of a tick of the example, whose server doesn't tell real time."""
    return RunMoment(milliseconds_of(tick))


def replaying(**changes: Any) -> Replaying:
    """Return the answer to who opened the example's replay."""
    values: dict[str, Any] = {
        "run": RUN,
        "session": "k7m2q",
        "preset": "default",
        "tiles": LOOKS,
        "seats": [SeatInfo(0, "Ann", 0x60C0FF, False), SeatInfo(1, "Bob", 0xFFC060, False)],
        "subtitle": "restless bones",
    }
    return Replaying(**(values | changes))


def timeline(**changes: Any) -> Timeline:
    """Return how far the example reaches."""
    values: dict[str, Any] = {"first": 0, "last": HOUR, "live": False, "landmarks": LANDMARKS}
    return Timeline(**(values | changes))


def watched_again(tick: int = 7_540, speed: int = 0, **changes: Any) -> Ui:
    """Return the state of a client in the example, with changes to its timeline."""
    return ui_of(replaying(), timeline(**changes), keyframe(), Moment(tick, speed))


def run_info(run: str = RUN, **changes: Any) -> RunInfo:
    """Return one entry of the list of old runs."""
    values: dict[str, Any] = {
        "session": "k7m2q",
        "preset": "default",
        "state": "ended",
        "ticks": HOUR,
        "begun": 1_000,
        "heroes": ["Ann", "Bob"],
    }
    return RunInfo(run, **(values | changes))
