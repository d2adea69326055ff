"""What players read of abilities, and whether each is ready."""

from msgspec.structs import replace

from support.client.client_examples import hero_status, watching
from support.client.hero_examples import CARE, LINK, MARK, TAUNT
from support.client.screen_text import playing, ui_of
from undertide_client.screens.widgets import palette
from undertide_client.screens.words.ability_words import (
    ability_rows,
    calling_line,
    calling_rows,
    figure_heads,
    readiness,
    told_ability,
)
from undertide_shared.messages import CallingInfo, Customs, PaceStatus

MENDER = CallingInfo(
    "mender",
    "mender",
    "Closes what the deep opens.",
    plays="Heal yourself.",
    figures=[("life", 18), ("attack", 5)],
    start=[("health potions", 3), ("cudgel", 1)],
    spells=["heal", "smite"],
)
BARE = CallingInfo("mage", "mage", "Knows the words for fire.")


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


def test_what_it_does_and_its_price_are_told_in_the_time_of_the_session() -> None:
    taunt = replace(TAUNT, description="Foes go for you for 50 ticks.")
    in_turns = playing(pace=PaceStatus("party"))
    told = "Foes go for you for 25 turns. Ready again after 75 turns."
    assert told_ability(in_turns, taunt) == told
    assert told_ability(in_turns, LINK).endswith("Ready again after 50 turns; 3 mana.")
    assert told_ability(in_turns, CARE) == CARE.description
    real = playing(pace=PaceStatus("real"))
    real.mirror.ticks_per_second = 5
    assert told_ability(real, taunt) == "Foes go for you for 10 s. Ready again after 30 s."


def test_in_the_lobby_times_are_the_server_s_seconds() -> None:
    ui = ui_of()
    assert told_ability(ui, TAUNT).endswith("Ready again after 15 s.")
    ui.lobby.customs = Customs("default", "auto", 8, 0, False, ticks_per_second=5)
    assert told_ability(ui, TAUNT).endswith("Ready again after 30 s.")


def test_rows_name_the_key_and_all_that_an_ability_does() -> None:
    rows = ["".join(text for text, _ in row) for row in ability_rows(playing(), [LINK, CARE], 30)]
    assert rows == [
        "d link: You bear 40%. Ready",
        "  again after 50 turns; 3",
        "  mana.",
        "field care: It always works.",
    ]


def words(calling: CallingInfo) -> list[str]:
    rows = calling_rows(ui_of(), calling, 60)
    return ["".join(text for text, _ in row) for row in rows]


def test_a_calling_tells_how_it_plays_and_what_it_begins_with() -> None:
    assert words(MENDER) == [
        "Heal yourself.",
        "Begins with 3 health potions, cudgel; knows heal, smite.",
    ]


def test_without_advice_it_is_described() -> None:
    assert words(BARE) == ["Knows the words for fire."]


def test_figures_stand_under_their_names() -> None:
    heads = figure_heads([MENDER])
    line = "".join(text for text, _ in calling_line(MENDER))
    assert heads.index("life") + len("life") == line.index("18") + len("18")
    assert heads.endswith("attack")
    assert line.endswith("5")


def test_a_server_that_tells_no_figures_has_no_columns() -> None:
    assert figure_heads([BARE]) == figure_heads([]) == ""
