"""What follows a monster's blow: it drinks, or flits away."""

from support.worlds.special_kinds import kind_that, told
from support.worlds.staging import Stage
from undertide_server.content.records.tricks import PLAIN, Tricks
from undertide_server.simulation.state.events import Hit
from undertide_shared.geometry import distance

HALL = ["#" * 12, "#@" + "." * 9 + "#", "#" + "." * 10 + "#", "#" * 12]


def test_drinkers_get_back_a_share_of_what_they_took() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    hero.body.life = hero.body.max_life = 10**6
    hero.body.regen = 0
    drinker = stage.monster(
        (2, 1), mood="hunting", kind=kind_that(stage, Tricks(drains=50)), power=40, life=1000
    )
    drinker.body.life = 100
    events = stage.tick(1)
    (hit,) = [each for each in events if isinstance(each, Hit)]
    taken = sum(amount for amount, _ in hit.parts)
    assert drinker.body.life == 100 + taken // 2
    assert f"The beast drinks {taken // 2} of your life." in told(events)


def test_drinkers_never_have_more_than_their_full_life() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    hero.body.life = hero.body.max_life = 10**6
    kind = kind_that(stage, Tricks(drains=100))
    drinker = stage.monster((2, 1), mood="hunting", kind=kind, power=40)
    drinker.body.life = drinker.body.max_life - 1
    stage.tick(30)
    assert drinker.body.life == drinker.body.max_life


def test_those_that_flit_are_off_after_a_blow_and_come_back() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    hero.body.life = hero.body.max_life = 10**6
    bat = stage.monster((2, 1), mood="hunting", kind=kind_that(stage, Tricks(flits=100)))
    distances, blows = set(), 0
    for _ in range(60):
        events = stage.tick()
        blows += sum(isinstance(each, Hit) for each in events)
        distances.add(distance(bat.cell, hero.cell))
    assert distances >= {1, 2}
    assert blows > 2


def test_others_only_strike() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    hero.body.life = hero.body.max_life = 10**6
    hero.hero.gold = 50
    plain = stage.monster((2, 1), mood="hunting", kind=kind_that(stage, PLAIN))
    plain.body.life = 10
    stage.tick(60)
    assert (plain.cell, plain.body.life, hero.hero.gold) == ((2, 1), 10, 50)
