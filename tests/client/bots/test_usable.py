import pytest

from support.client.bot_scenes import BOLT, FIRE, HEX, POTION, view_of
from support.content.repertoire import REPERTOIRE
from support.content.shipped import wordless
from support.worlds.staging import HALL, SEED, Stage, caster, make_test_game
from undertide_client.bots.usable import Means, of_item, of_spell
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.views.private_facts import own_of
from undertide_server.worldgen.game.game import make_game
from undertide_shared.messages import Cast, Effect, PackItem, SpellInfo, Use

HEART = PackItem(15, "heart", 1, "♥", 0, "", does=["hearten"])
FROST = PackItem(16, "frost scroll", 1, "?", 0, "", "cell", 2, does=["ball", "hinder"])
ARROW = SpellInfo("bolt", "bolt", "*", 0, "", 5, "cell", 8, does=["bolt"])


@pytest.mark.parametrize(
    ("item", "effect"),
    [
        (POTION, "heal"),
        (BOLT, "chain"),
        (FIRE, "ball"),
        (FROST, "ball"),
        (HEX, "hinder"),
        (HEART, "hearten"),
    ],
)
def test_what_an_item_does_is_what_its_server_says_first(item: PackItem, effect: Effect) -> None:
    assert of_item(item).effect == effect
    assert view_of("@", pack=[item]).means(effect) == [of_item(item)]


def test_what_does_nothing_that_is_known_is_no_means() -> None:
    amulet = PackItem(17, "amulet of healing", 1, '"', 0, "It heals.", usable=False)
    unknown = SpellInfo("dream", "dream", "z", 0, "It heals.", 1, does=["dream"])
    assert (of_item(amulet).effect, of_spell(unknown).effect) == ("", "dream")
    assert view_of("@", pack=[amulet], spells=[unknown], mana=9).means("heal") == []


def means_by(rules: Ruleset) -> list[Means]:
    """Return what a hero who has every item and knows every spell of some rules can do."""
    stage = Stage(HALL, make_game(rules, SEED, REPERTOIRE))
    row = caster(stage, *rules.spells)
    for key in rules.items:
        if key != "essence":
            give_stack(row.inventory, key, 1)
    own = own_of(stage.run, row)
    return [*map(of_spell, own.spells), *map(of_item, own.pack)]


def test_what_things_are_called_makes_them_nothing_else() -> None:
    rules = make_test_game().ruleset
    means = means_by(rules)
    assert len(means) == len(rules.spells) + len(rules.items) - 1
    assert len({each.effect for each in means}) > 10
    assert means_by(wordless(rules)) == means


def test_what_is_aimed_names_its_cell() -> None:
    assert of_spell(ARROW).at((3, 4)) == Cast("bolt", 3, 4)
    assert of_item(FIRE).at((3, 4)) == Use(FIRE.item, 3, 4)
    assert of_item(POTION).at((3, 4)) == Use(POTION.item)


def test_spells_that_cost_too_much_are_no_means() -> None:
    assert view_of("@", spells=[ARROW], mana=4).means("bolt") == []
    assert view_of("@", spells=[ARROW], mana=5).means("bolt") == [of_spell(ARROW)]
