import pkgutil
from collections.abc import Callable, Iterator
from importlib import import_module

import pytest

from support.client.client_examples import AMULETS, TREE, roster, session_info
from support.client.hero_examples import BURST
from support.client.people_examples import among_people
from support.client.replay_examples import run_info
from support.client.screen_text import playing, ui_of
from undertide_client import screens
from undertide_client.keys import Context
from undertide_client.net.address import Place, page_link
from undertide_client.net.status import LinkStatus
from undertide_client.screens.hero.calling_screen import CallingScreen
from undertide_client.screens.hero.death_screen import DeathScreen
from undertide_client.screens.hero.item_screen import ItemScreen
from undertide_client.screens.hero.items_screen import PackScreen
from undertide_client.screens.hero.sheet_screen import SheetScreen
from undertide_client.screens.lobby.lobby_screen import LobbyScreen
from undertide_client.screens.lobby.login_screens import LogInScreen
from undertide_client.screens.lobby.outage_screen import OutageScreen
from undertide_client.screens.lobby.runs_screen import RunsScreen
from undertide_client.screens.map.blast_area import Aim
from undertide_client.screens.map.cursor_screen import LookScreen
from undertide_client.screens.map.nova_screen import NovaScreen
from undertide_client.screens.map.search_screen import SearchScreen
from undertide_client.screens.map_screen import MapScreen
from undertide_client.screens.menus.chat_screen import ChatScreen
from undertide_client.screens.menus.help_screen import HelpScreen
from undertide_client.screens.menus.history_screen import HistoryScreen
from undertide_client.screens.menus.quit_screen import QuitScreen
from undertide_client.screens.menus.title_screen import TitleEntry, TitleScreen
from undertide_client.screens.people.invite_screen import InviteScreen
from undertide_client.screens.people.people_screen import PeopleScreen
from undertide_client.screens.run.end_screen import EndScreen
from undertide_client.screens.run.run_map_screen import RunMapScreen
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.confirm_screen import ConfirmScreen
from undertide_client.screens.widgets.screen import Screen
from undertide_client.screens.widgets.screen_text import SIGNS, headed_row, plain_row, plain_text
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import Cast, Ended, HeroEnd, Invited, Line, PresetInfo

INK = palette.INK
TREE_LINES = (
    "floor 1, the entrance",
    "  floor 2, a warren (ahead)",
    "  floor 2, a keep",
    "    floor 3, a crypt (here): Ann",
    "      floor 4, an arena (ahead): Bob",
    "      floor 4, a vault (ahead)",
    "    floor 3, a sanctuary",
    "  floor 2, caverns (ahead)",
)

GAME = "default, auto, of restless bones"


# --- text ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("  attack        7", "attack, 7"),
        (
            "▲ attack 9 (+2), ▼ life 3 (\N{MINUS SIGN}1)",
            "more attack 9 (+2), less life 3 (minus 1)",
        ),
        ("↓ a warren: Ann", "down a warren: Ann"),
        ("◂ auto ▸", "auto"),
        ("It hits you. \N{MULTIPLICATION SIGN}3", "It hits you. times 3"),
        ("▶ 4\N{MULTIPLICATION SIGN}", "4 times"),
        ("~/x", "~/x"),
    ],
)
def test_signs_become_words_and_columns_commas(text: str, plain: str) -> None:
    assert plain_text(text) == plain


def test_a_glyph_before_a_name_is_left_out() -> None:
    assert plain_row((("! ", INK), ("potion", INK))) == "potion"
    assert plain_row((("g ", INK), ("goblin", INK))) == "goblin"
    assert plain_row((("g  ", INK), ("goblin", INK))) == "goblin"
    assert plain_row((("i       ", INK), ("the pack", INK))) == "i, the pack"
    assert plain_row((("0:10  ", INK), ("▼ ", INK), ("a floor", INK))) == "0:10, a floor"
    assert plain_row((("level ", INK), ("3 ", INK), ("of 9", INK))) == "level 3 of 9"
    assert plain_row((("! ", INK),)) == "!"
    assert plain_row((("head    ", INK), ("Ω ", INK), ("hat", INK))) == "head, hat"


def test_cells_follow_the_heads_of_their_columns() -> None:
    heads = (("      life  attack", INK),)
    assert headed_row(heads, (("warden  20  7", INK),)) == "warden: life 20, attack 7"
    assert headed_row(heads, (("20  7", INK),)) == "life 20, attack 7"
    assert headed_row(heads, (("all alone", INK),)) == "all alone"
    assert headed_row((), (("a  b", INK),)) == "a, b"


# --- screens -------------------------------------------------------------------------------------


def end() -> Screen:
    ann = HeroEnd("Ann", 0, 3, 4, 1, "killed by a goblin")
    return EndScreen(playing(), Ended(False, "of bones", [ann], 600, amulets=AMULETS))


def lobby() -> Screen:
    ui = ui_of()
    ui.lobby.sessions = [session_info(), session_info("p3x8w", heroes=1)]
    ui.lobby.motd = "Be kind."
    return LobbyScreen(ui)


def outage(phase: str, attempt: int) -> Screen:
    ui = ui_of()
    ui.status = LinkStatus(phase, "the connection broke", 4.0, attempt)  # type: ignore[arg-type]
    return OutageScreen(ui)


def old_runs() -> Screen:
    ui = ui_of()
    ui.lobby.runs = [run_info()]
    return RunsScreen(ui)


def goal() -> Screen:
    ui = playing()
    ui.lobby.preset_infos = {"default": PresetInfo("default", "Undertide", "", ["Find it."])}
    return MapScreen(ui)


def wave() -> Screen:
    aim = Aim("burst", BURST.radius, lambda _cell: Cast("burst"))
    return NovaScreen(playing(), aim)


def died() -> Screen:
    return DeathScreen(playing(lines=[Line("bad", "A goblin hits you for 9.")]))


TITLE = TitleEntry("n", "new game", "A dungeon of your own.", ("play",))
SCREENS: dict[str, tuple[Callable[[], Screen], str, list[str]]] = {
    "the map": (lambda: MapScreen(playing()), "The map: Ann", []),
    "the goal": (goal, "The map: Ann", ["Undertide", "Find it."]),
    "the title": (
        lambda: TitleScreen(ui_of(), [TITLE], "it broke"),
        "Undertide",
        ["it broke", "new game: A dungeon of your own."],
    ),
    "the lobby": (
        lobby,
        "The lobby",
        [
            "You play as Ann, on ws://host:4414.",
            "A guest, without an account.",
            "Be kind.",
            f"game k7m2q (live, k7m2q): {GAME}, players 2/8, 1 watching, deepest floor 4",
        ],
    ),
    "no session": (lambda: LobbyScreen(ui_of()), "The lobby", ["Asking…"]),
    "an outage": (
        lambda: outage("waiting", 3),
        "No connection",
        ["the connection broke", "The client tries again by itself."],
    ),
    "another attempt": (
        lambda: outage("connecting", 4),
        "No connection",
        ["The client tries again by itself."],
    ),
    "the end of a link": (lambda: outage("refused", 1), "The server refused", []),
    "the end": (
        end,
        "The run is over",
        [
            "Defeat: of bones",
            "Ann: level 3, floor 4, 1 kill, killed by a goblin",
            "1 of 2 amulets at the end: amulet of embers (Ann)",
        ],
    ),
    "a death": (died, "You have died.", ["A goblin hits you for 9."]),
    "the run": (lambda: RunMapScreen(playing()), "The run", ["restless bones", *TREE_LINES]),
    "a look": (
        lambda: LookScreen(playing()),
        "Look",
        [
            "goblin (wounded, hunting), floor: 4 steps east",
            "health potion, floor: 2 south and 1 west",
            "It is small, green and not alone.",
        ],
    ),
    "a wave": (wave, "Cast burst", []),
    "a search": (
        lambda: SearchScreen(playing()),
        "Search what you have seen",
        ["health potion: 2 south and 1 west", "goblin: 4 steps east"],
    ),
    "an item": (
        lambda: ItemScreen(playing(), playing().mirror.pack[0]),
        "3 health potions",
        ["Closes wounds."],
    ),
    "a question": (
        lambda: ConfirmScreen(playing(), "Erase it?", "For good.", "erase", ()),
        "Erase it?",
        ["For good."],
    ),
    "leaving": (
        lambda: QuitScreen(playing()),
        "Leave the game?",
        ["Your hero soon falls asleep; nothing can harm it then."],
    ),
    "an invite": (
        lambda: InviteScreen(ui_of(), Invited("k7m2q", "k7m2q")),
        "An invite",
        [page_link("ws://host:4414", Place("play", "k7m2q"))],
    ),
    "people": (
        lambda: PeopleScreen(among_people(), ""),
        "Who is here",
        ["Name Ann (you), Role party leader, Account ann"],
    ),
    "the help": (lambda: HelpScreen(playing()), "Help: [Here], In sight", ["i, open the pack"]),
    "the log": (
        lambda: HistoryScreen(playing()),
        "What happened, newest first",
        ["A goblin shouts!"],
    ),
    "a hero": (lambda: SheetScreen(playing()), "Your hero", ["attack, 7"]),
    "a login": (lambda: LogInScreen(ui_of()), "Log in", ["Name: Ann", "Password: empty"]),
    "no calling": (lambda: CallingScreen(ui_of(), lambda _calling: ()), "What are you?", []),
}


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_tells_its_content_in_words(name: str) -> None:
    make, title, words = SCREENS[name]
    told = make().as_text()
    lines = [*told.lines, *told.choices, *told.detail]
    assert told.title.startswith(title)
    assert [word for word in words if word not in lines] == []
    assert not set(SIGNS) & set("".join([told.title, *lines]))
    assert -1 <= told.chosen < max(1, len(told.choices))


def test_a_row_of_old_runs_has_the_heads_of_its_columns() -> None:
    (row,) = old_runs().as_text().choices
    assert row.startswith("Session ")
    assert "state ended" in row


def test_every_screen_tells_itself_and_names_the_contexts_of_its_keys() -> None:
    classes = [*_screens()]
    assert len(classes) > 40
    for one in classes:
        assert one.as_text is not Screen.as_text, one
        has_context = one.context is not None or one.contexts is not Screen.contexts
        assert has_context, one


def _screens() -> Iterator[type[Screen]]:
    """Yield every class of a screen."""
    for module in pkgutil.walk_packages(screens.__path__, f"{screens.__name__}."):
        for one in vars(import_module(module.name)).values():
            if isinstance(one, type) and issubclass(one, Screen) and one is not Screen:
                yield one


@pytest.mark.parametrize(
    ("ui", "context"),
    [
        (playing(), Context.PLAY),
        (playing(hero=None, seat=None), Context.PLAY),
        (ui_of(), Context.WATCH),
        (ui_of(roster("Ann")), Context.WATCH),
    ],
)
def test_the_map_looks_keys_up_by_the_clients_role(ui: Ui, context: Context) -> None:
    assert MapScreen(ui).contexts() == (context,)


def test_a_text_is_asked_for_and_a_secret_hidden() -> None:
    assert ChatScreen(playing()).as_text().asks == "Say:"
    form = LogInScreen(ui_of())
    assert (form.as_text().asks, form.as_text().is_secret) == ("Name", False)
    form.pick(1)
    form.paste("correct horse")
    told = form.as_text()
    assert (told.asks, told.is_secret) == ("Password", True)
    assert told.choices[1] == "Password: 13 characters"
    assert "horse" not in repr(told)


def test_a_floor_of_the_told_tree_can_be_picked() -> None:
    screen = RunMapScreen(playing())
    assert screen.as_text().choices[screen.as_text().chosen].endswith("(here): Ann")
    screen.pick(2)
    assert screen.as_text().chosen == 2
    assert len(TREE) == len(TREE_LINES)


def test_letters_name_the_lines_that_have_them() -> None:
    assert PackScreen(playing()).as_text().names == ("a", "b")
    assert PeopleScreen(among_people(), "").as_text().names == ()
