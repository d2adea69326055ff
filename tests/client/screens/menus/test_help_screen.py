import pytest

from support.client.client_examples import hero_status
from support.client.hero_examples import CARE, LINK
from support.client.replay_examples import watched_again
from support.client.screen_text import LARGE, SMALL, playing, shown, ui_of
from undertide_client.keys import Binding, Command, Context, Keymap
from undertide_client.screens.menus.help_screen import HelpScreen
from undertide_client.screens.widgets.actions import Pop
from undertide_shared.messages import CallingInfo, Invited, Terms


def page_of(screen: HelpScreen, name: str, size: tuple[int, int] = SMALL) -> str:
    """Return a page of the help as text."""
    for _ in range(10):
        if f"[{name}]" in shown(screen, size=size):
            return shown(screen, size=size)
        screen.press("tab")
    raise AssertionError(name)


def all_of(screen: HelpScreen) -> str:
    """Return all pages from their first to their last line."""
    texts = []
    for _ in range(8):
        for _ in range(20):
            texts.append(shown(screen))
            screen.press("pagedown")
        screen.press("right")
    return "\n".join(texts)


def test_help_lists_every_command_with_a_key_in_force() -> None:
    ui = playing()
    text = all_of(HelpScreen(ui))
    for binding in ui.keymap.bindings:
        assert binding.help in text, binding


def test_help_lists_what_every_calling_can_do() -> None:
    ui = playing()
    ui.lobby.callings = [CallingInfo("mender", "mender", "x", [LINK, CARE])]
    text = all_of(HelpScreen(ui))
    assert "d link: You bear 40%. Ready again after 50 turns; 3 mana." in text
    assert "field care: It always works." in text


def test_help_is_made_from_the_bindings_in_force() -> None:
    ui = playing()
    ui.keymap = Keymap([Binding(Context.PLAY, Command.WAIT, ("ctrl+w",), "idle about")])
    assert "Ctrl+W idle about" in shown(HelpScreen(ui))


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_help_tells_how_others_come_in(size: tuple[int, int]) -> None:
    text = page_of(HelpScreen(playing()), "Invite", size)
    assert "undertide join http://host:4414/play/k7m2q" in text


def test_help_begins_with_where_one_is() -> None:
    assert "Playing" in shown(HelpScreen(playing()))
    assert "The lobby" in shown(HelpScreen(ui_of()))
    assert "Watching" in shown(HelpScreen(playing(hero=hero_status(state="dead"))))


def test_help_in_a_replay_begins_with_its_keys_and_invites_nobody() -> None:
    text = shown(HelpScreen(watched_again()))
    assert "Watching again" in text
    assert "] > to the next landmark" in text
    assert "0 1 2 3 4 5 6 7 8 9 to a tenth of the run" in text
    assert "Invite" not in text


def test_help_says_where_keys_are_changed() -> None:
    ui = playing()
    ui.keys_file = "/home/ann/.config/undertide/client.toml"
    text = page_of(HelpScreen(ui), "Keys")
    assert "`undertide keys` prints what to write" in text
    assert "/home/ann/.config/undertide/client.toml" in text
    ui.keys_file = ""
    assert "undertide keys" not in page_of(HelpScreen(ui), "Keys")


def test_help_says_where_an_invite_is_that_it_does_not_know() -> None:
    ui = playing()
    ui.mirror.terms = Terms("invited")
    text = page_of(HelpScreen(ui), "Invite")
    assert "Others need an invite: P, then i." in text
    assert "undertide join" not in text


def test_help_tells_others_the_code_where_they_need_one() -> None:
    ui = playing()
    ui.invite = Invited("k7m2q", "k7m2q-x4hq9tbncd2w")
    assert "#/play/k7m2q-x4hq9tbncd2w" in page_of(HelpScreen(ui), "Invite")
    ui.invite = Invited("b3rn9", "b3rn9-x4hq9tbncd2w")
    assert "b3rn9" not in page_of(HelpScreen(ui), "Invite")


def test_pages_turn_both_ways_and_begin_at_their_top() -> None:
    screen = HelpScreen(playing())
    shown(screen)
    screen.press("pagedown")
    shown(screen)
    screen.press("left")
    assert "[Invite]" in shown(screen)
    screen.press("right")
    assert "move or attack" in shown(screen)


def test_help_about_a_box_begins_with_its_keys() -> None:
    assert "use it" in shown(HelpScreen(playing(), Context.ITEM))


def test_nothing_is_in_sight_in_the_lobby() -> None:
    assert "In sight" not in shown(HelpScreen(ui_of()))


def test_the_key_that_opened_it_closes_it() -> None:
    screen = HelpScreen(playing())
    assert screen.press("?") == screen.press("f1") == screen.press("escape") == (Pop(),)
