"""R12, R13: people as kinds of monsters."""

from support.worlds.staging import make_test_game
from undertide_server.worldgen.creatures.people import PeopleKinds, kind_id
from undertide_server.worldgen.creatures.stats import (
    added,
    build_anchors,
    experience_of,
    figures_of,
)

GAME = make_test_game()
RULES = GAME.ruleset


def test_every_person_has_a_kind_on_every_floor() -> None:
    expected = {kind_id(key, number) for key in RULES.people for number in range(1, 21)}
    assert set(GAME.people) == expected
    assert all(kind.id == key for key, kind in GAME.people.items())


def test_strength_is_a_share_of_the_floors_average() -> None:
    percent = RULES.people["guard"].strength_percent
    for floor in GAME.curve.floors:
        strength = GAME.people[kind_id("guard", floor.floor)].strength
        assert abs(strength - floor.average * percent / 100) <= 0.5


def test_nobody_is_ever_without_strength() -> None:
    person = RULES.people["prisoner"].model_copy(update={"strength_percent": 1})
    rules = RULES.model_copy(update={"people": {"prisoner": person}})
    kinds = PeopleKinds(rules, GAME.curve).values()
    assert min(kind.strength for kind in kinds) == 1
    assert min(kind.life for kind in kinds) >= 1


def test_a_person_fights_and_pays_as_any_monster_of_its_strength_and_mods() -> None:
    kind, person = GAME.people["pyromancer@20"], RULES.people["pyromancer"]
    figures = figures_of(kind.strength, added(person.mods), RULES.monsters)
    assert (kind.life, kind.attack, kind.speed) == (figures.life, figures.attack, figures.speed)
    assert kind.resistances == figures.resistances
    assert kind.extra_attacks == figures.extra_attacks != ()
    anchors = build_anchors(GAME.curve, RULES.heroes.levels)
    assert kind.experience == experience_of(kind.strength, anchors)


def test_a_person_looks_and_behaves_as_its_record_says() -> None:
    kind, person = GAME.people["archer@3"], RULES.people["archer"]
    assert (kind.name, kind.glyph, kind.colour) == (person.name, person.glyph, person.colour)
    assert kind.behaviour == person.behaviour
    assert kind.family == "archer"
    assert not kind.boss
