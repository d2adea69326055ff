from support.worlds.staging import Stage, make_test_game
from undertide_server.inspection.balance.worth import worth_of, worth_of_hero
from undertide_server.worldgen.creatures.stats import figures_of

RULES = make_test_game().ruleset.monsters


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
