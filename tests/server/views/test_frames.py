"""Frames: a keyframe is all of a picture, a delta what changed between two, and no more."""

from itertools import pairwise

import msgspec
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import astuple, replace

from support.sessions.onlooker import Onlooker
from undertide_server.simulation.state.sights import Sight
from undertide_server.views.frames import Names, delta, keyframe
from undertide_server.views.journey import Journey
from undertide_server.views.picture import Picture
from undertide_server.views.scene import Subject, VisibleScene
from undertide_shared.codec import encode
from undertide_shared.geometry import Cell
from undertide_shared.messages import (
    Amulet,
    BranchInfo,
    FloorInfo,
    Kind,
    Line,
    PaceStatus,
    Sighting,
    StairInfo,
    TideGauge,
)

SHAPE = (4, 6)
SCENE = VisibleScene(
    FloorInfo(1, 1, "a stage", SHAPE[1], SHAPE[0]),
    TideGauge(-1, 0, "calm"),
    b"",
    {},
    {},
    {},
    [],
    {},
)
KINDS = [("monster", "rat"), ("monster", "orc"), ("item", "potion"), ("hero", "7")]

subjects = st.dictionaries(
    st.one_of(st.integers(1, 6), st.tuples(st.integers(0, 5), st.integers(0, 3))),
    st.builds(
        Subject,
        st.sampled_from(KINDS),
        st.integers(0, 5),
        st.integers(0, 3),
        st.sampled_from([10, 100]),
        st.sampled_from(["", "asleep", "hunting"]),
        st.sampled_from([(), ("burning",), ("burning", "slowed")]),
        st.sampled_from([(), ("harm",), ("harm", "hinder")]),
        st.booleans(),
    ),
    max_size=6,
)
grids = st.lists(st.integers(0, 3), min_size=24, max_size=24)
looks = st.tuples(subjects, grids, grids)
ROOT = BranchInfo(1, 0, 0, 0, "the entrance", "s", 0, True)
KEEP = BranchInfo(2, 1, 1, 0, "a keep", "K", 0, False)
FOUND, LOST = Amulet("of frost", '"', 0, 3), Amulet("of frost", '"', 0)


def picture(
    shown: dict[int | Cell, Subject],
    tiles: list[int] | None = None,
    sight: list[int] | None = None,
    looked: int = 0,
) -> Picture:
    return Picture(
        floor=1,
        scene=SCENE,
        tiles=bytes(tiles or [1] * 24),
        sight=Sight(np.array(sight or [1] * 24, dtype=np.uint8).reshape(SHAPE) > 1),
        looks=((1, looked),),
        finds=looked,
        items={key: subject for key, subject in shown.items() if isinstance(key, tuple)},
        actors={key: subject for key, subject in shown.items() if isinstance(key, int)},
        own=None,
        party=[],
        pace=PaceStatus("solo"),
    )


def subjects_of(shown: Picture) -> dict[int | Cell, Subject]:
    rows: list[tuple[int | Cell, Subject]] = [*shown.items.items(), *shown.actors.items()]
    return dict(rows)


def kinds_of(names: Names, keys: list[tuple[str, str]]) -> list[Kind]:
    return [Kind(names.kinds[key], "monster", key[1], "x", 0) for key in keys]


def begun(first: Picture) -> tuple[Names, Onlooker]:
    """Return the names of a view that begins with a picture, and an onlooker who was shown it."""
    names = Names()
    for key, subject in subjects_of(first).items():
        names.appear(key)
        names.kind(subject.kind)
    onlooker = Onlooker()
    onlooker.take(encode(keyframe(1, first, names, kinds_of(names, list(names.kinds)), [])))
    return names, onlooker


Looks = tuple[int, int, int, str, tuple[str, ...], tuple[str, ...], bool]
Known = list[tuple[str, *Looks]]


def shown_of(now: Picture) -> Known:
    return sorted((subject.kind[1], *astuple(subject)[1:]) for subject in subjects_of(now).values())


def known_of(onlooker: Onlooker) -> Known:
    return sorted(
        (onlooker.kinds[each.kind].name, *_looks_of(each)) for each in onlooker.sightings.values()
    )


def _looks_of(seen: Sighting) -> Looks:
    statuses, effects = tuple(seen.statuses), tuple(seen.status_effects)
    return seen.x, seen.y, seen.health, seen.mood, statuses, effects, seen.meant


@settings(max_examples=60)
@given(st.lists(looks, min_size=1, max_size=6))
def test_deltas_lead_from_picture_to_picture(
    seen: list[tuple[dict[int | Cell, Subject], list[int], list[int]]],
) -> None:
    pictures = [picture(*look, looked=number) for number, look in enumerate(seen)]
    names, onlooker = begun(pictures[0])
    for before, after in pairwise(pictures):
        found = delta(onlooker.number + 1, before, after, names, [])
        if found is not None:
            frame, new = found
            frame = msgspec.structs.replace(frame, kinds=kinds_of(names, new))
            onlooker.take(encode(frame))
        assert known_of(onlooker) == shown_of(after)
        assert onlooker.tiles.tobytes() == after.tiles
        assert (onlooker.sight == after.sight.mask).all()


@settings(max_examples=60)
@given(
    st.lists(grids, min_size=3, max_size=3),
    st.lists(st.integers(0, 2), min_size=2, max_size=12),
)
def test_what_turns_is_told_alike_whenever_the_same_sights_follow_each_other(
    seen: list[list[int]], order: list[int]
) -> None:
    sights = [picture({}, sight=grid).sight for grid in seen]
    pictures = [
        replace(picture({}, looked=number), sight=sights[index])
        for number, index in enumerate(order)
    ]
    names, onlooker = begun(pictures[0])
    for before, after in pairwise(pictures):
        found = delta(onlooker.number + 1, before, after, names, [])
        if found is not None:
            onlooker.take(encode(found[0]))
        assert (onlooker.sight == after.sight.mask).all()


def test_nothing_new_is_no_frame() -> None:
    shown: dict[int | Cell, Subject] = {1: Subject(KINDS[0], 1, 1)}
    first = picture(shown)
    names, _ = begun(first)
    assert delta(2, first, replace(first, looks=((1, 5),)), names, []) is None


def test_a_picture_like_the_one_before_is_no_frame() -> None:
    first = picture({1: Subject(KINDS[0], 1, 1)})
    names, _ = begun(first)
    assert delta(2, first, replace(first), names, []) is None


def test_equal_facts_of_a_floor_that_were_made_anew_are_no_frame() -> None:
    first, second = picture({}), picture({})
    names, _ = begun(first)
    second.scene = replace(SCENE, tide=replace(SCENE.tide), marks=[], agreements=[])
    assert delta(2, first, second, names, []) is None
    second.scene = replace(SCENE, tide=TideGauge(5, 1, "rising"))
    found = delta(2, first, second, names, [])
    assert found is not None
    assert found[0].tide == TideGauge(5, 1, "rising")


def test_a_keyframe_tells_the_run_and_the_stairs() -> None:
    stairs = [StairInfo(2, 1, 2)]
    shown = replace(picture({}), journey=Journey(1, [ROOT, KEEP], [], [LOST]), stairs=stairs)
    frame = keyframe(1, shown, Names(), [], [])
    assert (frame.branches, frame.amulets, frame.stairs) == ([ROOT, KEEP], [LOST], stairs)


def test_of_the_run_a_delta_tells_what_changed_alone() -> None:
    first = replace(picture({}), journey=Journey(1, [ROOT], [], [LOST]))
    names, _ = begun(first)
    held = delta(
        2, first, replace(first, journey=Journey(1, [ROOT], [(7, 1, [])], [FOUND])), names, []
    )
    assert held is not None
    assert (held[0].branches, held[0].amulets, held[0].stairs) == (None, [FOUND], None)
    grown = delta(2, first, replace(first, journey=Journey(2, [ROOT, KEEP], [], [LOST])), names, [])
    assert grown is not None
    assert (grown[0].branches, grown[0].amulets) == ([ROOT, KEEP], None)


def test_stairs_are_told_when_another_was_seen() -> None:
    first = picture({}, looked=1)
    names, _ = begun(first)
    stairs = [StairInfo(2, 1, 2)]
    found = delta(2, first, replace(first, looks=((1, 2),), stairs=stairs), names, [])
    assert found is not None
    assert found[0].stairs == stairs


def test_a_line_alone_is_a_frame() -> None:
    first = picture({})
    names, _ = begun(first)
    found = delta(2, first, first, names, [Line("info", "Nothing happens.")])
    assert found is not None
    assert found[0].lines == [Line("info", "Nothing happens.")]


def test_tiles_are_compared_only_when_somebody_looked() -> None:
    first, other = picture({}, looked=1), picture({}, tiles=[2] * 24, looked=1)
    names, _ = begun(first)
    assert delta(2, first, other, names, []) is None
    assert delta(2, first, replace(other, looks=((1, 2),)), names, []) is not None


def test_what_comes_back_into_view_has_another_id() -> None:
    rat: dict[int | Cell, Subject] = {1: Subject(KINDS[0], 1, 1)}
    there, away = picture(rat), picture({})
    names, onlooker = begun(there)
    ids = [*onlooker.sightings]
    for before, after in ((there, away), (away, there)):
        found = delta(onlooker.number + 1, before, after, names, [])
        assert found is not None
        assert found[1] == [], "the kind is known by now"
        onlooker.take(encode(found[0]))
        ids += onlooker.sightings
    assert len(ids) == len(set(ids)) == 2


def test_an_item_in_the_place_of_another_is_a_new_sighting() -> None:
    first = picture({(2, 2): Subject(KINDS[2], 2, 2)})
    second = picture({(2, 2): Subject(("item", "scroll"), 2, 2)}, looked=1)
    names, _ = begun(first)
    found = delta(2, first, second, names, [])
    assert found is not None
    frame, new = found
    assert (len(frame.gone), len(frame.appeared)) == (1, 1)
    assert frame.gone[0] != frame.appeared[0].id
    assert new == [("item", "scroll")]


def test_a_floors_names_begin_anew_but_ids_are_not_given_twice() -> None:
    names = Names()
    first = names.appear(1)
    names.kind(KINDS[0])
    names.begin_floor()
    assert names.kind(KINDS[1]) == 1
    assert names.appear(1) != first
