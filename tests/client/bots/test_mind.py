import pytest

from support.client.client_examples import delta, joined, keyframe
from undertide_client.bots.mind import MirrorBrain
from undertide_client.model.mirror import Mirror, OutOfStepError
from undertide_shared.messages import Explore, Intent, Wait


class Recorder:
    """A mind that wants the same thing again and again, and notes what it is asked."""

    def __init__(self) -> None:
        self.seen: list[int | None] = []
        self.refusals: list[tuple[Intent, int | None]] = []

    def decide(self, mirror: Mirror) -> Intent | None:
        self.seen.append(mirror.number)
        return Explore()

    def refused(self, intent: Intent, mirror: Mirror) -> None:
        self.refusals.append((intent, mirror.number))


def heard(mind: Recorder) -> MirrorBrain:
    brain = MirrorBrain(mind)
    brain.hear(joined())
    brain.hear(keyframe(number=1))
    return brain


def test_its_mind_decides_by_all_that_was_heard() -> None:
    mind = Recorder()
    brain = heard(mind)
    assert brain.decide() == Explore()
    brain.hear(delta(number=2))
    brain.decide()
    assert mind.seen == [1, 2]


def test_its_mind_learns_of_refusals_alone() -> None:
    mind = Recorder()
    brain = heard(mind)
    brain.settled(Wait(), "done")
    brain.settled(Explore(), "refused")
    assert mind.refusals == [(Explore(), 1)]


def test_a_frame_that_is_missing_is_told() -> None:
    brain = heard(Recorder())
    with pytest.raises(OutOfStepError):
        brain.hear(delta(number=7))
