from support.client.client_examples import joined, keyframe
from support.client.fake_display import FakeDisplay
from undertide_client.app.preferences import PlayerSettings
from undertide_client.app.surface import NO_SHELL, ConsoleSurface
from undertide_client.app.title import Title
from undertide_client.displays.base import Closed, KeyPress, MousePress, MouseWheel, Pasted, Resized
from undertide_client.screens.menus.title_screen import AddressScreen, TitleEntry, TitleScreen
from undertide_client.screens.widgets.actions import ShowNote
from undertide_client.screens.widgets.layout import MAX_COLUMNS, MAX_ROWS, MIN_COLUMNS, MIN_ROWS
from undertide_client.screens.widgets.screen import Action, Actions
from undertide_client.screens.widgets.ui import Ui

ENTRIES = (
    TitleEntry("n", "new game", "A dungeon of your own.", ("play",)),
    TitleEntry("j", "join", "Join others.", ("join",), wants_address=True),
)


def titled() -> tuple[ConsoleSurface, FakeDisplay, Title]:
    display, ui = FakeDisplay(), Ui("", "", keymap=PlayerSettings().keymap)
    return ConsoleSurface(display), display, Title(ui, TitleScreen(ui, ENTRIES))


def test_another_size_of_the_display_is_noted_and_drawn() -> None:
    surface, display, title = titled()
    surface.present(title)
    assert not surface.is_stale()
    display.room = (100, 30)
    assert surface.is_stale()
    surface.present(title)
    assert not surface.is_stale()
    assert len(display.text.split("\n")) == 30


async def test_all_that_a_player_does_reaches_the_screen_on_top() -> None:
    surface, display, title = titled()
    for event in (KeyPress("j"), Pasted("host:1"), Resized(), MouseWheel(up=True)):
        display.do(event)
        await surface.follow(title)
    assert isinstance(title.top, AddressScreen)
    surface.present(title)
    assert "host:1" in display.text
    display.do(MousePress(0, 0, "right"))
    await surface.follow(title)
    assert not isinstance(title.top, AddressScreen)
    display.do(Closed("the test ends"))
    await surface.follow(title)
    assert title.over


async def test_what_was_meant_for_a_fight_does_not_answer_the_news_of_its_end() -> None:
    surface, display, title = titled()
    title.ui.held = 1
    for event in (KeyPress("j"), MousePress(0, 0, "right"), KeyPress("q")):
        display.do(event)
        await surface.follow(title)
    assert isinstance(title.top, TitleScreen)
    assert not title.over
    title.ui.held = 0
    display.do(KeyPress("j"))
    await surface.follow(title)
    assert isinstance(title.top, AddressScreen)


async def test_ctrl_z_goes_to_the_shell_where_there_is_one() -> None:
    surface, display, _ = titled()
    host = Hung(surface_ui())
    display.do(KeyPress("ctrl+z"))
    await surface.follow(host)
    assert (host.cuts, host.notes) == (0, [ShowNote(NO_SHELL)])
    display.has_shell = True
    display.do(KeyPress("ctrl+z"))
    await surface.follow(host)
    assert (host.cuts, host.notes) == (1, [ShowNote(NO_SHELL)])


def surface_ui() -> Ui:
    return Ui("", "", keymap=PlayerSettings().keymap)


class Hung(Title):
    """Notes what a surface does to it."""

    def __init__(self, ui: Ui) -> None:
        super().__init__(ui, TitleScreen(ui, ENTRIES))
        self.cuts = 0
        self.notes: list[Action] = []

    def cut_link(self) -> None:
        """Count."""
        self.cuts += 1

    def perform(self, actions: Actions) -> None:
        """Keep the actions."""
        self.notes += actions


def test_entering_and_copying_are_the_displays() -> None:
    surface, display, _ = titled()
    with surface:
        assert display.entered
        assert surface.copy("a line")
    assert (display.entered, display.copied) == (False, "a line")


def test_the_display_is_asked_to_have_what_is_known_of_the_floor_in_view() -> None:
    surface, display, title = titled()
    surface.present(title)
    assert display.wanted == (MAX_COLUMNS, MAX_ROWS)
    title.ui.mirror.apply(joined())
    title.ui.mirror.apply(keyframe())
    surface.present(title)
    assert display.wanted == (MIN_COLUMNS, MIN_ROWS), "the example floor is small"
