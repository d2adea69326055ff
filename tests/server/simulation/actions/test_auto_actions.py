"""Explore, travel and rest go on by themselves, and stop when something comes into view."""

from dataclasses import replace

import pytest

from support.worlds.companies import State, two_apart, two_together
from support.worlds.outcomes import held
from support.worlds.staging import Stage, kind_that
from undertide_server.content.records.monsters import Behaviour
from undertide_server.simulation.actions.auto_actions import go_on, wait_at_stairs
from undertide_server.simulation.components.floors import Agreement
from undertide_server.simulation.components.heroes import Pursuit
from undertide_server.simulation.components.monsters import Mood
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.queries.awareness import LAST_TURNS
from undertide_server.simulation.state.events import Told
from undertide_server.simulation.state.inputs import Asked, Turned
from undertide_server.simulation.state.rows import HeroRow
from undertide_shared.geometry import Cell
from undertide_shared.messages import Drop, Explore, Intent, Move, Rest, Stop, Travel

MAZE = [
    "############",
    "#@....+....#",
    "#.....#....#",
    "###.###....#",
    "#.....#....#",
    "#.....######",
    "############",
]


def carry_on(stage: Stage, row: HeroRow, turns: int = 200) -> int:
    """Let turns pass while the errand lasts; return how many."""
    for taken in range(turns):
        if row.auto_action.activity == "none":
            return taken
        stage.step(Turned(1))
    raise AssertionError(f"still busy after {turns} turns: {row.auto_action}")


def test_exploring_sees_every_cell_and_takes_what_lies_about() -> None:
    stage = Stage(MAZE)
    row = stage.hero()
    stage.item((9, 3), "health_potion")
    stage.item((1, 5), "health_potion")
    had = sum(stack.count for stack in row.inventory.stacks)
    stage.ask(Explore())
    carry_on(stage, row)
    known = row.memory.floors[1].tiles
    assert (known[stage.floor.walkable] > 0).all()
    assert sum(stack.count for stack in row.inventory.stacks) == had + 2


def test_exploring_what_is_known_is_refused() -> None:
    stage = Stage(MAZE)
    row = stage.hero()
    stage.ask(Explore())
    carry_on(stage, row)
    stage.ask(Explore())
    assert (row.intents.outcome, row.intents.reason) == (
        "refused",
        "there is nothing left to explore here",
    )


def test_travel_takes_the_shortest_known_way() -> None:
    stage = Stage(MAZE)
    row = stage.hero()
    stage.ask(Explore())
    carry_on(stage, row)
    stage.ask(Travel(1, 1))
    carry_on(stage, row)
    stage.ask(Travel(10, 4))
    turns = carry_on(stage, row)
    assert row.cell == (10, 4)
    assert turns == 8, "nine steps, of which the first was taken at once"


def test_travel_to_the_unknown_is_refused() -> None:
    stage = Stage(MAZE)
    row = stage.hero()
    for x, y in ((9, 3), (-1, 2), (10**9, 2), (0, 0)):
        stage.ask(Travel(x, y))
        assert row.intents.reason == "you know no way there"
    stage.ask(Travel(1, 1))
    assert row.intents.reason == "you are there"


def test_a_monster_that_comes_into_view_stops_the_hero() -> None:
    stage = Stage(MAZE)
    row = stage.hero()
    deaf = Behaviour(notices=1)
    kind = replace(stage.game.roster.kinds[0], id="deaf", behaviour=deaf)
    stage.run.kinds["deaf"] = kind
    monster = stage.monster((9, 3), mood="asleep", kind=kind)
    stage.ask(Explore())
    carry_on(stage, row)
    assert row.sees[monster.position.y * stage.floor.width + monster.position.x]
    stage.ask(Explore())
    assert row.intents.outcome == "done", "a sleeper that was seen doesn't stop it again"
    monster.mind.mood = "hunting"
    stage.step(Turned(1))
    assert row.auto_action.activity == "none"
    stage.ask(Explore())
    assert row.intents.reason.startswith("not with the ")


def test_what_was_in_view_when_travel_began_does_not_stop_it() -> None:
    stage = Stage(["########", "#@.....#", "#......#", "########"])
    row = stage.hero()
    stage.monster((6, 2), mood="asleep")
    stage.ask(Travel(4, 1))
    carry_on(stage, row)
    assert row.cell == (4, 1)


def test_rest_lasts_until_healed() -> None:
    stage = Stage(MAZE)
    row = stage.hero()
    row.body.life -= 5
    stage.ask(Rest())
    assert row.auto_action.activity == "rest"
    events = [event for _ in range(2000) for event in stage.step(Turned(1))]
    assert row.body.life == row.body.max_life
    assert Told(row.entity, "info", "You feel rested.") in events
    stage.ask(Rest())
    assert row.intents.reason == "you need no rest"


def test_a_blow_ends_an_errand() -> None:
    stage = Stage(["########", "#@.....#", "#......#", "########"])
    row = stage.hero()
    stage.monster((2, 2), mood="hunting")
    stage.ask(Travel(6, 1))
    stage.step(Turned(1))
    assert row.auto_action.activity == "none"


def test_any_other_intent_ends_an_errand() -> None:
    for intent in (Stop(), Move(0, 1)):
        stage = Stage(MAZE)
        row = stage.hero()
        stage.ask(Explore())
        activities = [row.auto_action.activity]
        stage.ask(intent)
        activities.append(row.auto_action.activity)
        assert activities == ["explore", "none"]


def test_heroes_who_want_the_same_item_do_not_change_places_for_ever() -> None:
    stage = Stage(["##########", "#@.......#", "##########"])
    ann, ben = stage.hero("Ann", cell=(2, 1)), stage.hero("Ben", cell=(1, 1))
    for row in (ann, ben):
        row.inventory.stacks.clear()
    stage.item((8, 1), "health_potion")
    stage.step(Asked(0, 1, Explore()), Asked(1, 1, Explore()))
    stage.tick(60)
    assert len(ann.inventory.stacks) + len(ben.inventory.stacks) == 1
    assert ann.auto_action.activity == ben.auto_action.activity == "none"


def test_heroes_who_meet_in_a_corridor_pass_each_other() -> None:
    stage = Stage(["##########", "#@.......#", "##########"])
    ann, ben = stage.hero("Ann", cell=(1, 1)), stage.hero("Ben", cell=(8, 1))
    stage.step(Asked(0, 1, Travel(8, 1)), Asked(1, 1, Travel(1, 1)))
    stage.tick(30)
    assert (ann.cell, ben.cell) == ((8, 1), (1, 1))


@pytest.mark.parametrize("intent", [Travel(14, 1), Explore()])
def test_whom_a_companion_pushed_back_leaps_over_nobody(intent: Travel | Explore) -> None:
    stage = Stage(["#" * 30, "#@" + "." * 27 + "#", "#" * 30])
    ann, ben = stage.hero("Ann", cell=(2, 1)), stage.hero("Ben", cell=(3, 1))
    stage.item((14, 1), "health_potion")
    stage.step()
    stage.step(Asked(1, 1, intent))
    stage.tick(2)
    stage.run.index.move(ann, (ben.cell[0] - 1, 1))
    stage.run.index.swap(ann, ben)
    pushed_to = ben.cell
    for _ in range(6):
        before = ben.cell
        stage.tick()
        assert ben.cell[0] - before[0] in {0, 1}
    assert ben.cell[0] > pushed_to[0]


def test_a_traveller_that_was_pushed_to_its_goal_is_there() -> None:
    stage = Stage(["#" * 12, "#@" + "." * 9 + "#", "#" * 12])
    ann, ben = stage.hero("Ann", cell=(6, 1)), stage.hero("Ben", cell=(3, 1))
    stage.step(Asked(1, 1, Travel(6, 1)))
    stage.tick(2)
    stage.run.index.swap(ann, ben)
    stage.tick(4)
    assert ben.cell == (6, 1)
    assert ben.auto_action.activity == "none"


def test_the_confused_find_no_way_but_may_rest() -> None:
    stage = Stage(MAZE)
    row = stage.hero()
    row.body.life -= 5
    row.effects.remaining["confused"] = 50
    for intent in (Explore(), Travel(3, 2)):
        stage.ask(intent)
        assert row.intents.reason == "you are too confused to find a way"
    stage.ask(Rest())
    assert row.auto_action.activity == "rest"


def test_a_full_pack_leaves_what_lies_about_and_still_explores() -> None:
    stage = Stage(MAZE)
    row = stage.hero()
    size = stage.run.rules.heroes.pack_size
    row.inventory.stacks.clear()
    for _ in range(size):
        give_stack(row.inventory, "frost_scroll", stage.run.rules.items["frost_scroll"].stack)
    stage.item((9, 3), "lightning_scroll")
    stage.ask(Explore())
    carry_on(stage, row)
    assert (row.memory.floors[1].tiles[stage.floor.walkable] > 0).all()
    assert (9, 3) in stage.floor.items
    told = Told(row.entity, "info", "Explored. 1 thing lies here that you have no room for.")
    assert told in stage.ask(Explore())
    assert row.intents.reason == "there is nothing left to explore here"


def test_a_hunter_behind_glass_stops_neither_rest_nor_exploring() -> None:
    stage = Stage(["#########", "#@..G...#", "#...G...#", "#########"], legend={"G": "glass"})
    row = stage.hero()
    row.body.life -= 5
    hunter = stage.monster((6, 1), mood="hunting")
    stage.step()
    stage.ask(Rest())
    assert row.intents.outcome == "done"
    stage.tick(20)
    activities = [row.auto_action.activity]
    stage.ask(Explore())
    assert row.intents.reason == "there is nothing left to explore here"
    stage.ask(Rest())
    stage.turn((4, 1), "floor")
    events = stage.tick(2)
    activities.append(row.auto_action.activity)
    assert activities == ["rest", "none"]
    name = hunter.actor.name
    assert any(name in event.text for event in events if isinstance(event, Told))
    stage.ask(Explore())
    assert row.intents.reason == f"not with the {name} in view"


HALL = ["#########", "#@......#", "#.......#", "#########"]


def test_a_traveller_goes_round_fire_that_breaks_out_on_its_way() -> None:
    stage = Stage(HALL)
    row = stage.hero()
    stage.ask(Travel(7, 1))
    for cell in ((4, 1), (5, 1)):
        stage.turn(cell, "acid")
    stage.step()
    trodden = set()
    while row.auto_action.activity != "none":
        stage.step(Turned(1))
        trodden.add(stage.terrain(row.cell))
    assert row.cell == (7, 1)
    assert trodden == {"floor"}


def test_to_travel_into_harm_is_the_players_choice() -> None:
    stage = Stage(HALL)
    row = stage.hero()
    stage.turn((4, 1), "acid")
    stage.step()
    stage.ask(Travel(4, 1))
    carry_on(stage, row)
    assert row.cell == (4, 1)


def test_a_step_into_harm_is_carried_out() -> None:
    stage = Stage(HALL)
    row = stage.hero()
    stage.turn((2, 1), "acid")
    stage.step()
    stage.ask(Move(1, 0))
    assert row.cell == (2, 1)


def test_exploring_goes_through_harm_only_where_nothing_else_leads_on() -> None:
    stage = Stage(["###########", "#@..^..+..#", "###########"], legend={"^": "acid"})
    row = stage.hero()
    for _ in range(6):
        stage.ask(Explore())
        carry_on(stage, row)
    assert row.memory.floors[1].tiles[1, 9]
    wide = Stage(["########", "#@.^...#", "#..^.#.#", "#......#", "########"], legend={"^": "acid"})
    row = wide.hero()
    wide.ask(Explore())
    carry_on(wide, row)
    assert row.body.life == row.body.max_life


def test_what_harms_ends_the_errand_that_led_into_it() -> None:
    stage = Stage(["#########", "#@.^^^^.#", "#########"], legend={"^": "acid"})
    row = stage.hero()
    row.body.life = row.body.max_life = 1000
    row.body.absorb = row.body.absorb_tenths = row.body.regen = 0
    row.resistance.counted = (0,) * 6
    stage.ask(Travel(7, 1))
    carry_on(stage, row)
    harm = stage.run.rules.terrain["acid"].harm
    assert harm is not None
    assert row.body.life == 1000 - 10 * harm.percent
    assert stage.terrain(row.cell) == "acid"


def test_whoever_lacks_mana_rests_until_it_is_back() -> None:
    stage = Stage(["#####", "#@..#", "#####"])
    row = stage.hero()
    row.magic.mana = row.magic.max_mana - 2
    stage.ask(Rest())
    assert row.intents.outcome == "done"
    stage.tick(400)
    assert row.magic.mana == row.magic.max_mana
    assert row.auto_action.activity == "none"


@pytest.mark.parametrize("intent", [Rest(), Travel(4, 3)])
def test_what_only_a_companion_sees_keeps_nobody_from_going_on_alone(intent: Intent) -> None:
    apart = two_apart()
    stage, ann = apart.stage, apart.ann
    stage.run.index.leave(apart.hers.entity)
    ann.body.life -= 5
    apart.bens.mind.mood = "hunting"
    stage.ask(intent)
    assert (ann.intents.outcome, ann.intents.reason) == ("done", "")
    apart.ben.body.life -= 5
    stage.ask(Rest(), seat=1)
    assert apart.ben.intents.outcome == "refused", "its own hunter is in its view"


def test_whoever_is_hunted_waits_at_stairs_for_a_moment_only() -> None:
    apart = two_apart()
    apart.bens.mind.mood = "hunting"
    for row in (apart.ann, apart.ben):
        wait_at_stairs(apart.stage.run, apart.stage.floor, row)
    assert [row.auto_action.activity for row in (apart.ann, apart.ben)] == ["climb", "none"]


@pytest.mark.parametrize(
    ("agrees", "activity", "stairs", "cell"),
    [
        (True, "climb", (8, 1), (1, 1)),
        (True, "none", (4, 1), (1, 1)),
        (True, "rest", (8, 1), (2, 1)),
        (False, "none", (8, 1), (2, 1)),
    ],
)
def test_on_the_way_to_stairs_nobody_pushes_past_one_who_goes_or_stands_there_too(
    agrees: bool, activity: Pursuit, stairs: Cell, cell: Cell
) -> None:
    stage = Stage(["##########", "#@......>#", "##########"])
    ann, ben = stage.hero("Ann", cell=(1, 1)), stage.hero("Ben", cell=(2, 1))
    agreed = [ann.entity, ben.entity] if agrees else [ann.entity]
    stage.floor.state.agreements = [Agreement(stairs, ticks=50, agreed=agreed)]
    stage.step()
    ben.auto_action.activity = activity
    ann.auto_action.activity, ann.auto_action.path = "climb", [(3, 1), (2, 1)]
    assert go_on(stage.run, stage.floor, ann) == ""
    assert ann.cell == cell


def test_an_explorer_takes_what_a_companion_dropped() -> None:
    pair = two_together()
    pair.stage.ask(Drop(pair.ben.inventory.stacks[0].id), seat=1)
    pair.stage.run.index.move(pair.ben, (20, 1))
    pair.ann.inventory.stacks.clear()
    pair.stage.step()
    pair.stage.ask(Explore())
    carry_on(pair.stage, pair.ann)
    assert held(pair.ann) == [("health_potion", 3)]


@pytest.mark.parametrize("state", ["fallen", "asleep"])
def test_an_explorer_takes_what_lies_under_a_companion_and_goes_on(state: State) -> None:
    pair = two_together(state)
    pair.ann.inventory.stacks.clear()
    pair.stage.item(pair.ben.cell, "lightning_scroll")
    pair.stage.step()
    pair.stage.ask(Explore())
    assert pair.ann.auto_action.goal == pair.ben.cell
    pair.stage.tick(10)
    assert held(pair.ann) == [("lightning_scroll", 1)]
    assert (pair.ben.hero.tended, pair.ann.auto_action.activity) == (0, "explore")


@pytest.mark.parametrize(
    ("goal", "activity", "tended"), [((6, 1), "revive", True), ((7, 1), "none", False)]
)
def test_a_journey_ends_in_care_where_the_fallen_lies_and_not_on_the_way(
    goal: tuple[int, int], activity: str, tended: bool
) -> None:
    pair = two_together("fallen", Stage(["##########", "#@.......#", "##########"]))
    pair.stage.ask(Travel(*goal))
    pair.stage.tick(8)
    assert pair.ann.cell == ((5, 1) if tended else goal)
    assert (pair.ann.auto_action.activity, pair.ben.hero.tended > 0) == (activity, tended)


def test_a_traveller_goes_round_a_known_creature_that_came_into_its_way() -> None:
    stage = Stage(HALL)
    row = stage.hero()
    other = stage.monster((7, 2), mood="sealed")
    stage.step()
    stage.ask(Travel(7, 1))
    stage.run.index.move(other, row.auto_action.path[-1])
    assert carry_on(stage, row) > 0
    assert row.cell == (7, 1)


def test_an_item_underfoot_is_taken_first_even_if_the_step_onto_it_was_interrupted() -> None:
    stage = Stage(["##########", "#@.......#", "#........#", "##########"])
    row = stage.hero()
    stage.item((2, 1), "health_potion")
    stage.item((8, 2), "health_potion")
    stage.ask(Travel(2, 1))
    carry_on(stage, row)
    before = held(row)
    stage.ask(Explore())
    assert (row.cell, held(row) == before) == ((2, 1), False)


def test_an_explorer_takes_what_lies_on_its_way() -> None:
    stage = Stage(["##########", "#@.......#", "##########"])
    row = stage.hero()
    for x in (3, 5, 8):
        stage.item((x, 1), "health_potion")
    stage.step()
    before = dict(held(row)).get("health_potion", 0)
    stage.ask(Explore())
    carry_on(stage, row)
    assert dict(held(row))["health_potion"] == before + 3
    assert row.cell == (8, 1)


@pytest.mark.parametrize("mood", ["asleep", "idle", "fleeing"])
@pytest.mark.parametrize("intent", [Explore(), Rest()])
def test_whoever_has_harmed_a_hero_lately_lets_nobody_explore_or_rest(
    mood: Mood, intent: Intent
) -> None:
    stage = Stage(["##########", "#@.......#", "#........#", "##########"])
    row = stage.hero()
    row.body.life -= 3
    archer = stage.monster((7, 1), mood=mood, kind=kind_that(stage, notices=1))
    stage.step()
    archer.mind.harmed_at = stage.floor.state.clock
    archer.actor.energy = -1000
    stage.ask(intent)
    assert row.intents.reason == f"not with the {archer.actor.name} in view"
    stage.tick(LAST_TURNS + 1)
    stage.ask(intent)
    assert "not with" not in row.intents.reason


def test_nobody_rests_whom_rest_cant_restore() -> None:
    stage = Stage(MAZE)
    row = stage.hero()
    row.body.life -= 5
    row.body.regen = 0
    stage.ask(Rest())
    assert row.intents.reason == "rest restores nothing now"
