"""Measures of content, taken in play: heroes, what they carry, those they meet, and the tide."""

from collections.abc import Callable

from support.content.played_content import Played
from support.worlds.content_scenes import (
    ALLEY,
    BEND,
    STURDY,
    common_kind,
    damage,
    hits_on,
    lost,
    person,
    spawned,
    sturdy_hero,
    use,
)
from undertide_server.simulation.components.actors import Attack
from undertide_server.worldgen.game.creep import creep_pool
from undertide_shared.geometry import distance
from undertide_shared.messages import Move

Measure = Callable[[Played], float]

FULL_TIDE = 20_000
"""Ticks after which the tide has risen as high as it can."""


# --- Blows ---------------------------------------------------------------------------------------


def hero_blows(played: Played) -> float:
    """Damage of some blows of a new hero."""
    return sum(_hero_blows(played, power=None))


def hero_swings(played: Played) -> float:
    """How far the blows of a strong hero lie apart."""
    blows = _hero_blows(played, power=1000)
    return max(blows) - min(blows)


def monster_blows(played: Played) -> float:
    """Damage of the mean blow of a monster."""
    blows = _monster_blows(played)
    return sum(blows) / len(blows)


def monster_swings(played: Played) -> float:
    """How far the blows of a monster lie apart, as percent of the mean one."""
    blows = _monster_blows(played)
    return 100 * (max(blows) - min(blows)) * len(blows) / sum(blows)


def _hero_blows(played: Played, power: int | None) -> list[int]:
    stage = played.stage(ALLEY)
    hero = sturdy_hero(stage)
    monster = stage.monster((2, 1), mood="asleep", life=STURDY)
    if power is not None:
        stage.run.world.get(hero.entity, Attack).power = power
    hits = [hit for _ in range(20) for hit in hits_on(stage.ask(Move(1, 0)), monster)]
    return [damage(hit) for hit in hits]


def _monster_blows(played: Played) -> list[int]:
    stage = played.stage(ALLEY)
    hero = sturdy_hero(stage)
    spawned(stage, person(stage, "guard_captain"), (2, 1), "hunting")
    return [damage(hit) for hit in hits_on(stage.tick(200), hero)]


# --- What heroes carry ---------------------------------------------------------------------------


def fireball_damage(played: Played) -> float:
    stage = played.stage(ALLEY)
    hero = sturdy_hero(stage)
    monster = stage.monster((12, 1), mood="asleep", life=STURDY)
    use(stage, hero, "fireball_scroll", monster.cell)
    return lost(monster)


def fireball_victims(played: Played) -> float:
    """How many of a row of monsters a fireball reaches."""
    stage = played.stage(ALLEY)
    hero = sturdy_hero(stage)
    row = [stage.monster((x, 1), mood="asleep", life=STURDY) for x in range(10, 20)]
    use(stage, hero, "fireball_scroll", (10, 1))
    return sum(lost(monster) > 0 for monster in row)


def bolt_reach(played: Played) -> float:
    """The distance of the furthest monster that lightning strikes."""

    def strikes(apart: int) -> bool:
        stage = played.stage(ALLEY)
        hero = sturdy_hero(stage)
        monster = stage.monster((1 + apart, 1), mood="asleep", life=STURDY)
        use(stage, hero, "lightning_scroll")
        return lost(monster) > 0

    return max(apart for apart in range(1, 16) if strikes(apart))


def confusion(played: Played) -> float:
    """Ticks for which a scroll confuses."""
    stage = played.stage(ALLEY)
    hero = sturdy_hero(stage)
    monster = stage.monster((6, 1), mood="asleep")
    use(stage, hero, "confusion_scroll", monster.cell)
    return monster.effects.remaining["confused"]


def healing(played: Played) -> float:
    """Life that a potion gives back."""
    stage = played.stage(ALLEY)
    hero = sturdy_hero(stage)
    hero.body.life = 1
    use(stage, hero, "health_potion")
    return hero.body.life


def heart(played: Played) -> float:
    """Life that a heart container adds for good."""
    stage = played.stage(ALLEY)
    hero = sturdy_hero(stage)
    use(stage, hero, "heart_container")
    return hero.body.max_life - STURDY


# --- Heroes --------------------------------------------------------------------------------------


def cells_seen(played: Played) -> float:
    stage = played.stage(ALLEY)
    return int(sturdy_hero(stage).sight.mask.sum())


def hero_recovery(played: Played) -> float:
    """Life that a new hero gets back in a given time."""
    stage = played.stage(ALLEY)
    hero = stage.hero()
    hero.body.life = 1
    stage.tick(400)
    return hero.body.life


def monster_recovery(played: Played) -> float:
    """Life that a monster gets back in a given time."""
    stage = played.stage(ALLEY)
    stage.hero()
    monster = spawned(stage, person(stage, "guard"), (20, 1), "asleep")
    monster.body.life = 1
    stage.tick(400)
    return monster.body.life


def respite(played: Played) -> float:
    """Ticks until somebody strikes at a newcomer."""
    stage = played.stage(ALLEY)
    hero = stage.hero(sheltered=True)
    spawned(stage, person(stage, "guard"), (2, 1))
    return next(tick for tick in range(1000) if hits_on(stage.tick(), hero))


def using(played: Played) -> float:
    """Ticks that it takes to drink ten potions."""
    stage = played.stage(ALLEY)
    hero = sturdy_hero(stage)
    before = stage.floor.state.clock
    for _ in range(10):
        hero.body.life = 1
        use(stage, hero, "health_potion")
    return stage.floor.state.clock - before


# --- Those whom they meet ------------------------------------------------------------------------


def missiles(played: Played) -> float:
    """How often an archer shoots in a given time."""
    stage = played.stage(ALLEY)
    hero = sturdy_hero(stage)
    spawned(stage, person(stage, "archer"), (6, 1), "hunting")
    return sum(hit.manner == "missile" for hit in hits_on(stage.tick(300), hero))


def first_shot(archer: str) -> Measure:
    """How far somebody who comes nearer is when it first shoots."""

    def measure(played: Played) -> float:
        stage = played.stage(ALLEY)
        hero = sturdy_hero(stage)
        monster = spawned(stage, person(stage, archer), (16, 1), "hunting")
        while not hits_on(stage.tick(), hero):
            assert stage.floor.state.clock < 500
        return distance(monster.cell, hero.cell)

    return measure


def wariness(played: Played) -> float:
    """The furthest distance from which a monster takes notice of a hero."""

    def notices(apart: int) -> bool:
        stage = played.stage(ALLEY)
        sturdy_hero(stage)
        monster = spawned(stage, common_kind(stage), (1 + apart, 1))
        stage.tick(2)
        return monster.mind.mood == "hunting"

    return max(apart for apart in range(1, 20) if notices(apart))


def persistence(played: Played) -> float:
    """Ticks for which a monster that took notice looks for whom it lost."""
    stage = played.stage(ALLEY)
    sturdy_hero(stage)
    monster = spawned(stage, common_kind(stage), (3, 1))
    stage.tick(2)
    return monster.mind.patience


def life_of(key: str) -> Measure:
    """Life of somebody, on a deep floor."""

    def measure(played: Played) -> float:
        stage = played.stage(ALLEY)
        return spawned(stage, person(stage, key), (3, 1)).body.life

    return measure


def hurt_by(key: str) -> Measure:
    """Damage that somebody does to a hero who leaves it alone."""

    def measure(played: Played) -> float:
        stage = played.stage(ALLEY)
        hero = sturdy_hero(stage)
        spawned(stage, person(stage, key), (3, 1))
        stage.tick(100)
        return lost(hero)

    return measure


def risen(key: str) -> Measure:
    """How many are there again some time after one has fallen."""

    def measure(played: Played) -> float:
        stage = played.stage(ALLEY)
        sturdy_hero(stage)
        spawned(stage, person(stage, key), (2, 1), "asleep").body.life = 1
        stage.ask(Move(1, 0))
        assert not stage.floor.monsters
        stage.tick(60)
        return len(stage.floor.monsters)

    return measure


# --- The tide ------------------------------------------------------------------------------------


def early_newcomers(played: Played) -> float:
    """How many the tide has brought by a time soon after the grace."""
    return _newcomers(played, since=500, ticks=700)[0]


def late_newcomers(played: Played) -> float:
    """How many a high tide brings in a given time."""
    return _newcomers(played, since=FULL_TIDE, ticks=1000)[0]


def pay_of_newcomers(played: Played) -> float:
    """Experience for one whom a high tide brings, as percent of its kind's."""
    return _newcomers(played, since=FULL_TIDE, ticks=400)[1]


def height_of_tide(played: Played) -> float:
    """Marks that the tide has passed after a given time."""
    stage = played.stage(BEND)
    sturdy_hero(stage)
    stage.floor.tide.clock = 4800
    stage.tick(2)
    return stage.floor.tide.marks


def strongest_newcomer(played: Played) -> float:
    """Strength of the strongest whom the tide of a deep floor may bring."""
    return max(kind.strength for kind in creep_pool(played.games[0], 8))


def _newcomers(played: Played, since: int, ticks: int) -> tuple[int, float]:
    """Return how many the tide brings, and what each pays, as percent of its kind's experience."""
    stage = played.stage(BEND)
    sturdy_hero(stage)
    stage.floor.tide.clock = since
    stage.tick(ticks)
    there = [row.monster for row in stage.floor.monsters.values()]
    full = sum(stage.run.kinds[monster.kind].experience for monster in there)
    return len(there), 100 * sum(monster.experience for monster in there) / max(1, full)
