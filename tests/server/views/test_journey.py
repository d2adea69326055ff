"""What every player knows of the run: its tree, and who carries its amulets."""

import pytest

from support.worlds.companies import STATES, State, two_together
from support.worlds.staging import Stage
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.views.journey import NO_JOURNEY, Journey, journey_of
from undertide_shared.messages import BranchInfo, Climb

CELLAR = ["######", "#@..>#", "######"]


def journey(stage: Stage, before: Journey = NO_JOURNEY) -> Journey:
    return journey_of(stage.run, before)


def known(stage: Stage) -> dict[int, BranchInfo]:
    return {branch.id: branch for branch in journey(stage).branches}


class TestBranches:
    def test_the_root_and_what_its_stairs_lead_to_are_known_at_once(self) -> None:
        stage = Stage(CELLAR)
        stage.hero()
        root, child = journey(stage).branches
        assert (root.id, root.parent, root.depth, root.visited) == (1, 0, 0, True)
        assert (child.id, child.parent, child.depth, child.visited) == (2, 1, 1, False)
        assert journey(stage).entered == 1

    def test_each_is_named_and_drawn_as_its_type(self) -> None:
        stage = Stage(CELLAR)
        stage.hero()
        start = stage.run.rules.tree.types["start"]
        root = known(stage)[1]
        assert (root.name, root.glyph, root.colour) == (start.name, start.glyph, start.colour)

    def test_a_floor_that_is_entered_shows_what_lies_below_it(self) -> None:
        stage = Stage(CELLAR)
        stage.hero(cell=(4, 1))
        before = known(stage)
        stage.ask(Climb())
        after = known(stage)
        below = [branch for branch in after.values() if branch.parent == 2]
        assert not before[2].visited
        assert after[2].visited
        assert [branch.sibling for branch in below] == list(range(len(below)))
        assert below
        assert all(branch.depth == 2 and not branch.visited for branch in below)

    def test_each_comes_after_the_one_above_it(self) -> None:
        stage = Stage(CELLAR)
        stage.hero(cell=(4, 1))
        stage.ask(Climb())
        ids = [0]
        for branch in journey(stage).branches:
            assert branch.parent in ids
            ids.append(branch.id)


class TestAmulets:
    def test_all_that_the_rules_ask_for_are_named(self) -> None:
        stage = Stage(CELLAR)
        stage.hero()
        rules = stage.run.rules
        names = [rules.items[key].name for key in rules.victory.amulets]
        assert names
        assert [amulet.name for amulet in journey(stage).amulets] == names
        keys = [amulet.key for amulet in journey(stage).amulets]
        assert keys == list(rules.victory.amulets)
        assert [amulet.bearer for amulet in journey(stage).amulets] == [None] * len(names)

    def test_whoever_carries_one_is_its_bearer_until_it_lets_go(self) -> None:
        stage = Stage(CELLAR)
        stage.hero("Ann")
        ben = stage.hero("Ben", cell=(3, 1))
        wanted = stage.run.rules.victory.amulets[1]
        give_stack(ben.inventory, wanted, 1)
        assert [amulet.bearer for amulet in journey(stage).amulets] == [None, 1, None]
        ben.inventory.stacks.clear()
        assert journey(stage).amulets[1].bearer is None

    def test_of_two_who_carry_the_same_one_the_later_is_named_floor_by_floor(self) -> None:
        stage = Stage(CELLAR)
        heroes = stage.hero("Ann", cell=(4, 1)), stage.hero("Ben", cell=(3, 1))
        for row in heroes:
            give_stack(row.inventory, stage.run.rules.victory.amulets[1], 1)
        stage.let_leave()
        stage.ask(Climb())
        stage.ask(Climb(), branch=2)
        before = journey(stage)
        stage.let_leave()
        stage.ask(Climb())
        after = journey(stage, before)
        assert [each.amulets[1].bearer for each in (before, after)] == [1, 0]


class TestTakingOver:
    def test_it_is_the_one_before_while_nothing_has_changed(self) -> None:
        stage = Stage(CELLAR)
        row = stage.hero(cell=(4, 1))
        first = journey(stage)
        stage.tick()
        assert journey(stage, first) is first
        give_stack(row.inventory, stage.run.rules.victory.amulets[0], 1)
        held = journey(stage, first)
        assert held.branches is first.branches
        assert held.amulets[0].bearer == 0
        stage.let_leave()
        stage.ask(Climb())
        assert journey(stage, held) == journey(stage)
        assert journey(stage, held).branches != held.branches

    def test_before_the_first_hero_comes_only_the_amulets_are_known(self) -> None:
        stage = Stage(CELLAR)
        amulets = journey(stage).amulets
        assert len(amulets) == len(stage.run.rules.victory.amulets)


@pytest.mark.parametrize("state", STATES)
def test_amulets_are_told_with_their_bearers_however_these_are(state: State) -> None:
    pair = two_together(state)
    wanted = pair.stage.run.rules.victory.amulets
    give_stack(pair.ben.inventory, wanted[1], 1)
    bearers = [amulet.bearer for amulet in journey(pair.stage).amulets]
    assert bearers == [None, pair.ben.hero.seat, None]
