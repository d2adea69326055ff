from collections.abc import Sequence

import pytest

from support.worlds.staging import make_test_game
from undertide_server.content.load import load_settings
from undertide_server.inspection.balance.plan import Plan
from undertide_server.inspection.balance.records import Played
from undertide_server.inspection.balance.table import callings_of, play
from undertide_shared.brains import Brain, Fate
from undertide_shared.messages import Intent, Joined, Keyframe, ServerMessage, Travel, Wait

SEED = b"sixteen bytes ok"


class Scripted:
    """A brain that wants one thing after the other, then nothing, and notes what it hears."""

    def __init__(self, intents: Sequence[Intent]) -> None:
        self.heard: list[ServerMessage] = []
        self.fates: list[tuple[Intent, Fate]] = []
        self._intents = list(intents)

    def hear(self, message: ServerMessage) -> None:
        self.heard.append(message)

    def decide(self) -> Intent | None:
        shown = any(isinstance(message, Keyframe) for message in self.heard)
        return self._intents.pop(0) if shown and self._intents else None

    def settled(self, intent: Intent, fate: Fate) -> None:
        self.fates.append((intent, fate))


def played(brain: Brain, ticks: int = 1000) -> Played:
    plan = Plan("default", None, SEED, "scripted", 1, "party", ticks, staged=False)
    return play(plan, make_test_game(), load_settings(), lambda _number: brain)


def test_a_brain_hears_of_its_seat_and_of_what_became_of_each_intent() -> None:
    far = Travel(0, 0)
    brain = Scripted([Wait(), far, Wait()])
    played(brain)
    assert isinstance(brain.heard[0], Joined)
    assert brain.fates == [(Wait(), "done"), (far, "refused"), (Wait(), "done")]


def test_a_run_in_which_nobody_wants_anything_more_is_given_up() -> None:
    result = played(Scripted([Wait()] * 3))
    assert not result.ended
    assert 0 < result.ticks < 50


def test_a_run_is_given_up_when_its_ticks_have_passed() -> None:
    result = played(Scripted([Wait()] * 500), ticks=60)
    assert not result.ended
    assert 60 <= result.ticks < 80


@pytest.mark.parametrize("heroes", [1, 3, 8])
def test_heroes_are_of_callings_in_their_turn(heroes: int) -> None:
    game = make_test_game()
    callings = callings_of(game, heroes)
    assert len(callings) == heroes
    assert len(set(callings)) == min(heroes, len(game.ruleset.callings))
