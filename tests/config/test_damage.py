"""R14: variations of damage hold for everything that does such damage, and for nothing else."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from math import floor

import pytest

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped, unvaried
from support.worlds.content_scenes import ALLEY, STURDY, hits_on, person, sturdy_hero
from support.worlds.duels import kind_like
from support.worlds.staging import SEED, Stage
from undertide_server.content.records.changes import with_changes
from undertide_server.content.records.damage import DamageForm, DamageRules
from undertide_server.content.records.effects import Ball, EffectRecord, Inflict, Nova, Strike
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.terrain import Terrain, TrapKind
from undertide_server.content.schema.fields import DAMAGE_TYPES
from undertide_server.simulation.ai.monsters import shoot_missile
from undertide_server.simulation.components.actors import Attack, Resistance
from undertide_server.simulation.effects.context import EffectContext
from undertide_server.simulation.effects.dispatch import prepared
from undertide_server.simulation.mechanics.combat import strike
from undertide_server.simulation.mechanics.ground import deal_ground_damage
from undertide_server.simulation.mechanics.statuses import inflict
from undertide_server.simulation.mechanics.traps import spring_traps
from undertide_server.simulation.rules.damage import explosion_radius
from undertide_server.simulation.state.events import Hit, thing
from undertide_server.simulation.state.rows import ActorRow, HeroRow, MonsterRow
from undertide_server.simulation.systems.statuses import apply_statuses
from undertide_server.worldgen.creatures.roster import MonsterKind
from undertide_server.worldgen.game.game import Game, make_game

POWER = 1000
"""Attack and magic of those who do damage: enough that a percent of it can be told."""
Parts = tuple[tuple[int, str], ...]
"""Amounts of damage, and the type of each."""


class Scene:
    """A hero and a monster beside it, which resist nothing and survive everything."""

    def __init__(self, game: Game, kind: MonsterKind | None = None) -> None:
        self.stage = Stage(ALLEY, game)
        self.run, self.floor = self.stage.run, self.stage.floor
        self.hero: HeroRow = sturdy_hero(self.stage)
        if kind is not None:
            self.run.kinds[kind.id] = kind
        self.monster: MonsterRow = self.stage.monster((2, 1), life=STURDY, kind=kind)
        for row in (self.hero, self.monster):
            world = self.run.world
            world.get(row.entity, Resistance).counted = (0,) * len(DAMAGE_TYPES)
            world.get(row.entity, Attack).power = POWER

    def furthest_hit(self) -> int:
        """Return the largest x of an actor that was hit, whether or not that harmed it."""
        return max(event.target.cell[0] for event in self.run.events if isinstance(event, Hit))


@dataclass(frozen=True, slots=True)
class Source:
    """Something that does damage."""

    name: str
    form: DamageForm | None
    act: Callable[[Scene], ActorRow]
    """Does the damage once, and returns the actor that takes it."""
    kind: MonsterKind | None = field(default=None, compare=False)
    """The kind of the scene's monster, if it matters."""

    def parts(self, game: Game) -> Parts:
        """Return the damage that it does in a game. The same chances hold in games of one seed."""
        scene = Scene(game, self.kind)
        scene.run.events.clear()
        victim = self.act(scene)
        return tuple(part for hit in hits_on(scene.run.events, victim) for part in hit.parts)


def sources_of(rules: Ruleset) -> Iterator[Source]:
    """Yield everything in the content that does damage, in every way in which it is used."""
    for key, terrain in rules.terrain.items():
        if terrain.harm is not None:
            yield Source(f"terrain {key}", None, _standing_on(terrain))
    for key, trap in rules.traps.items():
        yield Source(f"trap {key}", form_of_trap(trap), _stepping_on(key, trap))
    for key, status in rules.statuses.items():
        if status.harm is not None:
            yield Source(f"status {key}", None, _having(key, status.harm.every))
    for name, effect in magic_of(rules):
        form: DamageForm | None = "explosions" if isinstance(effect, Ball | Nova) else None
        yield Source(f"{name} by a hero", form, _used_by_hero(effect))
        yield Source(f"{name} by a monster", form, _used_by_monster(effect))
    for kind in _creatures(rules):
        yield Source(f"blow of {kind.id}", "melee", _blow, kind)
        if kind.behaviour.shoots:
            shot: DamageForm | None = None if kind.behaviour.casts else "arrows"
            yield Source(f"shot of {kind.id}", shot, _shot, kind)
    yield Source("blow of a hero", "melee", _hero_strikes(missile=False))
    yield Source("shot of a hero", "arrows", _hero_strikes(missile=True))


def magic_of(rules: Ruleset) -> Iterator[tuple[str, Strike]]:
    """Yield the spells and scrolls that do damage, with their names."""
    for key, spell in rules.spells.items():
        if isinstance(spell.effect, Strike):
            yield f"spell {key}", spell.effect
    for key, item in rules.items.items():
        if isinstance(item.effect, Strike):
            yield f"item {key}", item.effect


def form_of_trap(trap: TrapKind) -> DamageForm | None:
    """Return the form that a trap's record implies."""
    if trap.where == "wall":
        return None if trap.element else "arrows"
    return "explosions" if trap.radius else None


def use_effect(scene: Scene, user: ActorRow, effect: EffectRecord, victim: ActorRow) -> None:
    """Make an actor use an effect at another's cell."""
    prepared(EffectContext(scene.run, scene.floor, user, victim.cell, POWER, 25, "test"), effect)()


def _creatures(rules: Ruleset) -> Iterator[MonsterKind]:
    """Yield a kind of each class of each family, and each sort of people."""
    for family, record in rules.families.items():
        for member in record.classes:
            yield kind_like(rules, family, member, POWER)
    stage = Stage(ALLEY)
    for key in rules.people:
        yield person(stage, key)


def _standing_on(terrain: Terrain) -> Callable[[Scene], ActorRow]:
    def act(scene: Scene) -> ActorRow:
        assert terrain.harm is not None
        source = thing(terrain.name, scene.hero.cell)
        deal_ground_damage(scene.run, scene.floor, scene.hero, terrain.harm, source)
        return scene.hero

    return act


def _stepping_on(key: str, trap: TrapKind) -> Callable[[Scene], ActorRow]:
    def act(scene: Scene) -> ActorRow:
        if trap.where == "floor":
            scene.stage.trap(scene.hero.cell, key)
        else:
            scene.stage.trap((scene.hero.cell[0], 0), key, facing=(0, 1))
        spring_traps(scene.run, scene.floor, scene.hero)
        return scene.hero

    return act


def _having(key: str, every: int) -> Callable[[Scene], ActorRow]:
    def act(scene: Scene) -> ActorRow:
        assert inflict(scene.run, scene.floor, scene.hero, key, 20)
        scene.floor.state.clock = every
        apply_statuses(scene.run, scene.floor)
        return scene.hero

    return act


def _used_by_hero(effect: Strike) -> Callable[[Scene], ActorRow]:
    def act(scene: Scene) -> ActorRow:
        use_effect(scene, scene.hero, effect, scene.monster)
        return scene.monster

    return act


def _used_by_monster(effect: Strike) -> Callable[[Scene], ActorRow]:
    def act(scene: Scene) -> ActorRow:
        use_effect(scene, scene.monster, effect, scene.hero)
        return scene.hero

    return act


def _blow(scene: Scene) -> ActorRow:
    strike(scene.run, scene.floor, scene.monster, scene.hero)
    return scene.hero


def _shot(scene: Scene) -> ActorRow:
    shoot_missile(scene.run, scene.floor, scene.monster, scene.hero)
    return scene.hero


def _hero_strikes(*, missile: bool) -> Callable[[Scene], ActorRow]:
    """Return a blow or a shot with gear that does damage of every type."""

    def act(scene: Scene) -> ActorRow:
        scene.hero.attack.extra = tuple((kind, POWER) for kind in DAMAGE_TYPES[1:])
        strike(scene.run, scene.floor, scene.hero, scene.monster, missile=missile)
        return scene.monster

    return act


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
