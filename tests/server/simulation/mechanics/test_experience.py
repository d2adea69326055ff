"""Heroes gain levels by experience (R7), and their gear grows with their depth (R8)."""

import pytest

from support.worlds.companies import State, two_together
from support.worlds.outcomes import held
from support.worlds.staging import Stage
from undertide_server.simulation.mechanics.experience import reach_floor, share_experience
from undertide_server.simulation.mechanics.inventory import give_stack, stow
from undertide_server.simulation.mechanics.stats import figures_of, refit, worn_figures
from undertide_server.simulation.queries.grammar import who
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.inputs import PlayerLost, Withdrawn
from undertide_shared.messages import Move

HALL = ["######", "#@...#", "######"]
ROOM = ["########", "#@.....#", "#......#", "########"]


def test_worn_gear_grows_and_its_bearer_with_it() -> None:
    stage = Stage(HALL)
    row = stage.hero()
    row.inventory.stacks.clear()
    give_stack(row.inventory, "dawnbreaker^9", 1, "main_hand")
    give_stack(row.inventory, "scale_coat^9+/sturdy:2", 1, "body")
    refit(stage.run, row)
    row.body.life = row.body.max_life - 3
    attack, life = row.attack.power, row.body.max_life
    reach_floor(stage.run, row, 14)
    assert row.hero.deepest == 14
    assert [item for item, _ in held(row)] == ["dawnbreaker^14", "scale_coat^14+/sturdy:2"]
    sword = [stage.run.items.kind(f"dawnbreaker^{depth}").gear for depth in (9, 14)]
    coat = [stage.run.items.kind(f"scale_coat^{depth}+/sturdy:2").gear for depth in (9, 14)]
    grown = [
        after.figures[stat] - before.figures[stat]
        for stat, (before, after) in (("attack", sword), ("life", coat))
        if before is not None and after is not None
    ]
    assert [row.attack.power - attack, row.body.max_life - life] == grown
    assert row.body.life == row.body.max_life - 3


def test_a_floor_above_the_deepest_changes_nothing() -> None:
    stage = Stage(HALL)
    row = stage.hero()
    reach_floor(stage.run, row, 12)
    before = list(row.inventory.stacks)
    reach_floor(stage.run, row, 5)
    assert row.hero.deepest == 12
    assert row.inventory.stacks == before


def test_what_a_deeper_hero_takes_grows_at_once() -> None:
    stage = Stage(HALL)
    row = stage.hero()
    row.inventory.stacks.clear()
    row.hero.deepest = 14
    assert stow(stage.run, row, "dawnbreaker^9", 1) == 1
    assert stow(stage.run, row, "long_sword^9/keen:1", 1) == 1
    assert held(row) == [("dawnbreaker^14", 1), ("long_sword^9/keen:1", 1)]


def test_experience_is_shared_by_the_waking_heroes_on_the_floor() -> None:
    stage = Stage(ROOM)
    ann, ben, cid = stage.hero("Ann", cell=(1, 1)), stage.hero("Ben"), stage.hero("Cid")
    stage.step(PlayerLost(2))
    stage.step(Withdrawn(2))
    monster = stage.monster((1, 2) if ben.cell != (1, 2) else (2, 2), life=1)
    pays = monster.monster.experience
    dx, dy = monster.cell[0] - ann.cell[0], monster.cell[1] - ann.cell[1]
    stage.ask(Move(dx, dy), seat=0)
    assert ann.hero.experience + ben.hero.experience == pays * 125 // 100
    assert ben.hero.experience == pays * 125 // 100 // 2
    assert cid.hero.experience == 0


def test_enough_experience_raises_the_level_and_its_figures() -> None:
    stage = Stage(ROOM)
    hero = stage.hero()
    levels = stage.run.rules.heroes.levels
    hero.hero.experience = levels[2].experience - 1
    hero.body.life = hero.body.max_life - 7
    stage.monster((2, 1), life=1)
    stage.ask(Move(1, 0))
    assert hero.hero.level == 3
    grown = figures_of(stage.run.rules, hero.hero, worn_figures(stage.run.items, hero.inventory))
    assert (hero.body.max_life, hero.body.life) == (grown.life, grown.life - 7)
    assert hero.attack.power == grown.attack


@pytest.mark.parametrize(
    ("state", "shares"),
    [
        ("well", [63, 62]),
        ("hurt", [63, 62]),
        ("link-dead", [63, 62]),
        ("far", [63, 62]),
        ("asleep", [100, 0]),
        ("fallen", [100, 0]),
    ],
)
def test_two_who_stand_share_a_quarter_more(state: State, shares: list[int]) -> None:
    pair = two_together(state)
    share_experience(pair.stage.run, pair.stage.floor, 100)
    assert [row.hero.experience for row in (pair.ann, pair.ben)] == shares


@pytest.mark.parametrize(
    ("heroes", "shares"), [(1, [100]), (3, [50, 50, 50]), (4, [44, 44, 44, 43])]
)
def test_each_hero_adds_a_quarter_to_what_all_share(heroes: int, shares: list[int]) -> None:
    stage = Stage(ROOM)
    rows = [stage.hero(f"Hero {seat}") for seat in range(heroes)]
    share_experience(stage.run, stage.floor, 100)
    assert [row.hero.experience for row in rows] == shares


def test_a_new_level_is_told_to_its_hero_and_to_whoever_sees_it() -> None:
    pair = two_together()
    run, floor = pair.stage.run, pair.stage.floor
    pair.ann.hero.experience = run.rules.heroes.levels[1].experience - 62
    run.events = []
    share_experience(run, floor, 98)
    assert run.events == [], "61 each are not enough"
    share_experience(run, floor, 2)
    (seen,) = run.events
    assert seen == Seen(
        floor.entity,
        who(pair.ann),
        "good",
        "Welcome to level 2!",
        f"{pair.ann.actor.name} reaches level 2.",
        "news",
    )
    assert [row.hero.level for row in (pair.ann, pair.ben)] == [2, 1]


def test_gear_that_is_not_worn_grows_and_changes_no_figure() -> None:
    stage = Stage(HALL)
    row = stage.hero()
    row.inventory.stacks.clear()
    give_stack(row.inventory, "dawnbreaker^9", 1)
    refit(stage.run, row)
    row.attack.power = 7
    reach_floor(stage.run, row, 14)
    assert (held(row), row.attack.power) == ([("dawnbreaker^14", 1)], 7)


def test_gear_that_is_worn_counts_whatever_lies_behind_it_in_the_pack() -> None:
    stage = Stage(HALL)
    row = stage.hero()
    row.inventory.stacks.clear()
    give_stack(row.inventory, "dawnbreaker^9", 1, "main_hand")
    give_stack(row.inventory, "dawnbreaker^9", 1)
    refit(stage.run, row)
    power = row.attack.power
    reach_floor(stage.run, row, 14)
    assert held(row) == [("dawnbreaker^14", 1)] * 2
    assert (power, row.attack.power) == (33, 145)


def test_nobody_is_welcomed_to_the_level_that_it_has() -> None:
    pair = two_together()
    pair.stage.run.events = []
    share_experience(pair.stage.run, pair.stage.floor, 4)
    assert pair.stage.run.events == []
    share_experience(pair.stage.run, pair.stage.floor, 1000)
    texts = [event.others for event in pair.stage.run.events if isinstance(event, Seen)]
    assert texts == ["Ann reaches level 2.", "Ben reaches level 2."]
