from support.client.client_examples import delta, keyframe, roster
from undertide_client.net.repairs import GOOD_FRAMES, MAX_REPAIRS, PATIENCE, Repairs


def test_deltas_are_left_out_until_the_keyframe_comes() -> None:
    repairs = Repairs()
    assert repairs.count_request()
    assert not repairs.lets_through(delta())
    assert repairs.lets_through(roster("Ann"))
    assert repairs.lets_through(keyframe())
    assert repairs.lets_through(delta())


def test_a_keyframe_is_asked_for_once() -> None:
    repairs = Repairs()
    assert repairs.count_request()
    assert not repairs.count_request()


def test_a_keyframe_that_does_not_come_is_asked_for_again() -> None:
    repairs = Repairs()
    repairs.count_request()
    for _ in range(PATIENCE - 1):
        repairs.lets_through(delta())
        assert not repairs.overdue()
    repairs.lets_through(delta())
    assert repairs.overdue()
    assert not repairs.overdue()


def test_keyframes_that_never_help_are_hopeless() -> None:
    repairs = Repairs()
    for _ in range(MAX_REPAIRS):
        assert repairs.count_request()
        assert not repairs.hopeless
        repairs.lets_through(keyframe())
    assert not repairs.count_request()
    assert repairs.hopeless


def test_a_repair_that_held_is_forgotten() -> None:
    repairs = Repairs()
    for _ in range(MAX_REPAIRS * 3):
        assert repairs.count_request()
        repairs.lets_through(keyframe())
        for _ in range(GOOD_FRAMES):
            repairs.lets_through(delta())
    assert not repairs.hopeless
