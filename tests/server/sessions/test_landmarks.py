"""What a run's timeline marks: floors, deaths, amulets and the end, and nothing besides."""

from support.content.shipped import shipped
from support.worlds.staging import Stage, make_test_game
from undertide_server.sessions.landmarks import SEAL_BREAKS, LandmarkWatch
from undertide_server.simulation.mechanics.floors import entry
from undertide_server.simulation.mechanics.victory import crown_boss
from undertide_server.simulation.pipeline import step
from undertide_server.simulation.snapshot import restore, take_snapshot
from undertide_server.simulation.state.inputs import Asked, Input, SeatTaken, Turned
from undertide_server.simulation.state.run import new_run
from undertide_shared.messages import Climb, Drop, Landmark, Move, Take

ROOM = ["########", "#@.....#", "#...>..#", "########"]
AMULETS = shipped("default").victory.amulets


class Watched:
    """A stage and the landmarks that a lookout found on it, from now on."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.found: list[Landmark] = []
        self._landmark_watch = LandmarkWatch(stage.run)

    def step(self, *inputs: Input) -> list[tuple[str, str]]:
        """Take a step; return the kind and the words of what it brought."""
        events = self.stage.step(*inputs)
        found = self._landmark_watch.landmarks(self.stage.run, events)
        self.found += found
        return [(mark.kind, mark.text) for mark in found]

    def take(self, item: str) -> list[tuple[str, str]]:
        """Let the first hero take an item from under its feet."""
        self.stage.item(next(iter(self.stage.floor.heroes.values())).cell, item)
        return self.step(Asked(0, len(self.found) + 1, Take()), Turned(1))

    def strike(self, steps: int = 20) -> list[tuple[str, str]]:
        """Let the first hero strike to its right until something is marked."""
        for _ in range(steps):
            found = self.step(Asked(0, 1, Move(1, 0)), Turned(1))
            if found:
                return found
        return []


def last_floor(preset: str = "default") -> Watched:
    """Return a stage that is the last floor, with a hero and its boss side by side."""
    stage = Stage(ROOM, make_test_game(preset))
    stage.hero()
    stage.floor.state.number = len(stage.game.curve.floors)
    stage.monster((2, 1), life=1, kind=stage.game.roster.kinds[-1])
    crown_boss(stage.run, stage.floor)
    return Watched(stage)


def test_a_floor_is_marked_when_it_is_first_entered() -> None:
    game = make_test_game()
    run = new_run(game)
    landmark_watch = LandmarkWatch(run)
    events = step(run, [SeatTaken(0, "Ann")])
    (mark,) = landmark_watch.landmarks(run, events)
    floor = next(iter(run.index.floors.values())).state
    assert (mark.kind, mark.tick) == ("floor", 0)
    assert mark.text == f"Floor 1: {floor.name} ({game.ruleset.tree.types[floor.types[-1]].name})"
    events = step(run, [SeatTaken(1, "Ben")])
    assert events
    assert landmark_watch.landmarks(run, events) == ()


def test_the_first_floor_is_marked_though_it_was_made_before_anybody_entered() -> None:
    run = new_run(make_test_game())
    entry(run)
    landmark_watch = LandmarkWatch(run)
    assert [mark.kind for mark in landmark_watch.landmarks(run, step(run, [SeatTaken(0, "Ann")]))]
    assert not landmark_watch.landmarks(run, step(run, [SeatTaken(1, "Ben")]))


def test_going_down_marks_the_floor_once() -> None:
    stage = Stage(ROOM)
    stage.hero(cell=(4, 2))
    stage.hero("Ben", cell=(5, 2))
    watched = Watched(stage)
    watched.stage.let_leave()
    ((kind, text),) = watched.step(Asked(0, 1, Climb()), Turned(1))
    assert kind == "floor"
    assert text.startswith("Floor 2: ")
    assert watched.found[0].tick == stage.run.progress.ticks
    assert watched.step(Asked(1, 1, Move(-1, 0)), Turned(1)) == []
    assert watched.step(Asked(1, 2, Climb()), Turned(1)) == []


def test_a_lookout_of_a_run_that_was_brought_back_marks_nothing_again() -> None:
    stage = Stage(ROOM)
    stage.hero()
    watched = Watched(stage)
    watched.take(AMULETS[0])
    stage.run = restore(stage.game, take_snapshot(stage.run))
    again = Watched(stage)
    assert again.step(SeatTaken(1, "Ben")) == []


def test_a_heros_death_names_who_killed_it() -> None:
    stage = Stage(ROOM)
    hero = stage.hero()
    stage.hero("Ben", cell=(6, 2))
    stage.put_to_sleep(1)
    monster = stage.monster((2, 1), mood="hunting", power=500)
    watched = Watched(stage)
    hero.body.life = 1
    found = watched.strike()
    name = monster.actor.name
    assert found in ([("death", f"Ann falls to a {name}")], [("death", f"Ann falls to an {name}")])


def test_the_last_death_ends_the_run() -> None:
    stage = Stage(ROOM)
    hero = stage.hero()
    stage.monster((2, 1), mood="hunting", power=500)
    hero.body.life = 1
    assert [kind for kind, _ in Watched(stage).strike()] == ["death", "end"]


def beside(*, boss: bool) -> Watched:
    """Return a stage with a hero and a monster that any blow kills, side by side."""
    stage = Stage(ROOM)
    stage.hero()
    kinds = stage.game.roster.kinds
    stage.monster((2, 1), life=1, kind=next(kind for kind in kinds if kind.boss is boss))
    return Watched(stage)


def test_a_common_monster_falls_unmarked() -> None:
    watched = beside(boss=False)
    assert watched.strike() == []
    assert not watched.stage.floor.monsters


def test_a_bosss_death_names_who_killed_it() -> None:
    watched = beside(boss=True)
    (boss,) = watched.stage.floor.monsters.values()
    assert watched.strike() == [("boss", f"The {boss.actor.name} falls to Ann")]


def test_a_boss_is_told_by_its_kind_from_others_of_its_name() -> None:
    common, boss = beside(boss=False), beside(boss=True)
    (one,), (other,) = (each.stage.floor.monsters.values() for each in (common, boss))
    one.actor.name, other.actor.name = other.actor.name, one.actor.name
    assert common.strike() == []
    assert boss.strike() == [("boss", f"The {other.actor.name} falls to Ann")]


def test_each_amulet_is_marked_once_and_the_seal_with_the_last() -> None:
    watched = last_floor()
    run = watched.stage.run
    found: list[tuple[str, str]] = []
    for amulet in AMULETS:
        found = watched.take(amulet)
        assert found[0] == ("amulet", f"The party takes the {run.rules.items[amulet].name}")
    assert found[1:] == [("amulet", SEAL_BREAKS)]


def test_an_amulet_that_was_put_down_is_not_marked_again() -> None:
    watched = last_floor()
    watched.take(AMULETS[0])
    row = next(iter(watched.stage.floor.heroes.values()))
    held = next(stack.id for stack in row.inventory.stacks if stack.item == AMULETS[0])
    assert watched.step(Asked(0, 50, Drop(held)), Turned(1)) == []
    assert watched.step(Asked(0, 51, Take()), Turned(1)) == []


def test_the_last_boss_falls_and_the_run_is_won() -> None:
    watched = last_floor()
    for amulet in AMULETS:
        watched.take(amulet)
    (boss, end) = watched.strike()
    name = watched.stage.run.rules.bosses.names
    assert boss[0] == "boss"
    assert boss[1].startswith(tuple(f"{each}, the " for each in name))
    assert boss[1].endswith(", falls to Ann")
    assert end == ("end", "The run is won")


def test_where_there_is_no_boss_the_last_amulet_is_the_end() -> None:
    watched = last_floor("keep")
    found = [watched.take(amulet) for amulet in watched.stage.run.rules.victory.amulets]
    assert [kind for kind, _ in found[-1]] == ["amulet", "end"]
