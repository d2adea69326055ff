from typing import Any

import pytest
from msgspec.structs import replace

from support.client.client_examples import (
    GOBLIN,
    KINDS,
    SIGHTINGS,
    delta,
    hero_status,
    joined,
    keyframe,
)
from support.client.screen_text import ui_of
from undertide_client.model.mirror import Mirror
from undertide_client.model.moments import Glimpse, NotableMoment, glimpse_of, moments_between
from undertide_shared.messages import PaceStatus

BOSS = replace(next(one for one in KINDS if one.id == 2), name="Grak", boss=True)


def playing_alone() -> Mirror:
    return ui_of(joined(), keyframe(pace=PaceStatus("solo"), hero=hero_status(level=2))).mirror


def seen(mirror: Mirror) -> Glimpse:
    glimpse = glimpse_of(mirror)
    assert glimpse is not None
    return glimpse


def moments_of(**changes: Any) -> list[NotableMoment]:
    """Return the moments of a delta."""
    mirror = playing_alone()
    before = seen(mirror)
    mirror.apply(delta(2, **changes))
    return moments_between(before, seen(mirror))


@pytest.mark.parametrize(
    ("changes", "moment"),
    [
        ({"pace": PaceStatus("real")}, NotableMoment("time")),
        ({"hero": hero_status(level=3)}, NotableMoment("level", "Level 3")),
        ({"kinds": [BOSS]}, NotableMoment("boss", "♛ Grak")),
        ({"hero": hero_status(level=2, state="dead", life=0)}, NotableMoment("death")),
    ],
)
def test_what_deserves_a_sign(changes: dict[str, Any], moment: NotableMoment) -> None:
    assert moments_of(**changes) == [moment]


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"pace": PaceStatus("party")},
        {"hero": hero_status(level=2, life=1)},
        {"hero": hero_status(level=1)},
        {"gone": [GOBLIN]},
    ],
)
def test_what_deserves_none(changes: dict[str, Any]) -> None:
    assert moments_of(**changes) == []


def test_another_floor_is_told_by_its_name() -> None:
    mirror = playing_alone()
    before = seen(mirror)
    below = replace(keyframe().floor, branch=9, number=4, name="the Deep")
    mirror.apply(keyframe(number=2, floor=below, pace=PaceStatus("solo"), sightings=SIGHTINGS))
    assert moments_between(before, seen(mirror)) == [NotableMoment("stairs", "Floor 4: the Deep")]


def test_the_gravest_comes_last() -> None:
    moments = moments_of(
        pace=PaceStatus("real"), kinds=[BOSS], hero=hero_status(level=3, state="dead")
    )
    assert [one.kind for one in moments] == ["time", "level", "boss", "death"]


def test_other_eyes_are_no_moment() -> None:
    mirror = playing_alone()
    before = seen(mirror)
    mirror.apply(keyframe(number=2, seat=1, hero=hero_status(level=9)))
    assert moments_between(before, seen(mirror)) == []


def test_there_is_no_glimpse_of_nothing() -> None:
    assert glimpse_of(Mirror()) is None
