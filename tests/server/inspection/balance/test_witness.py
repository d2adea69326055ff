from support.worlds.staging import Stage, make_test_game
from undertide_server.inspection.balance.records import Fall, Played
from undertide_server.inspection.balance.witness import HeardRun, Witness
from undertide_server.inspection.balance.worth import worth_of_hero
from undertide_server.simulation.mechanics.dying import fall
from undertide_server.simulation.queries.grammar import who
from undertide_server.simulation.state.events import thing
from undertide_server.simulation.state.rows import ActorRow

HALL = ["##########", "#@.......#", "##########"]


class Watched:
    """A stage whose run is witnessed."""

    def __init__(self) -> None:
        self.stage = Stage(HALL, make_test_game())
        run = self.stage.run
        heard = HeardRun(run.game, run.world, run.index, run.progress, run.kinds)
        self.stage.run = heard
        self.played = Played("anyone", 1)
        self.hero = self.stage.hero()
        self.witness = Witness(heard, self.played)
        self.witness.look()

    def kill(self, victim: ActorRow, killer: ActorRow | None = None) -> None:
        blamed = who(killer) if killer else thing("spike trap", victim.cell)
        fall(self.stage.run, self.stage.floor, victim, blamed)


def test_a_fallen_monster_is_a_kill() -> None:
    watched = Watched()
    watched.kill(watched.stage.monster((4, 1)), watched.hero)
    assert (watched.played.kills, watched.played.tide_kills) == (1, 0)


def test_a_kill_of_a_newcomer_is_the_tide_s() -> None:
    watched = Watched()
    watched.stage.floor.tide.clock = watched.stage.run.rules.tide.grace
    comer = watched.stage.monster((4, 1))
    watched.witness.look()
    watched.kill(comer, watched.hero)
    assert (watched.played.kills, watched.played.tide_kills) == (1, 1)


def test_a_hero_falls_to_a_monster_of_a_family() -> None:
    watched = Watched()
    kind = watched.stage.game.roster.kinds[0]
    worth = worth_of_hero(watched.hero, watched.stage.run.rules.monsters)
    watched.kill(watched.hero, watched.stage.monster((4, 1), kind=kind))
    assert watched.played.falls == [Fall(1, 0, "monster", kind.family, 1, worth)]


def test_bosses_companions_and_traps_are_told_apart() -> None:
    boss = next(kind for kind in make_test_game().roster.kinds if kind.boss)
    causes = []
    for killer in ("boss", "companion", "trap"):
        watched = Watched()
        slayer: ActorRow | None = None
        if killer == "boss":
            slayer = watched.stage.monster((4, 1), kind=boss)
        elif killer == "companion":
            slayer = watched.stage.hero("Bob")
            watched.stage.put_to_sleep(1)
        watched.kill(watched.hero, slayer)
        causes.append((watched.played.falls[0].cause, watched.played.falls[0].by))
    assert causes == [("boss", boss.family), ("companion", "hero"), ("harm", "spike trap")]


def test_each_depth_is_arrived_at_once() -> None:
    watched = Watched()
    progress = watched.stage.run.progress
    for deepest in (1, 3, 3, 2):
        progress.deepest = deepest
        watched.witness.look()
    assert [arrival.floor for arrival in watched.played.arrivals] == [1, 3]
    curve = watched.stage.game.curve.floors
    assert [arrival.average for arrival in watched.played.arrivals] == [
        curve[0].average,
        curve[2].average,
    ]


def test_time_is_that_of_the_floors_clocks() -> None:
    watched = Watched()
    watched.stage.floor.tide.clock = 77
    assert watched.witness.finish().floor_ticks == {1: 77}


def test_who_struck_a_hero_down_is_blamed_when_it_dies_of_its_fall() -> None:
    watched = Watched()
    watched.stage.hero("Bob", cell=(8, 1))
    kind = watched.stage.game.roster.kinds[0]
    watched.kill(watched.hero, watched.stage.monster((4, 1), kind=kind))
    assert watched.played.falls == []
    watched.stage.tick(150)
    fallen = watched.played.falls[0]
    assert (fallen.cause, fallen.by) == ("monster", kind.family)
