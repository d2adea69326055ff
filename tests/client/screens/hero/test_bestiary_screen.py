from support.client.screen_text import playing, shown
from undertide_client.screens.hero.bestiary_screen import BestiaryScreen
from undertide_client.screens.map_screen import MapScreen
from undertide_client.screens.widgets.actions import Study
from undertide_client.screens.widgets.screen import Push
from undertide_shared.messages import MetKind

RAT = MetKind("sewer rat", "r", 0x8A7A66, "Wet fur.", 3, ["It is quick.", "It bites for 2."])
BAT = MetKind("cave bat", "b", 0x8D7B8F, "It comes sideways.", 0, [])


def test_opening_it_asks_the_server() -> None:
    study, push = MapScreen(playing()).press("K")
    assert study == Study()
    assert isinstance(push, Push)
    assert isinstance(push.screen, BestiaryScreen)


def test_until_the_answer_comes_it_says_so() -> None:
    ui = playing()
    assert "Asking…" in shown(BestiaryScreen(ui))
    ui.bestiary = []
    assert "The party has met no monster yet." in shown(BestiaryScreen(ui))


def test_kinds_are_told_with_what_is_known_of_them() -> None:
    ui = playing()
    ui.bestiary = [RAT, BAT]
    screen = BestiaryScreen(ui)
    text = shown(screen)
    assert "Bestiary (2)" in text
    assert "r sewer rat 3 fell" in text
    assert "Wet fur." in text
    assert "It is quick. It bites for 2." in text
    screen.press("down")
    assert "It comes sideways." in shown(screen)
    assert screen.press("enter") == ()
