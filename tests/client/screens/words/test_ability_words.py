"""What players read of abilities, and whether each is ready."""

from support.client.ability_examples import CARE, LINK, MARK, TAUNT
from support.client.client_examples import hero_status, watching
from support.client.screen_text import playing
from undertide_client.screens.widgets import palette
from undertide_client.screens.words.ability_words import ability_rows, price_words, readiness


def test_what_is_ready_and_what_rests_differ_in_words_too() -> None:
    ui = playing(hero=hero_status(resting=[("mark", 25)]), abilities=[TAUNT, MARK])
    assert readiness(ui) == [("d taunt", palette.INK), ("D mark 13 t", palette.FAINT)]


def test_what_always_works_is_never_ready() -> None:
    assert readiness(playing(abilities=[LINK, CARE])) == [("d link", palette.INK)]


def test_spectators_read_no_keys() -> None:
    ui = playing(abilities=[TAUNT])
    ui.mirror.apply(watching())
    ui.mirror.abilities = [TAUNT]
    assert readiness(ui) == [("taunt", palette.INK)]


def test_the_price_is_told() -> None:
    assert price_words(LINK) == "Ready again after 100 ticks; 3 mana."
    assert price_words(TAUNT) == "Ready again after 150 ticks."
    assert price_words(CARE) == ""


def test_rows_name_the_key_and_all_that_an_ability_does() -> None:
    rows = ["".join(text for text, _ in row) for row in ability_rows(playing(), [LINK, CARE], 30)]
    assert rows == [
        "d link: You bear 40%. Ready",
        "  again after 100 ticks; 3",
        "  mana.",
        "field care: It always works.",
    ]
