import pytest

from client_examples import hero_status, roster
from replay_examples import watched_again
from screen_text import LARGE, SMALL, playing, shown, ui_of
from undertide_client.keys import Binding, Command, Context, Keymap
from undertide_client.screens.hero.sheet_screen import SheetScreen
from undertide_client.screens.menus.help_screen import HelpScreen
from undertide_client.screens.menus.history_screen import HistoryScreen
from undertide_client.screens.people.party_screen import PartyScreen
from undertide_client.screens.widgets.actions import Pop
from undertide_client.screens.widgets.drawing import TIMES
from undertide_shared.messages import Invited, PartyMember, Roster, SeatInfo, Terms


def all_of(screen: HelpScreen | HistoryScreen) -> str:
    pages = [shown(screen)]
    for _ in range(20):
        screen.press("pagedown")
        pages.append(shown(screen))
    return "\n".join(pages)


def test_help_lists_every_command_with_a_key_in_force() -> None:
    ui = playing()
    text = all_of(HelpScreen(ui))
    for binding in ui.keymap.bindings:
        assert binding.help in text, binding


def test_help_is_made_from_the_bindings_in_force() -> None:
    ui = playing()
    ui.keymap = Keymap([Binding(Context.PLAY, Command.WAIT, ("ctrl+w",), "idle about")])
    assert "Ctrl+W idle about" in shown(HelpScreen(ui))


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_help_tells_how_others_come_in(size: tuple[int, int]) -> None:
    text = shown(HelpScreen(playing()), size=size)
    assert "undertide join ws://host:4414 --session k7m2q" in text


def test_help_begins_with_where_one_is() -> None:
    assert "Playing" in shown(HelpScreen(playing()))
    assert "The lobby" in shown(HelpScreen(ui_of()))
    assert "Watching" in shown(HelpScreen(playing(hero=hero_status(state="dead"))))


def test_the_history_opens_at_its_end_and_scrolls() -> None:
    ui = playing()
    for number in range(100):
        ui.mirror.note(f"line {number}")
    screen = HistoryScreen(ui)
    assert "line 99" in shown(screen)
    assert "100/102" not in shown(screen)
    screen.press("home")
    assert "You enter the drowned warren." in shown(screen)
    assert "line 99" not in shown(screen)
    assert screen.press("escape") == (Pop(),)


def test_the_history_counts_what_was_repeated() -> None:
    ui = playing()
    for _ in range(3):
        ui.mirror.note("Again.")
    assert f"Again. {TIMES}3" in shown(HistoryScreen(ui))


def test_the_party_is_listed_with_its_watchers() -> None:
    text = shown(PartyScreen(playing()))
    assert "@ Ann L2 scratched floor 3, a crypt" in text
    assert "@ Bob L3 asleep floor 4, an arena" in text
    assert "Watching: Zoe" in text


def test_the_amulets_are_listed_with_their_bearers() -> None:
    text = shown(PartyScreen(playing()))
    assert '" amulet of embers, carried by Ann' in text
    assert "\" amulet of frost, in nobody's hands" in text
    assert "amulet" not in shown(PartyScreen(playing(amulets=[])))


def test_players_that_are_away_are_told() -> None:
    ui = playing()
    seats = [type(seat)(seat.seat, seat.name, 0, False) for seat in ui.mirror.roster]
    ui.mirror.apply(type(roster())(seats, []))
    assert "away" in shown(PartyScreen(ui))
    assert "Watching: nobody" in shown(PartyScreen(ui))


def test_a_party_of_nobody_and_one_of_twenty_are_drawn() -> None:
    assert "Nobody is down here yet." in shown(PartyScreen(playing(party=[])))
    many = [PartyMember(n, f"Hero {n}", 0, 1, 100, 1, "alive") for n in range(20)]
    assert "Hero 19" in shown(PartyScreen(playing(party=many)), size=LARGE)
    assert "/26" in shown(PartyScreen(playing(party=many)))


def test_the_sheet_tells_the_hero_in_full() -> None:
    text = shown(SheetScreen(playing()))
    for words in (
        "life 23 of 30",
        "next level at 120",
        "confused for 2 s",
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


def test_help_in_a_replay_begins_with_its_keys_and_invites_nobody() -> None:
    text = shown(HelpScreen(watched_again()))
    assert "Watching again" in text
    assert "] > to the next landmark" in text
    assert "0 1 2 3 4 5 6 7 8 9 to a tenth of the run" in text
    assert "undertide join" not in text


def test_in_a_replay_nobody_is_away_and_nobody_watches() -> None:
    text = shown(PartyScreen(watched_again()))
    assert "@ Ann L2 scratched floor 3, a crypt" in text
    assert "away" not in text
    assert "Watching" not in text


def test_help_says_where_keys_are_changed() -> None:
    ui = playing()
    ui.keys_file = "/home/ann/.config/undertide/client.toml"
    text = shown(HelpScreen(ui))
    assert "`undertide keys` prints what to write" in text
    assert "/home/ann/.config/undertide/client.toml" in text
    ui.keys_file = ""
    assert "undertide keys" not in shown(HelpScreen(ui))


def test_the_wheel_scrolls_a_page() -> None:
    screen = HelpScreen(playing())
    first = shown(screen)
    assert screen.turn_wheel(False) == ()
    assert shown(screen) != first
    assert screen.turn_wheel(True) == ()
    assert shown(screen) == first


def test_the_party_tells_what_each_hero_is() -> None:
    cee = PartyMember(2, "Cee", 0, 3, 40, 1, "alive", 0, "spellwright")
    assert "@ Cee spellwright L1 wounded" in shown(PartyScreen(playing(party=[cee])))


def test_a_page_that_goes_on_says_how_to_read_on() -> None:
    assert "PgDn more Esc back" in shown(HelpScreen(playing()))
    assert "more" not in shown(PartyScreen(playing()))


def test_the_party_tells_who_keeps_order_and_how_the_session_is_run() -> None:
    ui = playing()
    seats = [
        SeatInfo(0, "Ann", 0, True, "host"),
        SeatInfo(1, "Bob", 0, False, "moderator", muted=True),
    ]
    ui.mirror.apply(Roster(seats, [], 0, Terms("invited", locked=True, delay=10)))
    text = shown(PartyScreen(ui))
    assert "L2 scratched party leader floor 3" in text
    assert "L3 asleep moderator, away, muted" in text
    assert "By invitation, locked: nobody new may join" in text


def test_help_tells_others_the_code_where_they_need_one() -> None:
    ui = playing()
    ui.invite = Invited("k7m2q", "k7m2q-x4hq9tbncd2w")
    assert "--session k7m2q-x4hq9tbncd2w" in shown(HelpScreen(ui))
    ui.invite = Invited("b3rn9", "b3rn9-x4hq9tbncd2w")
    assert "b3rn9" not in shown(HelpScreen(ui))
