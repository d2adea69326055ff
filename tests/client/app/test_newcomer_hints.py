from typing import Any

from support.client.client_examples import delta, hero_status, joined, keyframe, watching
from support.client.screen_text import ui_of
from undertide_client.app.newcomer_hints import NewcomerHints
from undertide_client.saved.profile import MemoryProfile, Profile
from undertide_client.screens.map.newcomer_hints import NEWCOMER_HINTS
from undertide_client.screens.widgets.ui import Ui

ALL = sorted(hint.key for hint in NEWCOMER_HINTS)


def teller(profile: MemoryProfile, *messages: Any) -> tuple[Ui, NewcomerHints]:
    ui = ui_of(*(messages or (joined(), keyframe())))
    return ui, NewcomerHints(ui, profile)


def told(ui: Ui) -> list[str]:
    return [line.text for line in ui.mirror.lines if line.text.startswith("Hint: ")]


def test_a_hint_comes_once_and_no_more_than_one_for_each_key() -> None:
    profile = MemoryProfile()
    ui, hints = teller(profile)
    hints.look()
    hints.look()
    (first,) = told(ui)
    assert "A monster!" in first
    assert "F3 ends these hints" in first
    hints.note_key()
    hints.look()
    assert len(set(told(ui))) == 2
    assert len(profile.load().hinted) == 2


def test_the_next_start_repeats_none() -> None:
    ui, hints = teller(MemoryProfile(Profile(hinted=ALL)))
    hints.look()
    assert told(ui) == []


def test_a_new_kind_of_event_is_told_when_it_comes() -> None:
    profile = MemoryProfile(Profile(hinted=[key for key in ALL if key != "hurt"]))
    ui, hints = teller(profile)
    hints.look()
    assert told(ui) == []
    ui.mirror.apply(delta(2, hero=hero_status(life=3)))
    hints.look()
    assert "You are badly hurt" in told(ui)[0]


def test_a_player_who_ended_them_gets_none_until_they_begin_again() -> None:
    profile = MemoryProfile()
    ui, hints = teller(profile)
    hints.turn(on=False)
    hints.look()
    assert told(ui) == []
    assert not profile.load().hints
    ui, hints = teller(profile)
    assert not ui.hinting
    hints.turn(on=True)
    hints.look()
    assert len(told(ui)) == 1


def test_spectators_get_none() -> None:
    ui, hints = teller(MemoryProfile(), watching(), keyframe())
    hints.look()
    assert told(ui) == []
