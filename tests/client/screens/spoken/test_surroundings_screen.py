from support.client.client_examples import delta
from support.client.screen_text import playing, shown
from undertide_client.screens.map_screen import MapScreen
from undertide_client.screens.spoken.surroundings_screen import SurroundingsScreen
from undertide_client.screens.widgets.screen import Push


def test_a_key_of_the_map_opens_the_surroundings() -> None:
    action = MapScreen(playing()).press("S")[0]
    assert isinstance(action, Push)
    assert isinstance(action.screen, SurroundingsScreen)


def test_the_page_tells_the_surroundings_as_they_are_now() -> None:
    ui = playing()
    screen = SurroundingsScreen(ui)
    assert "Enemy: goblin, wounded, hunting: 4 steps east." in shown(screen)
    ui.mirror.apply(delta(gone=[2]))
    assert "No creature is in sight." in shown(screen)
