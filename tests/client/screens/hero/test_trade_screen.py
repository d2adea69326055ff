from typing import Any

import pytest
from msgspec.structs import replace

from support.client.client_examples import HERO, KINDS, delta
from support.client.hero_examples import AXE, CAP, GEAR, KEEN, SWORD
from support.client.screen_text import playing, shown
from undertide_client.screens.hero.trade_screen import OVER, PartnerScreen, TradeScreen, trade
from undertide_client.screens.widgets.actions import Pop, Send, ShowNote
from undertide_client.screens.widgets.screen import Push
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import (
    AcceptTrade,
    EndTrade,
    Kind,
    OfferTrade,
    PartyMember,
    Sighting,
    TradeTable,
)

BOB = Kind(4, "hero", "Bob", "@", 0xFFC060, seat=1)
CEE = Kind(5, "hero", "Cee", "@", 0x60C0FF, seat=2)
HELM = replace(CAP, item=1, name="iron helm", figures=[("life", 9)])


def table(**changes: Any) -> TradeTable:
    """Return a trade in which Bob offers a helm and seven gold for the hero's two essences."""
    return replace(TradeTable(4, 1, [(24, 2)], 0, [HELM], 7, False, False), **changes)


def with_bob(x: int = 3, **changes: Any) -> Ui:
    """Return the state of a client whose companion stands at (x, 2); the hero is at (2, 2)."""
    sightings = [Sighting(HERO, 1, 2, 2), Sighting(9, 4, x, 2)]
    ui = playing(kinds=[*KINDS, BOB], sightings=sightings, pack=GEAR, **changes)
    hero = ui.mirror.hero
    assert hero is not None
    ann, bob = ui.mirror.party
    bob = replace(bob, state="alive")
    ui.mirror.apply(delta(hero=replace(hero, gold=45), party=[ann, bob]))
    return ui


def opened(ui: Ui) -> TradeScreen:
    (push,) = trade(ui)
    assert isinstance(push, Push)
    assert isinstance(push.screen, TradeScreen)
    return push.screen


def test_nobody_near_is_said() -> None:
    assert trade(with_bob(5)) == (ShowNote("Nobody of your party is within reach."),)


def test_one_who_has_fallen_can_not_trade() -> None:
    ui = with_bob()
    ann, bob = ui.mirror.party
    ui.mirror.apply(delta(number=3, party=[ann, replace(bob, dies_in=90)]))
    assert trade(ui) == (ShowNote("Nobody of your party is within reach."),)


def test_among_several_it_is_asked_with_whom() -> None:
    ui = with_bob()
    party = [*ui.mirror.party, PartyMember(2, "Cee", 0x60C0FF, 3, 100, 1, "alive")]
    ui.mirror.apply(delta(3, kinds=[CEE], appeared=[Sighting(10, 5, 2, 3)], party=party))
    (push,) = trade(ui, AXE)
    assert isinstance(push, Push)
    assert isinstance(push.screen, PartnerScreen)
    assert "b) @ Cee" in shown(push.screen)
    pop, opening = push.screen.press("b")
    assert pop == Pop()
    assert isinstance(opening, Push)
    screen = opening.screen
    assert "Trade with Cee" in shown(screen)
    assert screen.press("enter") == (Send(OfferTrade(2, [(AXE.item, 1)], 0)),)


def test_gold_and_things_are_offered_by_number_but_never_more_than_there_are() -> None:
    screen = opened(with_bob())
    for key in ("3", "0"):
        screen.press(key)
    for key in ("down", "down", "down", "right", "right"):
        screen.press(key)
    text = shown(screen)
    assert "30 of 45" in text
    assert SWORD.name not in text
    assert f"2 of {KEEN.count}" in text
    screen.press("left")
    assert screen.press("enter") == (Send(OfferTrade(1, [(KEEN.item, 1)], 30)),)


@pytest.mark.parametrize(
    ("keys", "gold"),
    [("45", 45), ("46", 6), ("999", 9), ("0", 0), (["4", "5", "backspace"], 4), (["left"], 0)],
)
def test_a_number_that_is_typed_stays_within_what_the_hero_has(keys: list[str], gold: int) -> None:
    screen = opened(with_bob())
    for key in keys:
        screen.press(key)
    assert screen.press("enter") == (Send(OfferTrade(1, [], gold)),)


def test_what_the_companion_offers_is_shown_and_compared() -> None:
    text = shown(opened(with_bob(trades=[table()])))
    assert "Bob offers: iron helm (plain), 7 gold." in text
    assert "life" in text
    assert "Nobody has accepted yet." in text
    assert f"2 of {KEEN.count}" in text


def test_one_key_sends_an_offer_and_another_accepts_what_was_sent() -> None:
    ui = with_bob(trades=[table()])
    screen = opened(ui)
    assert screen.press("enter") == (ShowNote("You offer that already: accept, or change it."),)
    assert screen.press("a") == (Send(AcceptTrade(4)),)
    screen.press("9")
    assert screen.press("a") == (ShowNote("Send your offer first."),)
    assert "Send your changed offer first" in shown(screen)
    assert screen.press("enter") == (Send(OfferTrade(1, [(KEEN.item, 2)], 9)),)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"accepts": True}, "You accept. Bob has not accepted yet."),
        ({"is_accepted": True}, "Bob accepts. Do you?"),
    ],
)
def test_it_says_who_accepts(changes: dict[str, bool], words: str) -> None:
    assert words in shown(opened(with_bob(trades=[table(**changes)])))


def test_who_has_accepted_waits_for_the_other() -> None:
    screen = opened(with_bob(trades=[table(accepts=True)]))
    [note] = screen.press("a")
    assert note == ShowNote("You accept already: Bob has to accept, too.")


def test_an_open_trade_can_be_ended_and_outlives_its_screen() -> None:
    ui = with_bob(trades=[table()])
    screen = opened(ui)
    assert screen.press("escape") == (Pop(),)
    assert screen.press("x") == (Pop(), Send(EndTrade()))
    assert opened(with_bob()).press("x") == ()


def test_when_it_is_over_the_screen_says_so_and_any_key_leaves_it() -> None:
    ui = with_bob(trades=[table()])
    screen = opened(ui)
    shown(screen)
    ui.mirror.apply(delta(3, trades=[]))
    assert OVER in shown(screen)
    assert screen.press("enter") == (Pop(),)


def test_an_item_of_the_pack_joins_the_trade_under_way() -> None:
    (push,) = trade(with_bob(9, trades=[table()]), CAP)
    assert isinstance(push, Push)
    assert push.screen.press("enter") == (Send(OfferTrade(1, [(CAP.item, 1), (KEEN.item, 2)], 0)),)
