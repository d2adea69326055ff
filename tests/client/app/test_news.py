from support.client.client_examples import hero_status
from support.client.screen_text import playing
from undertide_client.app.news import News
from undertide_client.app.stack import ScreenStack
from undertide_client.screens.hero.death_screen import DeathScreen
from undertide_client.screens.map_screen import MapScreen
from undertide_client.screens.menus.help_screen import HelpScreen
from undertide_client.screens.run.end_screen import EndScreen
from undertide_client.screens.widgets.actions import Home
from undertide_client.screens.widgets.screen import Push
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import Ended


def over_map(ui: Ui) -> tuple[News, ScreenStack]:
    stack = ScreenStack(MapScreen(ui))
    stack.change(Push(HelpScreen(ui)))
    return News(ui, stack), stack


def test_a_death_is_told_once_in_place_of_what_was_open() -> None:
    news, stack = over_map(playing(hero=hero_status(state="dead")))
    news.look_at_heroes()
    assert isinstance(stack.top, DeathScreen)
    stack.change(Home())
    news.look_at_heroes()
    assert isinstance(stack.top, MapScreen)
    news.begin()
    news.look_at_heroes()
    assert isinstance(stack.top, DeathScreen)


def test_the_living_are_not_mourned() -> None:
    news, stack = over_map(playing())
    news.look_at_heroes()
    assert isinstance(stack.top, HelpScreen)


def test_the_end_of_the_run_is_told_where_there_is_one() -> None:
    ui = playing()
    news, stack = over_map(ui)
    news.tell_end()
    assert isinstance(stack.top, HelpScreen)
    ui.mirror.apply(Ended(True, "The deep falls silent", [], 100))
    news.tell_end()
    assert isinstance(stack.top, EndScreen)
