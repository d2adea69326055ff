"""Stairs lead from floor to floor, and each is found as it was left."""

import pytest

from support.worlds.companies import HALL, STAIRS, TO_STAIRS, agreed, floors_of, party
from support.worlds.staging import Stage, make_test_game
from undertide_server.simulation.components.monsters import Mood
from undertide_server.simulation.mechanics.agreements import is_at_stairs
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.mechanics.stopping import stop_auto_action
from undertide_server.simulation.pipeline import step
from undertide_server.simulation.queries.visibility import memory_of
from undertide_server.simulation.snapshot import restore, state_hash, take_snapshot
from undertide_server.simulation.state.events import FloorTold, PartyTold, Told
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.inputs import Asked, Ticked
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.worldgen.game.game import Game
from undertide_server.worldgen.game.run_tree import children_of, root_of
from undertide_shared.messages import Climb, Drop, Explore, Intent, Move, Rest, Stop, Travel, Wait

LANDING = ["#######", "#@>...#", "#.....#", "#######"]
FORK = ["#######", "#@>.>.#", "#.....#", "#######"]


def forked_game() -> Game:
    """Return a game of which the first floor has two stairs down."""
    games = (make_test_game(seed=bytes([number]) * 16) for number in range(100))
    return next(game for game in games if len(children_of(game, root_of(game))) == 2)


def test_stairs_lead_down_to_the_next_floor_and_back() -> None:
    stage = Stage(LANDING)
    row = stage.hero()
    stage.item((3, 2), "health_potion")
    stage.ask(Move(1, 0))
    events = stage.ask(Climb())
    below, hero = _where(stage, row.entity)
    assert below.state.number == 2
    assert hero.hero.deepest == 2
    assert hero.cell == below.state.stairs_up
    assert PartyTold("party", "Ann reaches floor 2.") in events
    stage.ask(Climb(), branch=2)
    above, hero = _where(stage, row.entity)
    assert above is stage.floor
    assert hero.cell == (2, 1)
    assert (3, 2) in above.items


def test_each_stair_leads_somewhere_else_and_back_to_itself() -> None:
    stage = Stage(FORK, forked_game())
    children = children_of(stage.game, root_of(stage.game))
    for stair, cell in enumerate([(2, 1), (4, 1)]):
        row = stage.hero(f"Hero {stair}", cell=cell)
        stage.let_leave(row.hero.seat)
        stage.ask(Climb(), row.hero.seat)
        below, hero = _where(stage, row.entity)
        assert below.state.types == children[stair].types
        assert below.state.path == (stair,)
        stage.ask(Climb(), row.hero.seat, branch=below.state.branch)
        above, hero = _where(stage, row.entity)
        assert above is stage.floor
        assert hero.cell == cell


def test_a_floor_stays_as_it_was_left() -> None:
    stage = Stage(LANDING)
    row = stage.hero()
    stage.ask(Drop(row.inventory.stacks[0].id))
    clock = stage.floor.state.clock
    stage.ask(Move(1, 0))
    stage.ask(Climb())
    assert (1, 1) in stage.floor.items
    assert stage.floor.state.clock == clock + 2
    assert not stage.floor.heroes


def test_without_stairs_climbing_is_refused() -> None:
    stage = Stage(LANDING)
    row = stage.hero()
    stage.ask(Climb())
    assert row.intents.reason == "there are no stairs here"


def test_stairs_down_warn_once_in_a_visit_of_a_known_amulet() -> None:
    stage = Stage(LANDING)
    row = stage.hero(cell=(2, 1))
    stage.item((4, 2), "amulet_of_frost")
    stage.step()
    events = stage.ask(Climb())
    assert row.intents.reason == "the amulet of frost lies on this floor"
    text = "The amulet of frost lies on this floor. Go down again to leave it behind."
    assert Told(row.entity, "bad", text) in events
    stage.ask(Climb())
    below, _ = _where(stage, row.entity)
    assert below.state.number == 2
    stage.ask(Climb(), branch=2)
    stage.ask(Climb())
    assert row.intents.outcome == "refused"


def test_stairs_do_not_warn_of_amulets_that_nobody_knows_or_that_the_party_holds() -> None:
    hidden = Stage(["#######", "#@>.#.#", "#...#.#", "#######"])
    row = hidden.hero(cell=(2, 1))
    hidden.item((5, 2), "amulet_of_frost")
    hidden.ask(Climb())
    assert row.intents.outcome == "done"
    held = Stage(LANDING)
    row = held.hero(cell=(2, 1))
    give_stack(row.inventory, "amulet_of_frost", 1)
    held.item((4, 2), "amulet_of_frost")
    held.step()
    held.ask(Climb())
    assert row.intents.outcome == "done"


def test_a_taken_landing_is_stepped_around() -> None:
    stage = Stage(LANDING)
    ann, ben = stage.hero("Ann"), stage.hero("Ben")
    for seat, row in ((0, ann), (1, ben)):
        stage.run.index.move(row, (2, 1))
        stage.ask(Climb(), seat)
    below, first = _where(stage, ann.entity)
    _, second = _where(stage, ben.entity)
    assert first.cell == below.state.stairs_up
    assert second.cell != first.cell
    assert below.heroes.keys() == {ann.entity, ben.entity}


def _where(stage: Stage, entity: int) -> tuple[FloorIndex, HeroRow]:
    found = stage.run.index.of_hero(entity)
    assert found is not None
    return found


class TestAlone:
    def test_one_just_goes(self) -> None:
        stage, _ = party(STAIRS)
        stage.ask(TO_STAIRS)
        assert floors_of(stage) == [2]

    def test_from_afar_one_walks_to_the_stairs_and_stops_there(self) -> None:
        stage, (ann,) = party((20, 1))
        stage.ask(TO_STAIRS)
        assert ann.auto_action.activity == "travel"
        stage.tick(30)
        assert (ann.cell, ann.auto_action.activity) == (STAIRS, "none")
        assert not stage.floor.state.agreements

    def test_where_it_knows_no_stairs_it_can_not_go(self) -> None:
        stage = Stage(["#######", "#@.#.>#", "#######"])
        row = stage.hero()
        stage.ask(Climb(5, 1))
        assert row.intents.reason == "you know of no stairs there"
        stage.ask(Climb(2, 1))
        assert row.intents.reason == "you know of no stairs there"


class TestAgreeing:
    def test_the_first_proposes_and_the_floor_is_told(self) -> None:
        stage, (ann, _) = party(STAIRS, (5, 1))
        events = stage.ask(TO_STAIRS)
        assert FloorTold(stage.floor.entity, "party", "Ann wants to go down to a warren.") in events
        assert agreed(stage) == [([0], [1])]
        assert ann.auto_action.activity == "climb"
        assert floors_of(stage) == [1, 1]

    def test_they_go_together_once_all_have_agreed_and_stand_there(self) -> None:
        stage, (_, ben) = party(STAIRS, (15, 1))
        stage.ask(TO_STAIRS)
        events = stage.ask(TO_STAIRS, 1)
        assert (
            FloorTold(stage.floor.entity, "party", "Ben agrees to go down to a warren.") in events
        )
        assert agreed(stage) == [([0, 1], [])]
        ticks = 0
        while floors_of(stage) == [1, 1]:
            stage.tick()
            ticks += 1
        assert floors_of(stage) == [2, 2]
        assert ticks == 15, "it comes within three cells with its ninth step"
        assert ben.auto_action.activity == "none"
        assert not stage.floor.state.agreements

    def test_the_warning_of_an_amulet_comes_before_the_agreement(self) -> None:
        stage, (ann, _) = party(STAIRS, (5, 1))
        stage.item((20, 2), "amulet_of_frost")
        stage.step()
        stage.ask(TO_STAIRS)
        assert ann.intents.reason == "the amulet of frost lies on this floor"
        assert agreed(stage) == []
        stage.ask(TO_STAIRS)
        assert agreed(stage) == [([0], [1])]

    @pytest.mark.parametrize(("knows", "outcome"), [(0, "refused"), (1, "done")])
    def test_the_warning_is_of_amulets_that_the_hero_itself_knows_of(
        self, knows: int, outcome: str
    ) -> None:
        stage, rows = party(STAIRS, (5, 1))
        memory_of(stage.floor, rows[knows]).items[(9, 1)] = "amulet_of_frost"
        stage.ask(TO_STAIRS)
        assert rows[0].intents.outcome == outcome

    def test_the_stairs_must_be_known_to_the_hero_itself(self) -> None:
        stage, rows = party((5, 1), (25, 1))
        for row in rows:
            memory_of(stage.floor, row).tiles[1, STAIRS[0]] = row is rows[1]
        stage.ask(TO_STAIRS)
        assert rows[0].intents.reason == "you know of no stairs there"
        stage.ask(TO_STAIRS, 1)
        assert agreed(stage) == [([1], [0])]

    def test_whoever_falls_at_the_first_step_agrees_to_nothing(self) -> None:
        stage, (ann, _) = party((20, 1), (5, 1))
        stage.trap((21, 1), "spikes")
        ann.body.life, ann.body.absorb = 1, 0
        stage.ask(TO_STAIRS)
        assert ann.is_fallen
        assert agreed(stage) == []


class TestWithoutTheOthers:
    def test_after_a_while_a_second_wish_is_enough(self) -> None:
        stage, (ann, _) = party(STAIRS, (5, 1))
        stage.ask(TO_STAIRS)
        ticks = stage.run.rules.heroes.stairs.wait_ticks
        stage.floor.state.agreements[0].ticks -= ticks - 8
        events = stage.ask(TO_STAIRS)
        assert floors_of(stage) == [1, 1]
        assert Told(ann.entity, "party", "You wait for Ben.") in events
        events = stage.tick(8)
        text = "You may take the stairs without the others now."
        assert [event for event in events if isinstance(event, Told)] == [
            Told(ann.entity, "party", text)
        ]
        assert floors_of(stage) == [1, 1]
        stage.tick(2)
        assert ann.auto_action.activity == "none", "its player decides"
        stage.ask(TO_STAIRS)
        assert floors_of(stage) == [2, 1]

    def test_while_hunted_nobody_waits(self) -> None:
        stage, (_, ben) = party(STAIRS, (5, 1))
        stage.ask(TO_STAIRS)
        stage.monster((20, 1), mood="hunting")
        stage.step()
        stage.ask(TO_STAIRS)
        assert floors_of(stage) == [2, 1]
        assert ben.hero.presence == "present"

    def test_a_hunted_hero_needs_two_wishes_and_waits_for_nothing_else(self) -> None:
        stage, (ann, _) = party(STAIRS, (5, 1))
        stage.monster((20, 1), mood="hunting")
        stage.step()
        stage.ask(TO_STAIRS)
        assert agreed(stage) == [([0], [1])]
        assert ann.auto_action.activity == "none"
        stage.ask(TO_STAIRS)
        assert floors_of(stage) == [2, 1]

    def test_a_monster_that_sleeps_in_view_ends_no_wait(self) -> None:
        stage, (ann, _) = party(STAIRS, (5, 1))
        stage.monster((20, 1), mood="asleep")
        stage.step()
        stage.ask(TO_STAIRS)
        stage.tick(4)
        assert ann.auto_action.activity == "climb"

    @pytest.mark.parametrize("mood", ["asleep", "idle"])
    def test_monsters_that_have_noticed_nobody_change_nothing(self, mood: Mood) -> None:
        stage, _ = party(STAIRS, (5, 1))
        stage.ask(TO_STAIRS)
        stage.monster((12, 1), mood=mood)
        stage.step()
        stage.step(Asked(0, 50, TO_STAIRS), Ticked(1))
        assert floors_of(stage) == [1, 1]

    def test_far_from_the_stairs_a_second_wish_walks_there(self) -> None:
        stage, (ann, _) = party((10, 1), (5, 1))
        stage.ask(TO_STAIRS)
        stage.floor.state.agreements[0].ticks = 0
        stop_auto_action(ann)
        stage.ask(TO_STAIRS)
        assert ann.auto_action.activity == "climb"
        assert floors_of(stage) == [1, 1]


class TestWithdrawing:
    @pytest.mark.parametrize(
        "intent",
        [Stop(), Explore(), Travel(10, 1), Move(-1, 0)],
        ids=lambda one: type(one).__name__,
    )
    def test_who_goes_elsewhere_agrees_no_longer(self, intent: Intent) -> None:
        stage, (ann, _) = party((STAIRS[0] - 3, 1), (5, 1))
        stage.ask(TO_STAIRS)
        ann.memory.floors[1].tiles[2, 1:5] = 0
        stage.ask(intent)
        assert agreed(stage) == []

    @pytest.mark.parametrize(
        "intent", [Stop(), Explore(), Travel(8, 1)], ids=lambda one: type(one).__name__
    )
    def test_so_does_who_turns_aside_on_the_way(self, intent: Intent) -> None:
        stage, (ann, _) = party((20, 1), (5, 1))
        stage.ask(TO_STAIRS)
        ann.memory.floors[1].tiles[2, 1:3], ann.known = 0, None
        stage.ask(intent)
        assert (ann.intents.outcome, agreed(stage)) == ("done", [])

    @pytest.mark.parametrize(
        "intent", [Wait(), Move(1, 0), Travel(*STAIRS), Rest()], ids=lambda one: type(one).__name__
    )
    def test_who_stays_agrees_on(self, intent: Intent) -> None:
        stage, (ann, _) = party((STAIRS[0] - 2, 1), (5, 1))
        stage.ask(TO_STAIRS)
        ann.body.life -= 5
        stage.ask(intent)
        assert agreed(stage) == [([0], [1])]

    def test_on_the_way_there_every_step_is_free(self) -> None:
        stage, _ = party((10, 1), (5, 1))
        stage.ask(TO_STAIRS)
        stage.ask(Move(-1, 0))
        assert agreed(stage) == [([0], [1])]


def test_those_who_wait_at_the_stairs_make_room_for_others() -> None:
    stage, (ann, ben) = party((26, 1), (20, 1), hall=["#" * 30, HALL[1], "#" * 30])
    stage.ask(TO_STAIRS)
    stage.ask(Travel(28, 1), 1)
    stage.tick(40)
    assert ben.cell == (28, 1)
    assert is_at_stairs(stage.run, stage.floor, ann, STAIRS)


def test_agreements_are_part_of_the_state() -> None:
    stage, _ = party(STAIRS, (10, 1))
    before = state_hash(stage.run)
    stage.ask(TO_STAIRS)
    again = restore(stage.game, take_snapshot(stage.run))
    assert state_hash(again) == state_hash(stage.run) != before
    for run in (again, stage.run):
        step(run, [Asked(1, 90, TO_STAIRS), Ticked(1)])
        for _ in range(60):
            step(run, [Ticked(1)])
    assert state_hash(again) == state_hash(stage.run)
    assert floors_of(stage) == [2, 2]
