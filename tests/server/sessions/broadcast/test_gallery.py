"""What spectators of a delayed run are let see, and when."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undertide_server.sessions.broadcast import gallery as module
from undertide_server.sessions.broadcast.gallery import KEPT_CHAT, Gallery
from undertide_server.sessions.broadcast.outbox import Parcel
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.gallery_budget import GalleryBudget

PARTY = 0
ANN = 7
"""The entity of the hero in seat 2."""
DELAY = 30.0


DEAF = 13
"""A member who wants to hear nobody."""


def hears(member: int) -> bool:
    return member != DEAF


def late() -> Gallery:
    gallery = Gallery(DELAY, PARTY, hears)
    gallery.set_time(0.0, 1)
    gallery.record_keyframe(PARTY, b"party 0", None)
    gallery.record_keyframe(ANN, b"ann 0", 2)
    return gallery


def data(released: Sequence[tuple[int, Parcel]], member: int) -> list[bytes]:
    return [parcel.data for _, parcel in released if member in parcel.members]


def record(gallery: Gallery, now: float, frame: bytes, entity: int = PARTY) -> None:
    gallery.set_time(now, int(now) + 1)
    gallery.record_frame(entity, frame)


def test_nothing_leaves_before_it_is_old_enough() -> None:
    gallery = late()
    gallery.add(1, PARTY)
    record(gallery, 10.0, b"later")
    assert gallery.release(29.9) == []
    assert gallery.due(29.9) == 30.0
    assert data(gallery.release(30.0), 1) == [b"party 0"]
    assert data(gallery.release(39.9), 1) == []
    assert data(gallery.release(40.0), 1) == [b"later"]


def test_the_last_keyframe_that_was_released_is_known_and_no_later_one() -> None:
    gallery = late()
    gallery.set_time(10.0, 4)
    gallery.record_frame(PARTY, b"later")
    gallery.record_keyframe(PARTY, b"party 10", None)
    gallery.release(29.9)
    assert gallery.last_keyframe(PARTY) is None
    gallery.release(30.0)
    assert gallery.last_keyframe(PARTY) == (1, b"party 0")
    gallery.release(40.0)
    assert gallery.last_keyframe(PARTY) == (4, b"party 10")
    gallery.start_over()
    assert gallery.last_keyframe(PARTY) is None


def test_frames_leave_with_the_step_that_they_show() -> None:
    gallery = late()
    gallery.add(1, PARTY)
    record(gallery, 10.0, b"later")
    assert [step for step, parcel in gallery.release(40.0) if 1 in parcel.members] == [11, 11]


def test_who_comes_late_sees_at_once_what_the_others_see() -> None:
    gallery = late()
    for second in (1, 2, 3):
        record(gallery, second, b"frame %d" % second)
    gallery.release(32.0)
    gallery.add(1, PARTY)
    assert gallery.due(32.5) == 32.5
    assert data(gallery.release(32.5), 1) == [b"party 0", b"frame 1", b"frame 2"]
    assert data(gallery.release(33.0), 1) == [b"frame 3"]


def test_who_is_there_is_sent_no_keyframe_that_others_need() -> None:
    gallery = late()
    gallery.add(1, PARTY)
    gallery.release(30.0)
    record(gallery, 6.0, b"frame")
    gallery.record_keyframe(PARTY, b"party 6", None)
    gallery.add(2, PARTY)
    released = gallery.release(36.0)
    assert data(released, 1) == [b"frame"]
    assert data(released, 2)[-1] == b"frame" or data(released, 2) == [b"party 6"]


def test_keyframes_are_recorded_now_and_then_of_what_changes() -> None:
    gallery = late()
    assert not gallery.wants_whole(PARTY)
    gallery.set_time(100.0, 5)
    assert not gallery.wants_whole(PARTY)
    gallery.record_frame(PARTY, b"frame")
    assert gallery.wants_whole(PARTY)
    assert gallery.wants_whole(99)


def test_a_hero_can_be_followed_once_it_can_be_seen() -> None:
    gallery = late()
    assert gallery.eyes(None) == PARTY
    with pytest.raises(RequestRefusedError, match="seat 2"):
        gallery.eyes(2)
    gallery.release(30.0)
    assert gallery.eyes(2) == ANN


def test_a_dead_hero_is_followed_until_spectators_saw_it_die() -> None:
    gallery = late()
    gallery.release(30.0)
    gallery.add(1, gallery.eyes(2))
    gallery.set_time(5.0, 6)
    gallery.record_end(ANN)
    gallery.release(34.9)
    assert gallery.eyes(2) == ANN
    assert data(gallery.release(35.0), 1) == [b"party 0"]
    with pytest.raises(RequestRefusedError):
        gallery.eyes(2)


def test_who_fell_behind_begins_anew_when_it_has_caught_up() -> None:
    gallery = late()
    gallery.add(1, PARTY)
    gallery.release(30.0)
    gallery.fell_behind(1)
    record(gallery, 1.0, b"frame")
    assert data(gallery.release(31.0), 1) == []
    gallery.want_keyframe(1)
    assert data(gallery.release(31.0), 1) == [b"party 0", b"frame"]
    record(gallery, 2.0, b"next")
    assert data(gallery.release(32.0), 1) == [b"next"]


def test_what_was_said_is_told_to_newcomers_when_it_may_be_heard() -> None:
    gallery = late()
    gallery.add(1, PARTY)
    gallery.release(0.0)
    gallery.set_time(1.0, 2)
    gallery.record_message(b"the end", lasting=True)
    for number in range(KEPT_CHAT + 1):
        gallery.record_message(b"%d" % number, lasting=False)
    assert data(gallery.release(30.9), 1) == [b"party 0"]
    assert len(data(gallery.release(31.0), 1)) == KEPT_CHAT + 2
    gallery.add(2, PARTY)
    told = data(gallery.release(31.0), 2)
    assert told[:KEPT_CHAT] == [b"%d" % number for number in range(1, KEPT_CHAT + 1)]
    assert told[KEPT_CHAT:] == [b"the end", b"party 0"]


def test_who_wants_to_hear_nobody_is_told_only_how_it_ended() -> None:
    gallery = late()
    gallery.add(DEAF, PARTY)
    gallery.release(30.0)
    gallery.record_message(b"a boss!", lasting=False)
    gallery.record_message(b"the end", lasting=True)
    assert data(gallery.release(30.0), DEAF) == [b"the end"]


def test_who_left_is_sent_nothing() -> None:
    gallery = late()
    gallery.add(1, PARTY)
    gallery.remove(1)
    assert 1 not in gallery
    assert data(gallery.release(100.0), 1) == []


def test_too_much_is_thrown_away_and_shown_anew_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_RECORDED", 100)
    gallery = late()
    gallery.add(1, PARTY)
    gallery.release(30.0)
    record(gallery, 1.0, b"x" * 101)
    assert gallery.wants_whole(PARTY)
    assert data(gallery.release(31.0), 1) == []
    gallery.record_keyframe(PARTY, b"anew", None)
    assert data(gallery.release(61.0), 1) == [b"anew"]


def test_the_largest_gallery_makes_room_for_all_others() -> None:
    budget = GalleryBudget(100)
    large, small = (Gallery(DELAY, PARTY, hears, budget) for _ in range(2))
    for gallery in (large, small):
        gallery.set_time(0.0, 1)
        gallery.add(1, PARTY)
    large.record_keyframe(PARTY, b"l" * 60, None)
    large.release(30.0)
    small.record_keyframe(PARTY, b"s" * 30, None)
    assert not large.wants_whole(PARTY)
    small.record_message(b"t" * 11, lasting=False)
    assert large.wants_whole(PARTY), "also frames that newcomers would be sent are discarded"
    assert data(small.release(30.0), 1) == [b"t" * 11, b"s" * 30]
    large.record_keyframe(PARTY, b"anew", None)
    assert data(large.release(60.0), 1) == [b"anew"]


def test_starting_over_keeps_the_ends_of_views_and_lasting_messages_alone() -> None:
    gallery = late()
    for member, view in ((1, PARTY), (2, ANN), (3, PARTY)):
        gallery.add(member, view)
    gallery.release(30.0)
    gallery.add(4, PARTY)
    gallery.fell_behind(3)
    gallery.set_time(31.0, 5)
    gallery.record_frame(PARTY, b"frame")
    gallery.record_keyframe(ANN, b"whole", 2)
    gallery.record_message(b"said", lasting=False)
    gallery.record_message(b"won", lasting=True)
    gallery.record_end(ANN)
    kinds = [each.kind for each in gallery.memory().waiting]
    assert kinds == ["frame", "whole", "said", "lasting", "end"]
    gallery.start_over()
    assert gallery.wants_whole(PARTY)
    assert [(each.kind, each.data, each.entity) for each in gallery.memory().waiting] == [
        ("lasting", b"won", None),
        ("end", b"", ANN),
    ]
    gallery.set_time(32.0, 6)
    gallery.record_keyframe(PARTY, b"anew", None)
    released = gallery.release(62.0)
    assert [data(released, member) for member in (1, 2, 3, 4)] == [
        [b"won", b"anew"],
        [b"won", b"anew"],
        [b"won"],
        [b"won", b"anew"],
    ], "who fell behind asks for a keyframe itself"


def test_a_gallery_is_thrown_away_when_it_holds_more_bytes_than_it_may(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "MOST_RECORDED", 100)
    gallery = Gallery(DELAY, PARTY, hears)
    gallery.record_keyframe(PARTY, b"k" * 40, None)
    gallery.release(DELAY)
    for _ in range(2):
        record(gallery, 1.0, b"f" * 60)
        assert not gallery.wants_whole(PARTY), "all 100 bytes are kept"
        gallery.record_message(b"x", lasting=False)
        assert gallery.wants_whole(PARTY)
        gallery.record_keyframe(PARTY, b"k" * 40, None)


@pytest.mark.parametrize(("delay", "apart"), [(30.0, 5.0), (100.0, 5.0), (600.0, 30.0)])
def test_keyframes_of_a_view_are_five_seconds_apart_or_a_20th_of_the_delay(
    delay: float, apart: float
) -> None:
    gallery = Gallery(delay, PARTY, hears)
    gallery.set_time(3.0, 1)
    gallery.record_keyframe(PARTY, b"whole", None)
    record(gallery, 3.0 + apart - 0.01, b"frame")
    assert not gallery.wants_whole(PARTY)
    record(gallery, 3.0 + apart, b"frame")
    assert gallery.wants_whole(PARTY)
    gallery.record_keyframe(PARTY, b"whole", None)
    gallery.set_time(1e6, 2)
    assert not gallery.wants_whole(PARTY), "nothing has changed since"


def test_a_view_that_ended_is_begun_anew_if_it_is_shown_again() -> None:
    gallery = late()
    record(gallery, 1.0, b"frame", ANN)
    gallery.record_end(ANN)
    assert gallery.wants_whole(ANN)
    gallery.record_keyframe(ANN, b"again", 2)
    gallery.set_time(100.0, 9)
    assert not gallery.wants_whole(ANN)


def test_what_is_released_has_its_step_its_viewers_and_its_kind() -> None:
    gallery = late()
    for member, view in ((1, PARTY), (2, ANN), (3, PARTY)):
        gallery.add(member, view)
    gallery.fell_behind(3)
    assert gallery.release(30.0) == [
        (1, Parcel((1,), b"party 0", frame=True)),
        (1, Parcel((2,), b"ann 0", frame=True)),
    ]
    record(gallery, 1.0, b"frame")
    gallery.set_time(2.0, 7)
    gallery.record_message(b"said", lasting=False)
    gallery.record_message(b"won", lasting=True)
    assert gallery.due(30.0) == 31.0
    assert gallery.release(32.0) == [
        (2, Parcel((1,), b"frame", frame=True)),
        (7, Parcel((1, 2, 3), b"said")),
        (7, Parcel((1, 2, 3), b"won")),
    ]
    assert gallery.due(32.0) is None
    gallery.add(4, ANN)
    assert gallery.due(33.0) == 33.0
    assert gallery.release(33.0) == [
        (7, Parcel((4,), b"said")),
        (7, Parcel((4,), b"won")),
        (1, Parcel((4,), b"ann 0", frame=True)),
    ]


def test_when_a_hero_died_only_those_who_kept_up_go_on_by_themselves() -> None:
    gallery = late()
    for member, view in ((1, ANN), (2, ANN), (3, PARTY)):
        gallery.add(member, view)
    gallery.release(30.0)
    gallery.fell_behind(2)
    gallery.set_time(1.0, 5)
    gallery.record_end(ANN)
    assert gallery.release(31.0) == [(1, Parcel((1,), b"party 0", frame=True))]
    assert [gallery.view_of(member) for member in (1, 2, 3)] == [PARTY] * 3
    assert gallery.last_keyframe(ANN) is None
    gallery.want_keyframe(2)
    assert gallery.release(31.0) == [(1, Parcel((2,), b"party 0", frame=True))]


def test_what_is_recorded_before_any_step_is_of_step_0() -> None:
    gallery = Gallery(DELAY, PARTY, hears)
    gallery.record_message(b"said", lasting=False)
    (first,) = gallery.memory().waiting
    assert first == (0.0, 0, b"said", None, "said")


def test_newcomers_are_due_at_once_though_nothing_may_be_seen_yet() -> None:
    gallery = late()
    gallery.add(1, PARTY)
    assert gallery.due(3.0) == 3.0
    assert gallery.release(3.0) == []
    assert gallery.due(3.0) == 30.0


def test_a_view_that_was_never_recorded_can_end() -> None:
    gallery = Gallery(DELAY, PARTY, hears)
    gallery.add(1, ANN)
    gallery.record_end(ANN)
    gallery.release(DELAY)
    assert gallery.view_of(1) == PARTY


def test_strangers_neither_fall_behind_nor_want_keyframes() -> None:
    gallery = late()
    gallery.fell_behind(9)
    gallery.want_keyframe(9)
    gallery.remove(9)
    assert (9 in gallery, gallery.members, gallery.due(0.0)) == (False, (), 30.0)


def test_who_moves_to_another_view_is_greeted_once() -> None:
    gallery = late()
    gallery.record_message(b"won", lasting=True)
    gallery.release(30.0)
    gallery.add(1, PARTY)
    assert data(gallery.release(30.0), 1) == [b"won", b"party 0"]
    gallery.add(1, ANN)
    assert data(gallery.release(30.0), 1) == [b"ann 0"]


def test_the_next_node_shows_what_waits_at_its_time_and_what_was_seen_at_once() -> None:
    there, here = late(), Gallery(DELAY, PARTY, hears)
    record(there, 1.0, b"frame 1")
    record(there, 2.0, b"frame 2")
    there.record_message(b"said", lasting=False)
    there.record_message(b"won", lasting=True)
    there.set_time(3.0, 9)
    there.record_message(b"late", lasting=False)
    record(there, 3.0, b"frame 3")
    there.release(32.0)
    here.restore(there.memory(), 100.0)
    assert here.eyes(2) == ANN
    assert here.last_keyframe(PARTY) == (3, b"party 0")
    here.expect(1, PARTY)
    here.add(2, PARTY)
    assert here.due(0.0) == 0.0
    assert here.release(132.9) == [
        (3, Parcel((2,), b"said")),
        (3, Parcel((2,), b"won")),
        *((3, Parcel((2,), each, frame=True)) for each in (b"party 0", b"frame 1", b"frame 2")),
    ]
    assert here.due(132.9) == 133.0
    assert here.release(133.0) == [
        (9, Parcel((1, 2), b"late")),
        (4, Parcel((2,), b"frame 3", frame=True)),
    ], "who is expected is sent no frames"
    here.rename(1, 11)
    assert here.members == (2, 11)
    seen = (b"party 0", b"frame 1", b"frame 2", b"frame 3")
    assert here.release(133.0) == [(4, Parcel((11,), each, frame=True)) for each in seen]
    assert here.wants_whole(PARTY), "its views begin anew"


def test_a_gallery_counts_the_bytes_that_the_next_node_restored() -> None:
    budget, there = GalleryBudget(100), late()
    there.release(30.0)
    record(there, 1.0, b"f" * 40)
    gallery = Gallery(DELAY, PARTY, hears, budget)
    gallery.restore(there.memory(), 0.0)
    gallery.set_time(2.0, 9)
    gallery.record_keyframe(PARTY, b"", None)
    gallery.record_message(b"x" * 48, lasting=False)
    assert not gallery.wants_whole(PARTY), "7 + 5 + 40 + 48 are 100"
    gallery.record_message(b"x", lasting=False)
    assert gallery.wants_whole(PARTY)


@given(st.lists(st.tuples(st.integers(0, 9), st.booleans()), max_size=60))
def test_every_viewer_sees_an_unbroken_chain_and_never_too_early(
    moves: list[tuple[int, bool]],
) -> None:
    gallery, now, number = Gallery(DELAY, PARTY, hears), 0.0, 0
    shown_at: dict[int, float] = {}
    seen: dict[int, int] = {}
    for seconds, comes in moves:
        now, number = now + seconds, number + 1
        if comes:
            gallery.add(len(seen), PARTY)
            seen[len(seen)] = 0
        gallery.set_time(now, number)
        gallery.record_frame(PARTY, b"f%d" % number)
        if gallery.wants_whole(PARTY):
            gallery.record_keyframe(PARTY, b"k%d" % number, None)
        shown_at[number] = now
        for _, parcel in gallery.release(now):
            kind, frame = parcel.data[:1], int(parcel.data[1:])
            assert now >= shown_at[frame] + DELAY
            for member in parcel.members:
                assert frame == seen[member] + 1 if kind == b"f" else not seen[member]
                seen[member] = frame
