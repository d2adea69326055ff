from support.client.client_examples import hero_status, watching
from support.client.screen_text import playing, press_twice, shown, ui_of
from undertide_client.screens.hero.calling_screen import CallingScreen, begin_anew
from undertide_client.screens.hero.death_screen import DeathScreen
from undertide_client.screens.lobby.lobby_screen import LobbyScreen
from undertide_client.screens.map_screen import MapScreen
from undertide_client.screens.widgets.actions import BeginAnew, ChooseCalling, Home, Pop, ShowNote
from undertide_client.screens.widgets.screen import Push
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import AbilityInfo, CallingInfo, PresetInfo, Roster, Terms

CALLINGS = [
    CallingInfo("warden", "warden", "Stands where others fall."),
    CallingInfo("mage", "mage", "Knows the words for fire."),
]


def abilities_told() -> list[CallingInfo]:
    """Return as many callings as ship, with abilities whose descriptions are as long as any."""
    long = " ".join(["words"] * 35)
    pair = [AbilityInfo(key, key, long, cooldown=150, mana=4) for key in ("brace", "taunt")]
    return [CallingInfo(f"c{n}", f"calling {n}", "It is one.", pair) for n in range(6)]


def with_callings(ui: Ui) -> Ui:
    ui.lobby.callings = CALLINGS
    return ui


def test_callings_are_listed_and_described() -> None:
    ui = with_callings(ui_of())
    ui.calling = "mage"
    text = shown(CallingScreen(ui, begin_anew))
    assert "a) warden" in text
    assert "Knows the words for fire." in text


def test_the_choice_tells_the_abilities_with_their_figures_on_a_small_screen() -> None:
    ui = ui_of()
    ui.lobby.callings = abilities_told()
    for index, calling in enumerate(ui.lobby.callings):
        screen = CallingScreen(ui, begin_anew)
        screen.choice.index = index
        text = " ".join(shown(screen).replace("│", " ").split())
        for ability in calling.abilities:
            assert f"{ability.name}: {ability.description}" in text
        assert all(f") {one.name}" in text for one in ui.lobby.callings)


def test_callings_are_those_of_the_preset_that_is_played() -> None:
    ui = with_callings(playing())
    gentler = [CallingInfo("warden", "warden", "Taught gently.")]
    infos = [PresetInfo(ui.mirror.preset, "Down"), PresetInfo("lessons", "Up", callings=gentler)]
    ui.lobby.preset_infos = {info.preset: info for info in infos}
    assert "Stands where others fall." in shown(CallingScreen(ui, begin_anew))
    ui.mirror.preset = "lessons"
    assert "Taught gently." in shown(CallingScreen(ui, begin_anew))


def test_figures_are_shown_in_columns() -> None:
    ui = ui_of()
    ui.lobby.callings = [
        CallingInfo("warden", "warden", "", figures=[("life", 21), ("attack", 6)]),
        CallingInfo("mage", "mage", "", figures=[("life", 14), ("attack", 5)]),
    ]
    text = shown(CallingScreen(ui, begin_anew))
    assert "life attack" in text
    assert "b) mage 14 5" in text


def test_the_lobby_says_what_one_is_and_lets_one_choose() -> None:
    ui = with_callings(ui_of())
    screen = LobbyScreen(ui)
    assert "You play as Ann, warden" in shown(screen)
    (push,) = screen.press("c")
    assert isinstance(push, Push)
    assert press_twice(push.screen, "b") == (Pop(), ChooseCalling("mage"))
    ui.calling = "mage"
    assert "You play as Ann, mage" in shown(screen)


def test_who_has_died_may_begin_anew() -> None:
    ui = with_callings(playing(hero=hero_status(state="dead", life=0)))
    for screen in (DeathScreen(ui), MapScreen(ui)):
        (push,) = screen.press("N")
        assert isinstance(push, Push)
        assert press_twice(push.screen, "b") == (Home(), BeginAnew("mage"))


def test_who_watches_does_not_begin_anew() -> None:
    ui = ui_of(watching())
    assert MapScreen(ui).press("N") == (ShowNote("Only a dead hero can begin anew."),)


def test_where_the_dead_stay_dead_nobody_begins_anew() -> None:
    ui = playing(hero=hero_status(state="dead"))
    ui.mirror.apply(Roster([], [], terms=Terms(new_heroes=False)))
    assert MapScreen(ui).press("N") == (ShowNote("In this session the dead stay dead."),)
    assert DeathScreen(ui).press("N") == ()
    assert "a new hero" not in shown(DeathScreen(ui))
