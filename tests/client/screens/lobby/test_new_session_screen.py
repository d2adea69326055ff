from typing import Any

import msgspec
import pytest

from support.client.screen_text import LARGE, SMALL, shown, ui_of
from undertide_client.screens.lobby.new_session_screen import DELAYS, NewSessionScreen
from undertide_client.screens.widgets.actions import NewSession, Pop
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.limits import MAX_DELAY, MAX_SEED
from undertide_shared.messages import Customs, Options, PresetInfo

CUSTOMS = Customs("tutorial", "party", 6, 10, accounts=True)
LINES = (
    *("preset", "gentle", "pace", "access", "seats"),
    *("seed", "fire", "heroes", "delay", "speed"),
)
COMPANY = msgspec.structs.replace(CUSTOMS, pace="auto", seats=6)


def hosted(customs: Customs | None = CUSTOMS) -> Ui:
    ui = ui_of()
    ui.lobby.presets = ["default", "tutorial"]
    ui.lobby.preset_infos = {
        "tutorial": PresetInfo("tutorial", "First Steps", "Eight small floors.")
    }
    ui.lobby.customs = customs
    return ui


def made(*keys: str, customs: Customs | None = CUSTOMS) -> Any:
    screen = NewSessionScreen(hosted(customs))
    for key in (*keys, "pagedown"):
        screen.press(key)
    (action,) = screen.press("enter")
    assert isinstance(action, NewSession)
    return action


def to(line: str, *keys: str) -> list[str]:
    """Return the keys that go to a line and do something there."""
    return [*["down"] * LINES.index(line), *keys]


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_every_choice_is_shown_as_the_host_has_it(size: tuple[int, int]) -> None:
    text = shown(NewSessionScreen(hosted()), size=size)
    for words in (
        *(
            "Game ◂ First Steps ▸",
            "Eight small floors.",
            "party turns",
            "Access public",
            "Seats 6",
            "Seed",
        ),
        *("Friendly fire the server's default", "New heroes the server's default"),
        "Gentle run the server's default",
        *("Spectators' delay 10 s", "» create the game"),
    ):
        assert words in text


def test_left_as_it_is_it_is_the_hosts_choice() -> None:
    assert made() == NewSession("tutorial", "party", Options(seats=6, delay=10))


def test_a_newcomer_gets_a_gentle_run_unless_the_player_says_otherwise() -> None:
    ui = hosted()
    ui.is_newcomer = True
    screen = NewSessionScreen(ui)
    assert "Gentle run yes" in shown(screen)
    gentle = Options(seats=6, delay=10, gentle=True)
    screen.press("pagedown")
    assert screen.press("enter") == (NewSession("tutorial", "party", gentle),)
    for key in ("pageup", *to("gentle", "right"), "pagedown"):
        screen.press(key)
    harsh = msgspec.structs.replace(gentle, gentle=False)
    assert screen.press("enter") == (NewSession("tutorial", "party", harsh),)


def test_a_preset_without_a_title_goes_by_its_key() -> None:
    screen = NewSessionScreen(hosted())
    screen.press("right")
    assert "Game ◂ default ▸" in shown(screen)


def test_a_server_that_does_not_say_decides_itself() -> None:
    ui = ui_of()
    assert "the server's default" in shown(NewSessionScreen(ui))
    assert made(customs=None) == NewSession("default", "auto", Options())


@pytest.mark.parametrize(
    ("keys", "wanted"),
    [
        (to("preset", "right"), NewSession("default", "party", Options(seats=6, delay=10))),
        (to("pace", "right"), NewSession("tutorial", "real", Options(seats=6, delay=10))),
        (to("access", "left"), {"access": "invited"}),
        (to("access", "enter"), {"access": "unlisted"}),
        (to("seats", "left", "left"), {"seats": 4}),
        (to("seed", *"otter 7"), {"seed": "otter 7"}),
        (to("fire", "right"), {"friendly_fire": True}),
        (to("fire", "left"), {"friendly_fire": False}),
        (to("heroes", "left"), {"new_heroes": False}),
        (to("gentle", "right"), {"gentle": True}),
        (to("gentle", "left"), {"gentle": False}),
        (to("delay", "right"), {"delay": 20}),
        (to("speed", "right"), {"ticks_per_second": 3}),
        (to("speed", "left"), {"ticks_per_second": 15}),
    ],
)
def test_each_line_makes_its_own_difference(
    keys: list[str], wanted: NewSession | dict[str, Any]
) -> None:
    if isinstance(wanted, dict):
        house: dict[str, Any] = {"seats": 6, "delay": 10}
        wanted = NewSession("tutorial", "party", Options(**(house | wanted)))
    assert made(*keys) == wanted


@pytest.mark.parametrize(
    ("seats", "pace"), [(6, "auto"), (5, "auto"), (4, "party"), (3, "party"), (2, "party")]
)
def test_party_turns_are_offered_first_to_two_to_four_players(seats: int, pace: str) -> None:
    turns = ["left"] * (6 - seats)
    assert made(*to("seats", *turns), customs=COMPANY).pace == pace


def test_alone_and_on_a_small_server_the_form_suits_the_seats_too() -> None:
    assert made(*to("seats", "right"), customs=COMPANY).pace == "auto"
    assert made(customs=msgspec.structs.replace(COMPANY, seats=3)).pace == "party"


def test_seats_do_not_change_a_pace_that_was_chosen() -> None:
    keys = [*to("pace", "right", "right"), "down", "down", "left", "left"]
    assert made(*keys, customs=COMPANY).pace == "real"


def test_the_choice_after_party_turns_is_the_usual_one_for_a_small_party() -> None:
    keys = [*to("seats", "left", "left"), "up", "up", "right"]
    assert made(*keys, customs=COMPANY).pace == "auto"


def test_the_servers_own_speed_is_told() -> None:
    text = shown(NewSessionScreen(hosted(msgspec.structs.replace(CUSTOMS, ticks_per_second=5))))
    assert "Speed 5 ticks a second" in text


def test_spectators_are_never_less_behind_than_the_host_has_it() -> None:
    seen = {made(*to("delay", *["right"] * turns)).options.delay for turns in range(12)}
    assert min(seen) == CUSTOMS.delay
    assert max(seen) == MAX_DELAY == DELAYS[-1]


def test_a_seed_is_bounded_and_cleaned() -> None:
    screen = NewSessionScreen(hosted())
    for key in to("seed"):
        screen.press(key)
    screen.paste("x\x1b" * 500)
    screen.press("pagedown")
    (action,) = screen.press("enter")
    assert isinstance(action, NewSession)
    assert action.options.seed == "x" * MAX_SEED


def test_each_choice_is_explained() -> None:
    screen = NewSessionScreen(hosted())
    for words in (
        *("Eight small floors.", "no variations that make it harder"),
        *("Time moves when all heroes", "The lobby lists it"),
        *("The most heroes at a time", "the same seed gives the same", "also harm companions"),
        *(
            "may go on with a new one",
            "far spectators see",
            "How fast real time is",
            "You join as Ann",
        ),
    ):
        assert words in shown(screen).replace(" │\n│ ", " ")
        screen.press("down")


def test_it_can_be_thought_better_of() -> None:
    assert NewSessionScreen(hosted()).press("escape") == (Pop(),)
