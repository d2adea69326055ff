"""A witness records falls, arrivals and what the tide brings; heroes are worth their figures."""

import pytest

from support.worlds.staging import Stage, make_test_game
from undertide_server.inspection.balance.records import Activity, Fall, Played
from undertide_server.inspection.balance.witness import Newcomers, Witness, worth_of, worth_of_hero
from undertide_server.simulation.components.floors import Risen
from undertide_server.simulation.mechanics.dying import strike_down
from undertide_server.simulation.queries.grammar import who
from undertide_server.simulation.state.events import thing
from undertide_server.simulation.state.rows import ActorRow
from undertide_server.worldgen.creatures.stats import figures_of
from undertide_shared.messages import Explore, Fight, Intent, Rest, Travel, Use, Wait

RULES = make_test_game().ruleset.monsters
HALL = ["##########", "#@.......#", "##########"]


def test_a_plain_monster_is_worth_its_strength() -> None:
    for strength in (10, 20, 100, 2750):
        figures = figures_of(strength, {}, RULES)
        assert worth_of(figures.life, figures.attack, RULES) == strength


def test_a_hero_is_worth_more_by_all_that_its_blow_does() -> None:
    hero = Stage(["@."]).hero()
    plain = worth_of_hero(hero, RULES)
    hero.attack.extra = (("fire", hero.attack.power),)
    assert worth_of_hero(hero, RULES) > plain


def test_wounds_make_no_hero_worth_less() -> None:
    hero = Stage(["@."]).hero()
    whole = worth_of_hero(hero, RULES)
    hero.body.life = 1
    assert worth_of_hero(hero, RULES) == whole


class Watched:
    """A stage whose run is witnessed."""

    def __init__(self) -> None:
        self.stage = Stage(HALL, make_test_game())
        self.played = Played("anyone", 1)
        self.hero = self.stage.hero()
        self.witness = Witness(self.stage.run, self.played)
        self.witness.record_state()

    def kill(self, victim: ActorRow, killer: ActorRow | None = None) -> None:
        blamed = who(killer) if killer else thing("spike trap", victim.cell)
        strike_down(self.stage.run, self.stage.floor, victim, blamed)


def test_a_fallen_monster_is_a_kill() -> None:
    watched = Watched()
    watched.kill(watched.stage.monster((4, 1)), watched.hero)
    assert (watched.played.kills, watched.played.tide_kills) == (1, 0)


def test_a_kill_of_a_newcomer_is_the_tide_s() -> None:
    watched = Watched()
    watched.stage.floor.tide.clock = watched.stage.run.rules.tide.grace
    comer = watched.stage.monster((4, 1))
    watched.witness.record_state()
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
        watched.witness.record_state()
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


@pytest.mark.parametrize(
    ("intent", "activity"),
    [
        (None, "wait"),
        (Wait(), "wait"),
        (Explore(), "explore"),
        (Travel(1, 1), "travel"),
        (Rest(), "rest"),
        (Use(1), "other"),
    ],
)
def test_time_goes_into_what_a_hero_was_told_last(
    intent: Intent | None, activity: Activity
) -> None:
    watched = Watched()
    watched.stage.tick(3)
    watched.witness.record_time([intent])
    watched.witness.record_time([intent])
    assert watched.played.times == {1: {activity: 3}}


def test_time_with_a_dangerous_monster_in_view_goes_into_fighting() -> None:
    watched = Watched()
    watched.stage.hero("Bob", cell=(2, 1))
    monster = watched.stage.monster((8, 1), mood="asleep")
    watched.stage.tick(1)
    watched.witness.record_time([Rest(), Travel(8, 1)])
    monster.mind.mood = "hunting"
    watched.stage.tick(1)
    watched.witness.record_time([Rest(), Travel(8, 1)])
    assert watched.played.times == {1: {"rest": 1, "travel": 1, "fight": 2}}


def test_the_fallen_do_nothing() -> None:
    watched = Watched()
    watched.stage.hero("Bob", cell=(8, 1))
    watched.kill(watched.hero)
    watched.stage.tick(2)
    watched.witness.record_time([Fight(), Wait()])
    assert watched.played.times == {1: {"fallen": 2, "wait": 2}}


def test_a_newcomer_of_any_beat_is_the_tides() -> None:
    watched = Watched()
    times, tide = watched.stage.run.tick_figures.tide, watched.stage.floor.tide
    for beat in times.beats[1:]:
        tide.clock = times.grace + beat - 1
        watched.witness.record_state()
        tide.clock += 1
        comer = watched.stage.monster(watched.stage.floor.nearest_free((4, 1)))
        watched.witness.record_state()
        watched.kill(comer, watched.hero)
    assert watched.played.tide_kills == len(times.beats) - 1


def test_who_struck_a_hero_down_is_blamed_when_it_dies_of_its_fall() -> None:
    watched = Watched()
    watched.stage.hero("Bob", cell=(8, 1))
    kind = watched.stage.game.roster.kinds[0]
    watched.kill(watched.hero, watched.stage.monster((4, 1), kind=kind))
    assert watched.played.falls == []
    watched.stage.tick(150)
    fallen = watched.played.falls[0]
    assert (fallen.cause, fallen.by) == ("monster", kind.family)


class WatchedTide:
    """A stage, and who came to it."""

    def __init__(self) -> None:
        self.stage = Stage(HALL)
        self.stage.hero()
        self.newcomers = Newcomers(self.stage.run)
        self.look()

    def look(self) -> None:
        self.newcomers.record_arrivals()

    def pass_time(self, beats: int) -> None:
        """Let the tide of the floor stand where it has come so often."""
        rules = self.stage.run.rules.tide
        self.stage.floor.tide.clock = rules.grace + rules.interval * (beats - 1)


def test_who_is_there_at_the_first_look_was_there_before() -> None:
    stage = Stage(HALL)
    stage.hero()
    resident = stage.monster((8, 1)).entity
    newcomers = Newcomers(stage.run)
    newcomers.record_arrivals()
    assert resident not in newcomers


def test_who_comes_on_a_beat_of_the_tide_is_of_the_tide() -> None:
    watched = WatchedTide()
    watched.pass_time(1)
    comer = watched.stage.monster((8, 1)).entity
    watched.look()
    assert comer in watched.newcomers


def test_who_comes_between_the_beats_was_called_by_somebody_else() -> None:
    watched = WatchedTide()
    watched.pass_time(1)
    watched.look()
    called = watched.stage.monster((8, 1)).entity
    watched.look()
    watched.pass_time(2)
    watched.look()
    assert called not in watched.newcomers


def test_who_rises_again_did_not_come() -> None:
    watched = WatchedTide()
    watched.pass_time(1)
    risen = watched.stage.monster((8, 1)).entity
    watched.stage.run.world.add(risen, Risen())
    watched.look()
    assert risen not in watched.newcomers


def test_the_first_newcomer_of_a_run_is_of_the_tide_though_it_comes_within_the_grace() -> None:
    watched = WatchedTide()
    called = watched.stage.monster((7, 1)).entity
    watched.look()
    watched.stage.run.progress.tide_met = True
    comer = watched.stage.monster((8, 1)).entity
    watched.look()
    assert comer in watched.newcomers
    assert called not in watched.newcomers
