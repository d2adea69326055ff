import pytest

from support.client.client_examples import AMULETS, hero_status, joined, keyframe
from support.client.replay_examples import ANNS_LIFE
from support.client.screen_text import playing, shown, ui_of
from undertide_client.screens.run.end_screen import EndScreen
from undertide_client.screens.run.run_map_screen import RunMapScreen
from undertide_client.screens.widgets.actions import (
    PlayAgain,
    PlayTutorial,
    Pop,
    ReplayRun,
    ToLobby,
)
from undertide_client.screens.widgets.screen import Push
from undertide_shared.messages import Ended, HeroEnd, NewRun

ANN = HeroEnd("Ann", 0x60C0FF, 4, 3, 17, "killed by a goblin")


@pytest.mark.parametrize(("won", "verdict"), [(True, "Victory"), (False, "Defeat")])
def test_the_end_is_a_table(won: bool, verdict: str) -> None:
    ended = Ended(won, "Of restless bones", [ANN], 14_000)
    ui = playing()
    ui.mirror.apply(ended)
    screen = EndScreen(ui, ended)
    text = shown(screen)
    assert f"{verdict}: Of restless bones" in text
    assert "Ann 4 3 17 killed by a goblin" in text
    assert "23 minutes below" in text
    assert screen.press("enter") == (PlayAgain(),)
    assert screen.press("N") == (PlayAgain(),)
    assert screen.press("L") == (ToLobby(),)
    assert screen.press("escape") == (Pop(),)
    assert screen.press("x") == ()


def test_what_it_offers_appears_when_keys_answer() -> None:
    ended = Ended(False, "Of restless bones", [ANN], 14_000)
    ui = playing()
    ui.mirror.apply(ended)
    ui.held = 1
    assert "play again" not in shown(EndScreen(ui, ended))
    ui.held = 0
    assert "play again" in shown(EndScreen(ui, ended))


def test_the_end_tells_what_would_have_helped() -> None:
    ended = Ended(False, "Of restless bones", [ANN], 14_000)
    ui = playing()
    assert "would have helped" not in shown(EndScreen(ui, ended))
    ui.life = ANNS_LIFE
    screen = EndScreen(ui, ended)
    told = "What would have helped? 3 health potions were left undrunk. The stairs"
    assert told in shown(screen)
    assert any(line.startswith(told) for line in screen.as_text().lines)


def test_a_newcomer_who_died_is_offered_the_tutorial() -> None:
    ended = Ended(False, "Of restless bones", [ANN], 14_000)
    ui = playing(hero=hero_status(state="dead", life=0))
    ui.mirror.apply(ended)
    ui.lobby.presets = ["default", "tutorial"]
    assert EndScreen(ui, ended).press("T") == ()
    assert "tutorial" not in shown(EndScreen(ui, ended))
    ui.began_as_newcomer = True
    text = shown(EndScreen(ui, ended))
    assert "The tutorial teaches to play, a lesson on each of eight small floors" in text
    assert "T tutorial" in text
    assert EndScreen(ui, ended).press("T") == (PlayTutorial(),)
    ui.lobby.presets = ["default"]
    assert EndScreen(ui, ended).press("T") == ()


def test_a_newcomer_who_lives_or_learns_already_is_offered_none() -> None:
    ended = Ended(True, "Won", [ANN], 14_000)
    dead = keyframe(hero=hero_status(state="dead", life=0))
    for ui in (playing(), ui_of(joined(preset="tutorial"), dead)):
        ui.mirror.apply(ended)
        ui.lobby.presets, ui.began_as_newcomer = ["default", "tutorial"], True
        assert EndScreen(ui, ended).press("T") == ()


def test_an_end_with_a_crowd_and_with_nobody() -> None:
    crowd = Ended(False, "x" * 200, [ANN] * 40, -5)
    assert "and 28 more" in shown(EndScreen(playing(), crowd))
    assert "Defeat" in shown(EndScreen(playing(), Ended(False, "", [], 0)))


def test_the_end_tells_what_was_special_and_what_was_found() -> None:
    ended = Ended(True, "The deep falls silent", [ANN], 14_000, "restless bones", 7, AMULETS)
    screen = EndScreen(playing(), ended)
    text = shown(screen)
    for words in (
        "restless bones",
        "23 minutes below, 7 floors entered",
        "1 of 2 amulets at the end: amulet of embers (Ann)",
    ):
        assert words in text
    (push,) = screen.press("M")
    assert isinstance(push, Push)
    assert isinstance(push.screen, RunMapScreen)


def test_an_end_without_any_amulet_in_hand() -> None:
    ended = Ended(False, "All heroes have fallen", [ANN], 0, "", 1, AMULETS[1:])
    assert "0 of 1 amulets at the end │" in shown(EndScreen(playing(), ended))


def test_one_floor_is_one() -> None:
    ended = Ended(False, "All heroes have fallen", [ANN], 600, "", 1)
    assert "1 minute below, 1 floor entered" in shown(EndScreen(playing(), ended))


def test_a_short_run_is_told_in_seconds() -> None:
    ended = Ended(False, "x", [ANN], 600, "", 2, elapsed=41_500)
    assert "41 seconds below, 2 floors entered" in shown(EndScreen(playing(), ended))


def test_a_kept_run_can_be_watched_again_and_its_seed_is_no_secret() -> None:
    ended = Ended(False, "x", [ANN], 600, run="4f1c", seed="00ff")
    screen = EndScreen(playing(), ended)
    text = shown(screen)
    assert "Seed: 00ff" in text
    assert "B replay" in text
    assert screen.press("B") == (ReplayRun("4f1c", 0),)
    forgotten = EndScreen(playing(), Ended(False, "x", [ANN], 600))
    assert "replay" not in shown(forgotten)
    assert forgotten.press("B") == ()


def test_the_end_says_who_plays_again() -> None:
    ui = playing()
    ended = Ended(False, "x", [ANN], 600)
    ui.mirror.apply(ended)
    ui.mirror.apply(NewRun("p3x8w", "", "Ben"))
    assert "Ben plays again, and you can join." in shown(EndScreen(ui, ended))


def test_a_spectator_is_offered_no_run_of_its_own() -> None:
    ui = playing()
    ui.mirror.seat = None
    ui.mirror.apply(Ended(False, "x", [ANN], 600))
    screen = EndScreen(ui, Ended(False, "x", [ANN], 600))
    assert "play again" not in shown(screen)
    assert screen.press("enter") == (ToLobby(),)
    assert screen.press("N") == ()
