"""The outbox: nothing leaves before what it shows is durable, and order is kept."""

from undertide_server.sessions.broadcast.outbox import MOST_HELD, MOST_HELD_BYTES, Outbox, Parcel


def parcel(name: bytes) -> Parcel:
    return Parcel((1,), name)


def test_a_parcel_waits_for_its_step() -> None:
    outbox = Outbox()
    outbox.hold(1, parcel(b"frame"))
    assert outbox.take_committed() == []
    outbox.note_committed(1)
    assert outbox.take_committed() == [parcel(b"frame")]
    assert outbox.take_committed() == []


def test_later_parcels_never_overtake_one_that_waits() -> None:
    outbox = Outbox()
    outbox.note_committed(1)
    outbox.hold(2, parcel(b"frame of step 2"))
    outbox.hold(0, parcel(b"chat"))
    assert outbox.take_committed() == []
    outbox.note_committed(2)
    assert [each.data for each in outbox.take_committed()] == [b"frame of step 2", b"chat"]


def test_an_old_report_takes_nothing_back() -> None:
    outbox = Outbox()
    outbox.note_committed(5)
    outbox.note_committed(3)
    outbox.hold(5, parcel(b"frame"))
    assert outbox.take_committed() == [parcel(b"frame")]


def test_a_parcel_for_nobody_is_not_held() -> None:
    outbox = Outbox()
    outbox.hold(9, Parcel((), b"frame"))
    outbox.hold(0, parcel(b"chat"))
    assert outbox.take_committed() == [parcel(b"chat")]


def test_nothing_that_is_held_reaches_a_member_that_left() -> None:
    outbox = Outbox()
    outbox.hold(1, Parcel((1, 2), b"delta", frame=True))
    outbox.hold(1, Parcel((1,), b"keyframe", frame=True))
    outbox.hold(1, Parcel((1, 3), b"chat"))
    outbox.drop_member(1)
    outbox.note_committed(1)
    assert outbox.take_committed() == [Parcel((2,), b"delta", frame=True), Parcel((3,), b"chat")]


def test_only_frames_are_taken_back_from_who_missed_one() -> None:
    outbox = Outbox()
    outbox.hold(1, Parcel((1, 2), b"delta", frame=True))
    outbox.hold(1, Parcel((1,), b"chat"))
    outbox.hold(1, Parcel((1,), b"delta", frame=True))
    outbox.forget_frames(1)
    outbox.note_committed(1)
    assert outbox.take_committed() == [Parcel((2,), b"delta", frame=True), Parcel((1,), b"chat")]


def test_what_shows_nothing_of_the_run_need_not_wait() -> None:
    outbox = Outbox()
    outbox.hold(3, parcel(b"frame"))
    outbox.hold_first(parcel(b"you left"))
    assert outbox.take_committed() == [parcel(b"you left")]
    outbox.note_committed(3)
    assert outbox.take_committed() == [parcel(b"frame")]


def test_it_knows_whose_greeting_is_held() -> None:
    outbox = Outbox()
    for member, step in ((1, 1), (2, 2), (3, 2)):
        outbox.hold(step, Parcel((member,), b"greeting", greets=True))
        outbox.hold(step, Parcel((member,), b"chat"))
    assert outbox.members_to_greet() == [1, 2, 3]
    outbox.note_committed(1)
    outbox.take_committed()
    outbox.drop_member(2)
    assert outbox.members_to_greet() == [3]


def test_it_is_full_of_many_parcels_or_of_many_bytes_until_they_leave() -> None:
    for size, count in ((1, MOST_HELD), (MOST_HELD_BYTES // 4, 4)):
        outbox = Outbox()
        for _ in range(count):
            assert not outbox.is_full
            outbox.hold(1, parcel(bytes(size)))
        assert outbox.is_full
        outbox.note_committed(1)
        outbox.take_committed()
        assert not outbox.is_full


def expecting() -> Outbox:
    """Return what is held for member 1, who is expected, and for others: all of it durable."""
    outbox = Outbox()
    outbox.expect(1)
    outbox.hold(1, Parcel((1, 2), b"chat", is_pinged=True))
    outbox.hold(1, Parcel((1, 2), b"delta", frame=True, is_pinged=True))
    outbox.hold(1, Parcel((1,), b"keyframe", frame=True))
    outbox.hold(1, Parcel((1,), b"order"))
    outbox.hold(1, Parcel((3,), b"other"))
    outbox.note_committed(1)
    return outbox


def test_who_is_expected_misses_frames_and_nothing_else() -> None:
    outbox = expecting()
    assert outbox.take_committed() == [
        Parcel((2,), b"chat", is_pinged=True),
        Parcel((2,), b"delta", frame=True, is_pinged=True),
        Parcel((3,), b"other"),
    ]
    assert len(outbox) == 2, "what it missed is still held"
    outbox.hold(2, Parcel((1, 2), b"late chat"))
    outbox.hold(2, Parcel((1, 2), b"late frame", frame=True))
    outbox.rename(1, 11)
    assert len(outbox) == 4
    assert outbox.take_committed() == [
        Parcel((11,), b"chat", is_pinged=True),
        Parcel((11,), b"order"),
    ]
    outbox.note_committed(2)
    assert outbox.take_committed() == [
        Parcel((11, 2), b"late chat"),
        Parcel((2,), b"late frame", frame=True),
    ]
    assert len(outbox) == 0


def test_a_member_that_was_not_expected_can_have_a_new_number_too() -> None:
    outbox = Outbox()
    outbox.hold(1, Parcel((1, 2), b"chat", is_pinged=True))
    outbox.rename(1, 11)
    outbox.note_committed(1)
    assert outbox.take_committed() == [Parcel((11, 2), b"chat", is_pinged=True)]


def test_nothing_is_kept_for_who_was_expected_and_left() -> None:
    outbox = expecting()
    outbox.take_committed()
    outbox.drop_member(1)
    assert len(outbox) == 0
    outbox.hold(1, Parcel((1, 2), b"chat", is_pinged=True))
    assert outbox.take_committed() == [Parcel((1, 2), b"chat", is_pinged=True)]
    outbox.hold(2, Parcel((1, 2), b"chat", is_pinged=True))
    outbox.drop_member(2)
    outbox.note_committed(2)
    assert outbox.take_committed() == [Parcel((1,), b"chat", is_pinged=True)]


def test_what_expected_members_missed_counts_towards_its_limit() -> None:
    outbox = Outbox()
    outbox.expect(1)
    for _ in range(MOST_HELD):
        assert not outbox.is_full
        outbox.hold(0, parcel(b"chat"))
        assert outbox.take_committed() == []
    assert outbox.is_full


def test_what_was_missed_leaves_at_once_though_no_step_is_durable_here() -> None:
    outbox = Outbox()
    outbox.expect(1)
    outbox.hold(0, parcel(b"chat"))
    assert outbox.take_committed() == []
    outbox.rename(1, 11)
    assert outbox.take_committed() == [Parcel((11,), b"chat")]
