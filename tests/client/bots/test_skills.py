from typing import get_args

import pytest

from support.client.bot_scenes import mirror_of
from support.client.client_examples import hero_status
from support.content.repertoire import REPERTOIRE
from support.content.shipped import wordless
from support.worlds.staging import SEED, make_test_game
from undertide_client.bots import skills
from undertide_client.bots.personality import Personality
from undertide_client.bots.skills import Idler, brain_of, personality_of
from undertide_client.model.mirror import Mirror
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.inspection.balance.plan import Plan
from undertide_server.inspection.balance.table import play
from undertide_server.worldgen.game.game import make_game
from undertide_shared.brains import Brain, Known, brain_maker, brain_names
from undertide_shared.messages import Delta, Explore, Intent, Move, Travel, Wait

SKILLS = get_args(skills.Skill)


def test_the_careful_run_where_the_careless_strike() -> None:
    hurt = mirror_of("<.@g.", life=6)
    assert brain_of("careful", 0).decide(hurt) == Travel(0, 0)
    assert brain_of("careless", 0).decide(hurt) == Move(1, 0)


def test_the_still_wait() -> None:
    assert brain_of("still", 0).decide(mirror_of("@..>")) == Wait()


def test_the_average_have_whims_of_their_own() -> None:
    assert [personality_of("average", number) for number in range(9)] == list(
        map(Personality.of, range(9))
    )


@pytest.mark.parametrize("skill", SKILLS)
def test_the_same_number_and_life_take_the_same_course(skill: skills.Skill) -> None:
    mirror = mirror_of("......\n......\n..@...\n......")
    one, other = brain_of(skill, 3, 1), brain_of(skill, 3, 1)
    assert [one.decide(mirror) for _ in range(9)] == [other.decide(mirror) for _ in range(9)]


def test_every_skill_is_installed_as_a_brain() -> None:
    assert set(SKILLS) <= set(brain_names())
    for skill in SKILLS:
        assert brain_maker(skill) is getattr(skills, skill)


def test_a_brain_wants_nothing_before_it_knows_its_hero() -> None:
    assert skills.careful(0).decide(Mirror()) is None


def test_an_unknown_floor_is_explored_by_all_that_move() -> None:
    for skill in ("average", "careful", "careless"):
        assert brain_of(skill, 0).decide(mirror_of("@...")) == Explore()


class Noted:
    """A careful bot's brain that notes what it wants."""

    def __init__(self, number: int, wanted: list[tuple[int, Intent]]) -> None:
        self._number, self._wanted = number, wanted
        self._brain: Brain = skills.careful(number)

    def refused(self, intent: Intent, known: Known) -> None:
        self._brain.refused(intent, known)

    def decide(self, known: Known) -> Intent | None:
        intent = self._brain.decide(known)
        if intent is not None:
            self._wanted.append((self._number, intent))
        return intent


def wanted_by(rules: Ruleset, *, staged: bool, ticks: int) -> list[tuple[int, Intent]]:
    """Return all that three careful bots want who play by some rules."""
    wanted: list[tuple[int, Intent]] = []
    plan = Plan("default", None, SEED, "careful", 3, "party", ticks, staged)
    play(
        plan,
        make_game(rules, SEED, REPERTOIRE),
        lambda number: Noted(number, wanted),
    )
    return wanted


@pytest.mark.parametrize(("staged", "ticks"), [(False, 1500), (True, 400)])
def test_no_word_that_people_read_decides_anything(*, staged: bool, ticks: int) -> None:
    rules = make_test_game().ruleset
    wanted = wanted_by(rules, staged=staged, ticks=ticks)
    assert len({type(intent) for _, intent in wanted}) > 5
    assert wanted_by(wordless(rules), staged=staged, ticks=ticks) == wanted


def test_whatever_comes_it_waits() -> None:
    assert Idler().decide(mirror_of("@g")) == Wait()
    assert Idler().decide(mirror_of("<@.>", life=1)) == Wait()


def test_the_dead_do_not_even_wait() -> None:
    mirror = mirror_of("@")
    mirror.apply(Delta(2, hero=hero_status(state="dead", life=0)))
    assert Idler().decide(mirror) is None
    assert Idler().decide(Mirror()) is None
