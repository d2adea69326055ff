"""Stairs lead from floor to floor, and each is found as it was left."""

from support.worlds.staging import Stage, make_test_game
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.state.events import PartyTold, Told
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.worldgen.game.game import Game
from undertide_server.worldgen.game.run_tree import children_of, root_of
from undertide_shared.messages import Climb, Drop, Move

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
    assert stage.floor.state.clock <= clock + 4
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
