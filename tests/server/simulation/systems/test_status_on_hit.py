"""Damage of some types brings statuses, whoever or whatever does it."""

from collections import Counter

from support.content.own_rules import game_with
from support.worlds.staging import Stage, make_test_game
from undertide_server.content.records.terrain import Harm
from undertide_server.simulation.components.actors import Attack, Resistance
from undertide_server.simulation.state.rows import ActorRow
from undertide_server.worldgen.game.game import Game

ROOM = ["#########", "#@......#", "#########"]


def bringing(key: str, percent: int) -> Game:
    """Return the test game in which damage brings a status as often as this."""
    statuses = make_test_game().ruleset.statuses
    caught = statuses[key].caught
    assert caught is not None
    changed = caught.model_copy(update={"percent": percent})
    return game_with(
        statuses={**statuses, key: statuses[key].model_copy(update={"caught": changed})}
    )


def duel(game: Game, kind: str, power: int = 5) -> tuple[Stage, ActorRow, ActorRow]:
    """Put a hero beside a monster whose blows do damage of some type besides."""
    stage = Stage(ROOM, game)
    hero, monster = stage.hero(), stage.monster((2, 1), mood="hunting")
    hero.body.life = hero.body.max_life = 10_000
    stage.run.world.get(monster.entity, Attack).extra = ((kind, power),)
    stage.run.world.get(hero.entity, Resistance).counted = (0,) * 6
    return stage, hero, monster


def test_a_burning_blow_sets_on_fire() -> None:
    stage, hero, _ = duel(bringing("burning", 100), "fire")
    stage.tick(2)
    assert "burning" in hero.effects.remaining


def test_other_blows_do_not() -> None:
    stage, hero, _ = duel(bringing("burning", 100), "arcane")
    stage.tick(10)
    assert "burning" not in hero.effects.remaining


def test_the_chance_is_that_of_the_content() -> None:
    found: Counter[bool] = Counter()
    stage, hero, _ = duel(bringing("poisoned", 30), "poison")
    for _ in range(1200):
        before = hero.body.life
        stage.tick()
        if hero.body.life < before:
            found["poisoned" in hero.effects.remaining] += 1
        hero.effects.remaining.clear()
    assert 0.2 < found[True] / found.total() < 0.4


def test_who_resists_the_damage_wholly_catches_nothing() -> None:
    stage, hero, _ = duel(bringing("slowed", 100), "cold")
    stage.run.world.get(hero.entity, Resistance).counted = (0, 10, 0, 0, 0, 0)
    stage.tick(10)
    assert "slowed" not in hero.effects.remaining


def test_fire_does_not_keep_itself_alive() -> None:
    stage = Stage(ROOM, bringing("burning", 100))
    hero = stage.hero()
    hero.body.life = hero.body.max_life = 10_000
    hero.effects.remaining["burning"] = 12
    stage.tick(12)
    assert hero.effects.remaining == {}


def test_a_status_is_told_by_its_key_from_ground_of_the_same_name() -> None:
    rules = bringing("burning", 100).ruleset
    embers = rules.terrain["embers"].model_copy(update={"name": rules.statuses["burning"].name})
    game = game_with(statuses=rules.statuses, terrain={**rules.terrain, "embers": embers})
    stage = Stage(["#####", "#@^.#", "#####"], game, legend={"^": "embers"})
    hero = stage.hero(cell=(2, 1))
    hero.body.life = hero.body.max_life = 10_000
    stage.tick(game.ruleset.living.beat)
    assert "burning" in hero.effects.remaining


def test_who_has_it_does_not_catch_more_of_it() -> None:
    stage, hero, monster = duel(bringing("poisoned", 100), "poison")
    stage.tick(2)
    left = hero.effects.remaining["poisoned"]
    stage.tick(20)
    assert hero.effects.remaining["poisoned"] == left - 20
    assert monster.effects.remaining == {}


def test_ground_that_burns_sets_on_fire_too() -> None:
    game = bringing("burning", 100)
    stage = Stage(["#####", "#@^.#", "#####"], game, legend={"^": "embers"})
    assert isinstance(game.ruleset.terrain["embers"].harm, Harm)
    hero = stage.hero(cell=(2, 1))
    hero.body.life = hero.body.max_life = 10_000
    stage.tick(game.ruleset.living.beat)
    assert "burning" in hero.effects.remaining


def test_who_brought_a_status_by_a_hit_is_remembered() -> None:
    stage, hero, monster = duel(bringing("burning", 100), "fire")
    stage.tick(8)
    assert hero.effects.givers == {"burning": monster.entity}
