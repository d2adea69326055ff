"""R14: variations of damage hold for everything that does such damage, and for nothing else."""

from collections.abc import Mapping
from functools import cache
from math import floor

import pytest

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped, unvaried
from support.worlds.damage_sources import (
    Parts,
    Scene,
    Source,
    magic_of,
    sources_of,
    use_effect,
)
from support.worlds.staging import SEED
from undertide_server.content.records.changes import with_changes
from undertide_server.content.records.damage import DamageRules
from undertide_server.content.records.effects import Ball, Inflict, Nova, Strike
from undertide_server.simulation.mechanics.traps import spring_traps
from undertide_server.simulation.rules.damage import explosion_radius
from undertide_server.worldgen.game.game import Game, make_game

RULES = unvaried(shipped("default"))
STATED = make_game(RULES, SEED, REPERTOIRE)
VARIATIONS = shipped("default").variety.variations
OF_DAMAGE = [
    key
    for key, variation in VARIATIONS.items()
    if any(change.key.startswith("damage.") for change in variation.changes)
]
SOURCES = list(sources_of(RULES))
CONFUSING = [
    (key, record.effect)
    for records in (RULES.spells, RULES.items)
    for key, record in records.items()
    if isinstance(record.effect, Inflict) and record.effect.status == "confused"
]


@cache
def played(variation: str) -> Game:
    """Return a game with one variation, of the same seed as the one without."""
    return make_game(with_changes(RULES, VARIATIONS[variation].changes), SEED, REPERTOIRE)


@cache
def stated_parts(source: Source) -> Parts:
    return source.parts(STATED)


def test_there_are_sources_of_every_type_and_form() -> None:
    kinds = {kind for source in SOURCES for _, kind in stated_parts(source)}
    assert {"fire", "cold", "poison"} < kinds
    assert {source.form for source in SOURCES} == {None, "melee", "arrows", "explosions"}
    assert all(stated_parts(source) for source in SOURCES)


def test_a_variation_changes_each_multiplier() -> None:
    keys = {change.key for key in OF_DAMAGE for change in VARIATIONS[key].changes}
    assert keys == {f"damage.{field}" for field in DamageRules.model_fields}


@pytest.mark.parametrize("key", OF_DAMAGE)
def test_a_variation_multiplies_the_damage_of_every_source_that_it_names(key: str) -> None:
    game = played(key)
    percents: Mapping[str, int] = game.ruleset.damage.model_dump()
    changed = 0
    for source in SOURCES:
        before, after = stated_parts(source), source.parts(game)
        form = percents[source.form] if source.form else 100
        expected = [
            (max(1, floor(amount * percents.get(kind, 100) * form / 10_000 + 0.5)), kind)
            for amount, kind in before
        ]
        assert list(after) == expected, source.name
        changed += before != after
    assert changed >= 4


@pytest.mark.parametrize(
    ("name", "effect"),
    [(name, effect) for name, effect in magic_of(RULES) if isinstance(effect, Ball | Nova)],
)
def test_bigger_bangs_widen_every_spell_and_scroll_that_bursts(name: str, effect: Strike) -> None:
    assert isinstance(effect, Ball | Nova), name
    wider = explosion_radius(effect.radius, played("big_bangs").ruleset.damage)
    assert _reach(STATED, effect) == effect.radius < wider == _reach(played("big_bangs"), effect)


@pytest.mark.parametrize("key", [key for key, trap in RULES.traps.items() if trap.radius])
def test_bigger_bangs_widen_every_trap_that_bursts(key: str) -> None:
    for game, radius in ((STATED, RULES.traps[key].radius), (played("big_bangs"), 2)):
        scene = Scene(game)
        for x in range(3, 8):
            scene.stage.monster((x, 1))
        scene.stage.trap(scene.hero.cell, key)
        spring_traps(scene.run, scene.floor, scene.hero)
        assert scene.furthest_hit() - scene.hero.cell[0] == radius


@pytest.mark.parametrize(("key", "effect"), CONFUSING)
def test_confusion_from_every_source_lasts_twice_as_long(key: str, effect: Inflict) -> None:
    for hero_uses in (True, False):
        scene = Scene(played("long_confusion"))
        pair = (scene.hero, scene.monster) if hero_uses else (scene.monster, scene.hero)
        use_effect(scene, pair[0], effect, pair[1])
        assert pair[1].effects.remaining["confused"] == 2 * effect.ticks, key


def _reach(game: Game, effect: Ball | Nova) -> int:
    """Return how many cells from its middle an effect still strikes."""
    scene = Scene(game)
    middle = scene.hero.cell[0] if isinstance(effect, Nova) else scene.monster.cell[0]
    for x in range(3, 15):
        scene.stage.monster((x, 1))
    use_effect(scene, scene.hero, effect, scene.monster)
    return scene.furthest_hit() - middle
