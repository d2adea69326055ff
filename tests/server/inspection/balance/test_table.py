from collections.abc import Sequence

import pytest

from support.worlds.staging import make_test_game
from undertide_client.bots.skills import careful
from undertide_client.model.mirror import Mirror
from undertide_server.inspection.balance.plan import Plan
from undertide_server.inspection.balance.records import Played
from undertide_server.inspection.balance.table import callings_of, play
from undertide_shared.brains import Brain, Known
from undertide_shared.messages import Intent, Pace, Travel, Use, Wait

SEED = b"sixteen bytes ok"


class Scripted:
    """A brain that wants one thing after the other, then nothing, and notes what it knew."""

    def __init__(self, intents: Sequence[Intent]) -> None:
        self.known: list[Known] = []
        self.refusals: list[Intent] = []
        self._intents = list(intents)

    def decide(self, known: Known) -> Intent | None:
        self.known.append(known)
        return self._intents.pop(0) if self._intents else None

    def refused(self, intent: Intent, known: Known) -> None:
        assert known.hero is not None
        self.refusals.append(intent)


def played(brain: Brain, ticks: int = 1000, pace: Pace = "party") -> Played:
    plan = Plan("default", None, SEED, "scripted", 1, pace, ticks, staged=False)
    return play(plan, make_test_game(), lambda _number: brain)


def test_a_brain_knows_what_a_client_would_and_learns_of_refusals() -> None:
    far, nothing = Travel(0, 0), Use(9999)
    brain = Scripted([Wait(), far, nothing, Wait()])
    played(brain)
    assert brain.refusals == [far, nothing]
    first = brain.known[0]
    assert first.cell is not None
    assert first.looks[int(first.tiles[first.cell[::-1]])].walkable
    names = {name for name in dir(Known) if not name.startswith("_")}
    assert all(hasattr(known, name) for known in (first, Mirror()) for name in names)


def test_a_run_in_which_nobody_wants_anything_more_is_given_up() -> None:
    result = played(Scripted([Wait()] * 3))
    assert not result.ended
    assert 0 < result.ticks < 50


@pytest.mark.parametrize("pace", ["party", "real"])
def test_a_run_is_given_up_when_its_ticks_have_passed(pace: Pace) -> None:
    result = played(Scripted([Wait()] * 500), ticks=60, pace=pace)
    assert not result.ended
    assert 60 <= result.ticks < 80


def test_the_fallen_pass_their_time_where_nobody_stands() -> None:
    """The tide of the test game fells a hero that only waits, and nobody raises it (R16)."""
    result = played(Scripted([Wait()] * 100_000), ticks=100_000)
    assert result.ended
    assert len(result.falls) == 1


def test_the_same_plan_gives_the_same_run() -> None:
    plan = Plan("default", None, SEED, "careful", 3, "party", 700, staged=False)
    one, other = (play(plan, make_test_game(), careful) for _ in range(2))
    assert one == other
    assert one.kills > 0


@pytest.mark.parametrize("heroes", [1, 3, 8])
def test_heroes_are_of_callings_in_their_turn(heroes: int) -> None:
    game = make_test_game()
    callings = callings_of(game, heroes)
    assert len(callings) == heroes
    assert len(set(callings)) == min(heroes, len(game.ruleset.callings))
    assert callings_of(game, heroes, "mender") == ["mender"] * heroes


def test_all_the_time_of_a_floor_went_into_something() -> None:
    result = played(Scripted([Wait()] * 5 + [Travel(0, 0)]))
    assert result.times == {1: {"wait": result.ticks}}
