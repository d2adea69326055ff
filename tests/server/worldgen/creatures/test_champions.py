"""R4: champions are stronger than their kind, and know one trick more."""

import pytest

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped, unvaried
from undertide_server.util.rng import derive
from undertide_server.worldgen.creatures.champions import champion_id
from undertide_server.worldgen.creatures.roster import MonsterKind
from undertide_server.worldgen.creatures.stats import experience_of, figures_of
from undertide_server.worldgen.game.game import Game, make_game

RULES = unvaried(shipped("default"))
GAME = make_game(RULES, b"0123456789abcdef", REPERTOIRE)
assert RULES.encounters.sorts is not None
FORMS = RULES.encounters.sorts.champions.forms
KIND = next(kind for kind in GAME.roster.kinds if not kind.behaviour.tricks.rushes)


def champion(form: str, strength: int, game: Game = GAME) -> MonsterKind:
    return game.champions[champion_id(KIND, form, strength)]


def test_it_has_the_figures_of_its_strength_and_the_mods_of_its_kind() -> None:
    made = champion("charging", 2 * KIND.strength)
    figures = figures_of(2 * KIND.strength, dict(KIND.mods), RULES.monsters)
    assert (made.life, made.attack, made.speed) == (figures.life, figures.attack, figures.speed)
    assert made.experience == experience_of(2 * KIND.strength, GAME.champions.anchors)
    assert (made.mods, made.family, made.glyph) == (KIND.mods, KIND.family, KIND.glyph)
    assert made.name == f"charging {KIND.name}"
    assert not made.boss


@pytest.mark.parametrize("form", sorted(FORMS))
def test_it_knows_the_tricks_of_its_kind_and_of_its_form(form: str) -> None:
    tricks, own = champion(form, 50).behaviour.tricks, FORMS[form].tricks
    for name in type(own).model_fields:
        if name == "spells":
            assert tricks.spells == KIND.behaviour.tricks.spells + own.spells
        else:
            stated = getattr(own, name) or getattr(KIND.behaviour.tricks, name)
            assert getattr(tricks, name) == stated


def test_all_games_of_a_seed_know_it_by_its_id() -> None:
    other = make_game(RULES, b"0123456789abcdef", REPERTOIRE)
    assert champion("furious", 33) == champion("furious", 33, other)


@pytest.mark.parametrize(
    "name", ["", KIND.id, f"{KIND.id}+furious", f"{KIND.id}+furious@x", "a+b@3"]
)
def test_another_id_is_no_champion(name: str) -> None:
    assert name not in GAME.champions
    with pytest.raises(KeyError):
        GAME.champions[name]


def test_each_of_the_first_floors_has_a_new_form_that_may_come_there() -> None:
    orders = set()
    for number in range(20):
        game = make_game(RULES, b"champions of %03d" % number, REPERTOIRE)
        rng = derive(game.seed, "test")
        order = [game.champions.draw_form(floor, rng) for floor in range(1, len(FORMS) + 1)]
        assert sorted(order) == sorted(FORMS)
        assert all(FORMS[form].floor <= floor for floor, form in enumerate(order, start=1))
        assert {game.champions.draw_form(len(FORMS) + 1, rng) for _ in range(99)} == set(FORMS)
        orders.add(tuple(order))
    assert len(orders) > 5


def test_content_without_sorts_has_none() -> None:
    plain = RULES.encounters.model_copy(update={"sorts": None})
    game = make_game(RULES.model_copy(update={"encounters": plain}), b"0" * 16, REPERTOIRE)
    assert champion_id(KIND, "furious", 33) not in game.champions
