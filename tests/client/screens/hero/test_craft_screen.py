import msgspec

from support.client.client_examples import delta
from support.client.hero_examples import AXE, CAP, GEAR, KEEN, SMART, SWORD, WARM
from support.client.screen_text import playing, shown
from undertide_client.net.intents import Fate
from undertide_client.screens.hero.craft_screen import CraftScreen, EssencesScreen
from undertide_client.screens.widgets.actions import Home, Pop, Send, ShowNote
from undertide_client.screens.widgets.screen import Push
from undertide_shared.messages import Craft, EssenceInfo

BARE = msgspec.structs.replace(SWORD, slot="")
KEPT = [BARE, AXE, CAP, KEEN, WARM]


def essences_for(letter: str) -> EssencesScreen:
    (push,) = CraftScreen(playing(pack=KEPT)).press(letter)
    assert isinstance(push, Push)
    assert isinstance(push.screen, EssencesScreen)
    return push.screen


def test_worn_gear_is_not_worked_on() -> None:
    assert "short sword" not in shown(CraftScreen(playing(pack=GEAR)))


def test_only_plain_gear_is_offered() -> None:
    text = shown(CraftScreen(playing(pack=KEPT)))
    assert "short sword" in text
    assert "leather cap" in text
    assert "keen axe" not in text
    assert "You carry no plain gear that you don't wear." in shown(
        CraftScreen(playing(pack=[KEEN]))
    )


def test_only_essences_that_fit_the_piece_are_offered() -> None:
    assert KEEN.name in shown(essences_for("a"))
    assert WARM.name not in shown(essences_for("a"))
    assert WARM.name in shown(essences_for("c"))


def test_what_the_forge_says_decides_and_not_the_slot() -> None:
    assert KEEN.essence is not None
    elsewhere = msgspec.structs.replace(KEEN.essence, pieces=[22])
    other = msgspec.structs.replace(KEEN, essence=elsewhere)
    screen = EssencesScreen(playing(pack=[BARE, other]), BARE)
    assert "You carry no essence that fits it." in shown(screen)


def test_a_piece_is_shown_as_it_is_and_as_it_would_be() -> None:
    screen = essences_for("a")
    assert "now: attack 4" in shown(screen)
    assert "then: = attack 4 (+0)" in shown(screen)
    screen.press("right")
    assert "then: ▲ attack 7 (+3)" in shown(screen)
    screen.press("right")
    text = shown(screen)
    assert "now: attack 4" in text
    assert "then: ▲ attack 9 (+5)" in text


def test_what_several_essences_add_to_one_figure_is_shown_as_about_that() -> None:
    screen = EssencesScreen(playing(pack=[BARE, KEEN, SMART]), BARE)
    screen.press("right")
    screen.press("down")
    screen.press("right")
    assert "then: ▲ attack about 8 (+4), ▲ magic 2 (+2)" in shown(screen)


def test_levels_are_chosen_as_far_as_there_is_enough() -> None:
    screen = essences_for("a")
    assert "4 there" in shown(screen)
    for expected in ("level 1, takes 1 of 4", "level 2, takes 3 of 4", "level 2, takes 3 of 4"):
        assert screen.press("right") == ()
        assert expected in shown(screen)
    assert screen.press("enter") == (Send(Craft(21, [(24, 3)])),)
    screen.press("left")
    assert screen.press("enter") == (Send(Craft(21, [(24, 1)])),)


def test_nothing_is_forged_of_nothing() -> None:
    screen = essences_for("a")
    assert screen.press("enter") == (ShowNote("Choose a level for at least one essence first."),)
    screen.press("left")
    assert screen.press("enter") == (ShowNote("Choose a level for at least one essence first."),)
    assert screen.press("escape") == (Pop(),)


def test_without_any_essence_keys_do_nothing() -> None:
    screen = EssencesScreen(playing(pack=[GEAR[0]]), GEAR[0])
    assert "You carry no essence that fits it." in shown(screen)
    assert screen.press("right") == screen.press("enter") == ()


def test_why_a_forge_refused_is_told_and_the_levels_stay_chosen() -> None:
    ui = playing(pack=KEPT)
    screen = EssencesScreen(ui, BARE)
    ui.fate = Fate(1, "refused", "a wall is in the way")
    assert "a wall is in the way" not in shown(screen)
    screen.press("right")
    screen.press("enter")
    ui.fate = Fate(2, "refused", "there is no forge next to you")
    text = shown(screen)
    assert "not now: there is no forge next to you" in text
    assert "level 1, takes 1 of 4" in text


def test_what_was_forged_is_told_and_the_next_key_leads_to_the_map() -> None:
    ui = playing(pack=KEPT)
    screen = EssencesScreen(ui, BARE)
    forged = msgspec.structs.replace(
        BARE, name="keen short sword", quality="fine", affixes=[("keen", 1)]
    )
    ui.mirror.apply(delta(pack=[forged, AXE, CAP, WARM]))
    assert "You have made: keen short sword (fine)." in shown(screen)
    assert screen.press("right") == ()
    assert screen.press("enter") == screen.press("escape") == (Home(),)


def test_levels_never_take_more_than_there_is_left() -> None:
    ui = playing(pack=KEPT)
    screen = EssencesScreen(ui, BARE)
    for _ in range(3):
        screen.press("right")
    assert "level 2, takes 3 of 4" in shown(screen)
    makes = [[[("attack", 5)], [("attack", 7)]]]
    essence = EssenceInfo("keen", [1], ["main_hand"], [21], makes)
    fewer = msgspec.structs.replace(KEEN, count=1, essence=essence)
    ui.mirror.apply(delta(pack=[BARE, fewer]))
    assert "level 1, takes 1 of 1" in shown(screen)
    assert screen.press("enter") == (Send(Craft(21, [(24, 1)])),)
