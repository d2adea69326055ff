import pytest

from support.client.people_examples import CID, among_people
from support.client.screen_text import shown
from undertide_client.screens.people.moderation_forms import (
    BanScreen,
    KickScreen,
    MuteScreen,
    PersonForm,
    ServerBanScreen,
)
from undertide_client.screens.widgets.actions import Pop, SendRequest
from undertide_shared.limits import MAX_REASON
from undertide_shared.messages import Ban, Govern, Kick, Mute, Order, PersonInfo, ServerBan


def given(form: PersonForm, *keys: str) -> Order:
    for key in (*keys, "pagedown"):
        form.press(key)
    pop, again, ask = form.press("enter")
    assert pop == again == Pop()
    assert isinstance(ask, SendRequest)
    assert isinstance(ask.request, Govern)
    assert ask.request.session == "b3rn9"
    return ask.request.order


@pytest.mark.parametrize(
    ("kind", "keys", "order"),
    [
        (KickScreen, [], Kick(3)),
        (KickScreen, [*"spam"], Kick(3, "spam")),
        (BanScreen, [], Ban(3, 10)),
        (BanScreen, ["left", "down", *"so"], Ban(3, 0, "so")),
        (MuteScreen, ["right"], Mute(3, 60)),
    ],
)
def test_an_order_says_whom_how_long_and_why(
    kind: type[KickScreen] | type[BanScreen] | type[MuteScreen], keys: list[str], order: Order
) -> None:
    assert given(kind(among_people(), "b3rn9", CID), *keys) == order


@pytest.mark.parametrize(
    ("person", "keys", "order"),
    [
        (
            PersonInfo(5, "Max", "player", 1, "max", address="192.0.2.7"),
            [],
            ServerBan("max", "", 10),
        ),
        (
            PersonInfo(5, "Max", "player", 1, "max", address="192.0.2.7"),
            ["right"],
            ServerBan("", "192.0.2.7", 10),
        ),
        (
            PersonInfo(5, "Max", "player", 1, address="192.0.2.7"),
            [],
            ServerBan("", "192.0.2.7", 10),
        ),
    ],
)
def test_an_outlaw_is_known_by_account_or_by_address(
    person: PersonInfo, keys: list[str], order: Order
) -> None:
    assert given(ServerBanScreen(among_people(), "b3rn9", person), *keys) == order


def test_whom_it_is_about_stands_over_the_form() -> None:
    text = shown(BanScreen(among_people(), "", CID))
    for words in ("Ban: Cid", "For how long ◂ 10 min ▸", "Why", "» ban"):
        assert words in text


def test_a_reason_is_bounded_and_cleaned() -> None:
    form = KickScreen(among_people(), "b3rn9", CID)
    form.paste("x\x1b[2J" * 100)
    order = given(form)
    assert isinstance(order, Kick)
    assert len(order.reason) == MAX_REASON
    assert order.reason.isprintable()
