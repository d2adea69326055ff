from support.client.client_examples import hero_status
from support.client.hero_examples import MARK, TAUNT
from support.client.screen_text import playing, shown
from undertide_client.screens.hero.sheet_screen import SheetScreen


def test_the_sheet_tells_the_hero_in_full() -> None:
    text = shown(SheetScreen(playing()))
    for words in (
        "life 23 of 30",
        "next level at 120",
        "confused for 6 turns",
        "fire 5 of 10",
        "gold 120",
    ):
        assert words in text


def test_the_sheet_of_the_highest_level_and_of_nobody() -> None:
    top = hero_status(next_level=0, effects=[], resistances=[])
    text = shown(SheetScreen(playing(hero=top)))
    assert "the highest level" in text
    assert text.count("none") == 2
    assert "no hero" in shown(SheetScreen(playing(hero=None)))


def test_the_sheet_tells_abilities_and_a_bows_weakness() -> None:
    archer = hero_status(attack=8, range=7, close=50)
    text = shown(SheetScreen(playing(hero=archer, abilities=[TAUNT, MARK])))
    assert "8 at up to 7 cells; 50% beside a foe" in text
    assert "d taunt: Foes within 3 cells go for you." in text
    assert "D mark: It takes 25% more." in text
