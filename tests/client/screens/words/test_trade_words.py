import pytest
from msgspec.structs import replace

from support.client.gear_examples import CAP, KEEN
from undertide_client.screens.words.trade_words import consent_words, offer_words
from undertide_shared.messages import TradeTable

TABLE = TradeTable(1, 1, [], 0, [], 0, False, False)


def test_what_the_companion_offers() -> None:
    assert offer_words("Bob", None).startswith("Choose what you offer.")
    assert offer_words("Bob", TABLE) == "Bob offers nothing yet."
    offered = replace(TABLE, gets=[CAP, KEEN], gets_gold=5)
    assert offer_words("Bob", offered) == (
        "Bob offers: leather cap (plain), 4 essences of keenness, 5 gold."
    )


@pytest.mark.parametrize(
    ("accepts", "is_accepted", "is_changed", "words"),
    [
        (False, False, False, "Nobody has accepted yet."),
        (False, True, False, "Bob accepts. Do you?"),
        (True, False, False, "You accept. Bob has not accepted yet."),
        (False, True, True, "Send your changed offer first: nobody accepts what is not sent."),
    ],
)
def test_who_accepts(accepts: bool, is_accepted: bool, is_changed: bool, words: str) -> None:
    table = replace(TABLE, accepts=accepts, is_accepted=is_accepted)
    assert consent_words("Bob", table, is_changed=is_changed) == words
    assert consent_words("Bob", None, is_changed=is_changed) == ""
