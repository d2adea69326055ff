"""A step into known harm is asked about once, where time waits."""

from typing import Any

import pytest
from msgspec.structs import replace

from support.client.client_examples import HERO
from support.client.screen_text import drawn, find, playing, shown
from undertide_client.screens.map.harm_screen import HarmScreen, step
from undertide_client.screens.map_screen import MapScreen
from undertide_client.screens.widgets.actions import Pop, Send
from undertide_client.screens.widgets.screen import Actions, Push
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import EffectFigures, Move, PaceMode, PaceStatus, Sighting

FIELD = "....\n.^^.\n...."
EAST = Move(1, 0)


def at(x: int, *others: Sighting, mode: PaceMode = "solo", **changes: Any) -> Ui:
    """Return a client whose hero stands in the row with the spikes."""
    seen = [Sighting(HERO, 1, x, 1), *others]
    return playing(drawing=FIELD, sightings=seen, pace=PaceStatus(mode), **changes)


def question(actions: Actions) -> HarmScreen:
    (action,) = actions
    assert isinstance(action, Push)
    assert isinstance(action.screen, HarmScreen)
    return action.screen


@pytest.mark.parametrize("mode", ["solo", "party"])
def test_in_turns_a_step_into_known_harm_is_asked_about(mode: PaceMode) -> None:
    screen = question(MapScreen(at(0, mode=mode)).press("right"))
    assert "Spikes. It harms you, or is a trap." in shown(screen)
    assert screen.press("y") == (Pop(), Send(EAST))
    assert screen.press("n") == (Pop(),)


def test_the_question_tells_what_the_harm_does() -> None:
    ui = at(0)
    spikes = next(look for look in ui.mirror.looks.values() if look.shunned)
    burns = EffectFigures("ground", percent=10, of="life", damage="fire", every=10)
    ui.mirror.looks[spikes.code] = replace(spikes, effects=[burns])
    told = shown(question(step(ui, EAST)))
    assert "Spikes. 3 life as fire damage every 5 turns." in told


def test_in_real_time_nobody_is_asked() -> None:
    assert MapScreen(at(0, mode="real")).press("right") == (Send(EAST),)


def test_a_held_key_does_not_agree_even_if_it_means_yes() -> None:
    screen = question(MapScreen(at(0)).press("right"))
    assert screen.press("right") == ()
    field = playing(
        drawing="^..\n...", sightings=[Sighting(HERO, 1, 1, 1)], pace=PaceStatus("solo")
    )
    screen = question(MapScreen(field).press("y"))
    assert "Press Y to" in shown(screen)
    assert screen.press("y") == ()
    assert screen.press("Y") == (Pop(), Send(Move(-1, -1)))


def test_who_stands_in_harm_is_not_asked_again() -> None:
    assert step(at(1), EAST) == (Send(EAST),)


def test_harmless_steps_and_steps_out_of_harm_are_not_asked_about() -> None:
    assert step(at(0), Move(0, 1)) == (Send(Move(0, 1)),)
    assert step(at(2), EAST) == (Send(EAST),)


@pytest.mark.parametrize(
    "other", [Sighting(7, 2, 1, 1, 100, "hunting"), Sighting(7, 1, 1, 1, 0, "fallen")]
)
def test_a_blow_and_care_are_no_steps(other: Sighting) -> None:
    assert step(at(0, other), EAST) == (Send(EAST),)


@pytest.mark.parametrize(
    "other",
    [
        Sighting(7, 2, 1, 1, 100, "peaceful"),
        Sighting(7, 3, 1, 1),
        Sighting(7, 1, 1, 1, 80, "alive"),
    ],
)
def test_who_makes_way_and_what_lies_there_are_no_reason_to_step_unasked(other: Sighting) -> None:
    question(step(at(0, other), EAST))


def test_a_click_beside_the_hero_is_asked_about_too() -> None:
    screen = MapScreen(at(0))
    x, y = find(drawn(screen), "^")[0]
    question(screen.click(x, y, False))
