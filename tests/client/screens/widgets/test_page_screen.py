from support.client.screen_text import playing, shown
from undertide_client.screens.menus.help_screen import HelpScreen
from undertide_client.screens.people.party_screen import PartyScreen


def test_the_wheel_scrolls_a_page() -> None:
    screen = HelpScreen(playing())
    first = shown(screen)
    assert screen.turn_wheel(False) == ()
    assert shown(screen) != first
    assert screen.turn_wheel(True) == ()
    assert shown(screen) == first


def test_a_page_that_goes_on_says_how_to_read_on() -> None:
    assert "PgDn more Esc back" in shown(HelpScreen(playing()))
    assert "more" not in shown(PartyScreen(playing()))


def test_a_page_says_how_to_read_back_and_at_its_end_no_longer_how_to_read_on() -> None:
    screen = HelpScreen(playing())
    shown(screen)
    screen.press("pagedown")
    assert "PgUp up PgDn more Esc back" in shown(screen)
    screen.scroll_to_end()
    assert "PgUp up Esc back" in shown(screen)
