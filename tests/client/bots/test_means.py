import pytest

from bot_scenes import BOLT, FIRE, HEX, POTION, view_of
from undertide_client.bots.means import Purpose, of_item, of_spell
from undertide_server.content.load import load_ruleset
from undertide_shared.messages import Cast, PackItem, SpellInfo, Use

HEART = PackItem(15, "heart", 1, "♥", 0, "You can take more than before, for good.")
AMULET = PackItem(16, "amulet", 1, '"', 0, "It heals nobody.", usable=False)


@pytest.mark.parametrize(
    ("item", "purpose"),
    [
        (POTION, "heal"),
        (BOLT, "strike"),
        (FIRE, "burst"),
        (HEX, "hex"),
        (HEART, "grow"),
        (AMULET, "keep"),
    ],
)
def test_what_an_item_is_good_for_is_read_off_it(item: PackItem, purpose: Purpose) -> None:
    assert of_item(item).purpose == purpose
    assert view_of("@", pack=[item]).means(purpose) == [of_item(item)]


PURPOSES = {
    "heal": "heal",
    "cure": "cure",
    "light": "show",
    "blink": "leap",
    "summon": "summon",
    "teach": "learn",
    "hearten": "grow",
    "feed": "feed",
    "nova": "ring",
    "chain": "strike",
}
"""What deeds of the content are good for, where that depends on nothing else."""


def test_bots_understand_all_items_and_spells_that_ship() -> None:
    rules = load_ruleset("default")
    for key, spell in rules.spells.items():
        purpose = PURPOSES.get(spell.effect.does)
        told = SpellInfo(key, spell.name, "", 0, spell.description, 1)
        assert purpose is None or of_spell(told).purpose == purpose, key
    for key, item in rules.items.items():
        purpose = PURPOSES.get(item.effect.does)
        carried = PackItem(1, item.name, 1, "", 0, item.description)
        assert purpose is None or of_item(carried).purpose == purpose, key


def test_haste_is_for_the_caster_and_not_for_foes() -> None:
    haste = load_ruleset("default").spells["haste"]
    told = SpellInfo("haste", haste.name, "", 0, haste.description, 1, "cell", 7, helps=True)
    assert of_spell(told).purpose == "boost"


def test_what_is_aimed_names_its_cell() -> None:
    bolt = SpellInfo("bolt", "bolt", "*", 0, "It strikes.", 5, "cell", 8)
    assert of_spell(bolt).at((3, 4)) == Cast("bolt", 3, 4)
    assert of_item(FIRE).at((3, 4)) == Use(FIRE.item, 3, 4)
    assert of_item(POTION).at((3, 4)) == Use(POTION.item)


def test_spells_that_cost_too_much_are_no_means() -> None:
    bolt = SpellInfo("bolt", "bolt", "*", 0, "It strikes.", 5, "cell", 8)
    assert view_of("@", spells=[bolt], mana=4).means("bolt") == []
    assert view_of("@", spells=[bolt], mana=5).means("bolt") == [of_spell(bolt)]
