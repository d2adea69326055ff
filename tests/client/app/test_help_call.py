from typing import Any

import pytest

from support.client.client_examples import delta, hero_status
from support.client.screen_text import playing
from undertide_client.app.help_call import HelpCall
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import Intent, MarkCell, PartyMember

BOB = PartyMember(1, "Bob", 0xFFC060, 3, 90, 2, "alive")


class Sent:
    """Stands in for a link: the intents that it was given."""

    def __init__(self) -> None:
        self.intents: list[Intent] = []

    def act(self, intent: Intent) -> int:
        """Take an intent."""
        self.intents.append(intent)
        return len(self.intents)


def hurt(ui: Ui, call: HelpCall, *lives: int, **changes: Any) -> None:
    """Show the call one life after another, of 100."""
    for life in lives:
        number = (ui.mirror.number or 0) + 1
        hero = hero_status(life=life, max_life=100, **changes)
        ui.mirror.apply(delta(number, hero=hero))
        call.look_at_hero()


def watch(*, wanted: bool = True, party: list[PartyMember] | None = None) -> Any:
    ui = playing(party=party or [PartyMember(0, "Ann", 0x60C0FF, 3, 12, 2, "alive"), BOB])
    sent = Sent()
    return ui, HelpCall(ui, sent, wanted=wanted), sent  # type: ignore[arg-type]


def test_it_calls_once_for_each_fall_of_life() -> None:
    ui, call, sent = watch()
    hurt(ui, call, 60, 30)
    assert sent.intents == []
    hurt(ui, call, 29, 10, 35, 12)
    assert sent.intents == [MarkCell("help", 2, 2)]
    hurt(ui, call, 50, 20)
    assert sent.intents == [MarkCell("help", 2, 2)] * 2


def test_it_is_silent_where_the_player_wants_it() -> None:
    ui, call, sent = watch(wanted=False)
    hurt(ui, call, 60, 10)
    assert sent.intents == []


@pytest.mark.parametrize(
    "party",
    [
        [PartyMember(0, "Ann", 0x60C0FF, 3, 12, 2, "alive")],
        [PartyMember(1, "Bob", 0xFFC060, 3, 90, 2, "asleep")],
        [PartyMember(1, "Bob", 0xFFC060, 3, 0, 2, "alive", dies_in=50)],
    ],
)
def test_it_is_silent_where_nobody_could_come(party: list[PartyMember]) -> None:
    ui, call, sent = watch(party=party)
    hurt(ui, call, 60, 10)
    assert sent.intents == []


def test_fallen_and_sleeping_heroes_do_not_call() -> None:
    ui, call, sent = watch()
    hurt(ui, call, 60)
    hurt(ui, call, 0, dies_in=150)
    hurt(ui, call, 20, state="asleep")
    assert sent.intents == []


def test_spectators_do_not_call_for_the_hero_that_they_watch() -> None:
    ui, call, sent = watch()
    ui.mirror.watching = True
    hurt(ui, call, 60, 10)
    assert sent.intents == []
