from typing import Any

import pytest

from support.client.client_examples import delta, hero_status, joined, keyframe
from support.client.screen_text import playing, ui_of
from undertide_client.app.feedback import BEATS, Feedback
from undertide_client.model.moments import NotableMoment
from undertide_client.saved.profile import MemoryProfile, Profile, Signs
from undertide_client.screens.widgets.ui import Ui


def watching(ui: Ui, signs: Signs = "shown") -> Feedback:
    """Return feedback that has had its first look."""
    feedback = Feedback(ui, MemoryProfile(Profile(signs=signs)))
    feedback.look()
    return feedback


def change(ui: Ui, feedback: Feedback, number: int = 2, **changes: Any) -> None:
    ui.mirror.apply(delta(number, **changes))
    feedback.look()


def test_a_moment_begins_a_sign_and_nothing_else_does() -> None:
    ui = playing()
    feedback = watching(ui)
    assert (ui.moment, ui.beats) == (None, 0)
    change(ui, feedback, hero=hero_status(level=3))
    assert (ui.moment, ui.beats) == (NotableMoment("level", "Level 3"), BEATS)
    ui.beats = 1
    change(ui, feedback, 3, hero=hero_status(level=3, life=1))
    assert ui.beats == 1


def test_of_several_moments_the_gravest_is_shown() -> None:
    ui = playing()
    change(ui, watching(ui), hero=hero_status(level=3, state="dead", life=0))
    assert ui.moment == NotableMoment("death")


@pytest.mark.parametrize(("signs", "rings"), [("shown", 0), ("bell", 1), ("off", 0)])
def test_the_bell_rings_only_for_who_chose_it(signs: Signs, rings: int) -> None:
    ui = playing()
    feedback = watching(ui, signs)
    change(ui, feedback, hero=hero_status(level=3))
    feedback.look()
    assert feedback.rings == rings
    assert bool(ui.beats) == (signs != "off")


def test_the_choice_is_kept_and_ends_the_sign() -> None:
    ui, profile = playing(), MemoryProfile()
    feedback = Feedback(ui, profile)
    feedback.look()
    change(ui, feedback, hero=hero_status(level=3))
    feedback.choose_signs("off")
    assert (ui.signs, ui.beats, profile.load().signs) == ("off", 0, "off")
    change(ui, feedback, 3, hero=hero_status(level=4))
    assert ui.beats == 0


def test_what_happened_while_signs_were_off_is_past() -> None:
    ui = playing()
    feedback = watching(ui, "off")
    change(ui, feedback, hero=hero_status(level=3))
    feedback.choose_signs("shown")
    change(ui, feedback, 3, hero=hero_status(level=3, life=1))
    assert ui.beats == 0


def test_the_first_picture_of_a_session_is_no_moment() -> None:
    ui = ui_of()
    feedback = watching(ui)
    for message in (joined(), keyframe()):
        ui.mirror.apply(message)
    feedback.look()
    assert ui.beats == 0
