import pytest
from msgspec.structs import replace

from support.client.replay_examples import ANNS_LIFE
from support.client.screen_text import LARGE, SMALL, playing, shown
from undertide_client.screens.map_screen import MapScreen
from undertide_client.screens.run.card_screen import CardScreen
from undertide_client.screens.run.end_screen import EndScreen
from undertide_client.screens.widgets.actions import Copy, Pop, ShowNote
from undertide_client.screens.widgets.screen import Push
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import Ended, LastSight

LOST = Ended(False, "The party has fallen", [], 36_000, run="4f1c2d3e", seed="00ff")


def ended(address: str = "ws://192.168.0.5:4414") -> Ui:
    ui = playing()
    ui.address = address
    ui.mirror.apply(LOST)
    ui.life = ANNS_LIFE
    return ui


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_card_tells_the_end_with_the_map_the_seed_and_a_link(size: tuple[int, int]) -> None:
    text = shown(CardScreen(ended(), ANNS_LIFE), size=size)
    for words in (
        "Ann, warden of level 3, killed by a troll on floor 2",
        "Undertide, 12 minutes below, 27 kills. Restless Bones",
        "#@T.#",
        "You die, killed by a troll.",
        "Seed: 00ff",
        "http://192.168.0.5:4414/runs/4f1c2d3e",
    ):
        assert words in text


def test_the_card_is_copied_as_the_text_that_it_shows() -> None:
    screen = CardScreen(ended(), ANNS_LIFE)
    (copied,) = screen.press("c")
    assert isinstance(copied, Copy)
    assert copied.text.splitlines() == list(screen.as_text().lines)
    assert screen.press("escape") == (Pop(),)
    assert screen.press("x") == ()


def test_a_link_that_only_this_machine_can_open_is_left_out() -> None:
    assert "runs/" not in shown(CardScreen(ended("ws://127.0.0.1:4414"), ANNS_LIFE))


def test_while_the_run_goes_on_the_card_has_no_seed() -> None:
    text = shown(CardScreen(playing(), ANNS_LIFE))
    assert "Seed" not in text
    assert "runs/" not in text


def test_a_card_without_a_picture_and_one_too_tall_are_shown_as_far_as_they_go() -> None:
    assert "killed by a troll" in shown(CardScreen(ended(), replace(ANNS_LIFE, sight=None)))
    tall = LastSight(3, 13, [("@", 0xFFFFFF), (".", 0x808080)], [2, 31, 1, 1, 2, 7], 1, 10)
    text = shown(CardScreen(ended(), replace(ANNS_LIFE, sight=tall)), size=(80, 20))
    assert ".@." in text


def test_the_end_and_the_map_lead_to_the_card() -> None:
    ui = ended()
    assert "C card" in shown(EndScreen(ui, LOST))
    for screen in (EndScreen(ui, LOST), MapScreen(ui)):
        (push,) = screen.press("C")
        assert isinstance(push, Push)
        assert isinstance(push.screen, CardScreen)
    ui.life = None
    assert EndScreen(ui, LOST).press("C") == ()
    (note,) = MapScreen(ui).press("C")
    assert isinstance(note, ShowNote)
