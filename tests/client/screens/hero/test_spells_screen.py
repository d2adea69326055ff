from support.client.client_examples import hero_status
from support.client.hero_examples import BLINK, BOLT, HEAL
from support.client.screen_text import playing, press_twice, shown
from undertide_client.screens.hero.spells_screen import SpellsScreen
from undertide_client.screens.map.target_screen import TargetScreen
from undertide_client.screens.widgets.actions import Home, Send, ShowNote
from undertide_client.screens.widgets.screen import Push
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import Cast


def caster(mana: int) -> Ui:
    return playing(hero=hero_status(mana=mana, max_mana=12), spells=[BOLT, BLINK])


def test_spells_are_listed_with_what_they_cost() -> None:
    text = shown(SpellsScreen(caster(5)))
    assert "Spells (mana 5 of 12)" in text
    assert "a) * ember 3 mana" in text
    assert "b) * blink 9 mana, too dear now" in text
    assert "A spark that bites." in text
    assert "In cells: range 6, radius 1." in text


def test_a_spell_that_asks_for_a_cell_is_aimed() -> None:
    home, push = SpellsScreen(caster(5)).press("a")
    assert home == Home()
    assert isinstance(push, Push)
    assert isinstance(push.screen, TargetScreen)
    assert push.screen.press("enter") == (Home(), Send(Cast("ember", 6, 2)))


def test_a_helping_spells_aim_begins_at_oneself() -> None:
    ui = playing(hero=hero_status(mana=5), spells=[HEAL])
    _, push = SpellsScreen(ui).press("a")
    assert isinstance(push, Push)
    assert isinstance(push.screen, TargetScreen)
    assert push.screen.cell == (2, 2)
    assert push.screen.stops() == [(2, 2), (6, 2)]
    assert push.screen.press("enter") == (Home(), Send(Cast("heal", 2, 2)))


def test_another_is_cast_at_once_if_there_is_mana_for_it() -> None:
    assert press_twice(SpellsScreen(caster(12)), "b") == (Home(), Send(Cast("blink")))
    assert press_twice(SpellsScreen(caster(5)), "b") == (
        ShowNote("You have too little mana for blink."),
    )


def test_who_knows_no_spell_is_told_where_to_find_one() -> None:
    assert "Books teach them" in shown(SpellsScreen(playing()))
