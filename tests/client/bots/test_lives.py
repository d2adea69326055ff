from undertide_client.bots.adventurer import Adventurer
from undertide_client.bots.lives import MAX_DOUBLINGS, PAUSE_SECONDS, SHORT_SECONDS, Lives


def test_no_two_bots_share_a_name() -> None:
    bots = [Lives(number, 3) for number in range(3)]
    names = [lives.next_name() for lives in bots for _ in range(40)]
    assert len(set(names)) == len(names)


def test_each_life_has_a_mind_of_its_own_and_the_same_whims() -> None:
    lives = Lives(5, 8)
    first, second = lives.begin(0.0), lives.begin(100.0)
    assert first is not second
    assert isinstance(first, Adventurer)
    assert isinstance(second, Adventurer)
    assert first.personality == second.personality
    assert lives.count == 2


def test_short_lives_double_the_pause_up_to_a_bound() -> None:
    lives, pauses = Lives(0, 1), []
    for turn in range(MAX_DOUBLINGS + 3):
        lives.begin(turn * 100.0)
        lives.end(turn * 100.0 + SHORT_SECONDS / 2)
        pauses.append(lives.pause)
    longest = PAUSE_SECONDS * 2**MAX_DOUBLINGS
    assert pauses[:3] == [PAUSE_SECONDS * 2, PAUSE_SECONDS * 4, PAUSE_SECONDS * 8]
    assert pauses[-3:] == [longest] * 3


def test_a_long_life_makes_the_pause_short_again() -> None:
    lives = Lives(0, 1)
    lives.begin(0.0)
    lives.end(1.0)
    lives.begin(10.0)
    lives.end(10.0 + SHORT_SECONDS)
    assert lives.pause == PAUSE_SECONDS
