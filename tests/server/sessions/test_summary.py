"""What is told of a run that is over."""

from support.worlds.staging import Stage
from undertide_server.sessions.summary import ended
from undertide_server.simulation.mechanics.dying import die, strike_down, succumb
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.mechanics.victory import end_run
from undertide_server.simulation.state.events import Who, thing
from undertide_server.util.rng import seed_of

ROOM = ["#####", "#@..#", "#...#", "#####"]


def test_each_hero_is_named_with_what_it_did_and_what_became_of_it() -> None:
    stage = Stage(ROOM)
    ann, ben = stage.hero("Ann"), stage.hero("Ben")
    ann.hero.kills, ann.hero.deepest, ann.hero.level = 4, 3, 2
    stage.put_to_sleep(0)
    ben.body.life = 1
    monster = stage.monster((3, 2), mood="hunting", power=99)
    stage.run.index.move(ben, (3, 1))
    stage.run.index.move(ann, (1, 1))
    stage.tick(2)
    summary = ended(stage.run)
    first, second = summary.heroes
    assert (first.name, first.level, first.deepest_floor, first.kills) == ("Ann", 2, 3, 4)
    assert first.fate == "alive"
    assert second.fate == f"killed by a {monster.actor.name}"
    assert summary.ticks == stage.run.progress.ticks == 2
    assert first.colour != second.colour


def title_of(stage: Stage, *, won: bool) -> str:
    end_run(stage.run, won=won)
    summary = ended(stage.run)
    assert summary.won is won
    return summary.title


def test_the_title_says_whether_the_run_was_won() -> None:
    stage = Stage(ROOM)
    stage.hero("Ann")
    assert title_of(stage, won=True) == "The deep falls silent"


def test_the_title_says_what_killed_a_hero_who_went_alone() -> None:
    stage = Stage(ROOM)
    ann = stage.hero("Ann")
    die(stage.run, stage.floor, ann, Who(7, "bone archer", False, (1, 1)))
    assert title_of(stage, won=False) == "Ann was killed by a bone archer"


def test_the_title_counts_the_heroes_of_a_party() -> None:
    stage = Stage(ROOM)
    for name in ("Ann", "Ben"):
        die(stage.run, stage.floor, stage.hero(name), thing("fire", (1, 1)))
    assert title_of(stage, won=False) == "All 2 heroes have fallen"


def test_a_hero_that_fell_first_died_of_what_felled_it() -> None:
    stage = Stage(ROOM)
    ann, _ = stage.hero("Ann"), stage.hero("Ben")
    strike_down(stage.run, stage.floor, ann, Who(7, "ogre", False, (1, 1), title="Grak"))
    succumb(stage.run, stage.floor, ann)
    assert ended(stage.run).heroes[0].fate == "killed by Grak, the ogre"


def test_it_tells_the_seed_as_a_new_session_takes_it() -> None:
    stage = Stage(ROOM)
    summary = ended(stage.run, name="a run")
    assert seed_of(summary.seed) == stage.game.seed
    assert summary.run == "a run"


def test_it_tells_what_was_special_how_far_it_went_and_who_held_the_amulets() -> None:
    stage = Stage(ROOM)
    row = stage.hero()
    first, *others = stage.run.rules.victory.amulets
    give_stack(row.inventory, first, 1)
    summary = ended(stage.run)
    assert summary.subtitle == stage.game.variety.subtitle
    assert summary.floors == 1
    assert [amulet.bearer for amulet in summary.amulets] == [0, *[None] * len(others)]
