import msgspec
import pytest
from msgspec.structs import replace

from support.client.hero_examples import AXE, CAP, GEAR, KEEN, SWORD
from undertide_client.screens.words.item_words import (
    MINUS,
    SLOTS,
    best_to_wear,
    change_rows,
    consent_words,
    figure_name,
    figure_rows,
    gain_mark,
    item_name,
    item_row,
    offer_words,
    pack_letters,
    signed,
    worn_instead,
)
from undertide_shared.messages import Slot, TradeTable

WIDE = 100
TABLE = TradeTable(1, 1, [], 0, [], 0, False, False)


def words(item: object, width: int = WIDE) -> list[str]:
    rows = figure_rows(item, GEAR, width)  # type: ignore[arg-type]
    return ["".join(text for text, _ in row) for row in rows]


def test_every_slot_has_a_name_in_the_order_of_the_wire() -> None:
    assert tuple(SLOTS) == Slot.__args__  # type: ignore[attr-defined]


def test_figures_have_names_for_people() -> None:
    assert figure_name("attack") == "attack"
    assert figure_name("res.fire") == "fire resistance"
    assert figure_name("attack.cold") == "cold damage"
    assert figure_name("mana_regen") == "mana healing"


def test_numbers_have_a_sign() -> None:
    assert [signed(tenths) for tenths in (30, 0, -20)] == ["+3", "+0", f"{MINUS}2"]
    assert [signed(tenths) for tenths in (36, -4)] == ["+3.6", f"{MINUS}0.4"]


def test_quality_stands_beside_the_name() -> None:
    assert item_name(AXE) == "keen axe (fine)"


def test_worn_gear_tells_what_it_gives() -> None:
    assert words(SWORD) == ["+4 attack"]


def test_gear_for_a_taken_slot_is_compared_with_what_is_there() -> None:
    assert worn_instead(AXE, GEAR) == SWORD
    text = f"instead of short sword: ▲ attack 7 (+3), ▼ speed {MINUS}1 ({MINUS}1)"
    assert words(AXE) == [text]


def test_small_figures_are_compared_by_tenths() -> None:
    sword = msgspec.structs.replace(SWORD, slot="", figures=[("attack", 4)], tenths=[("attack", 2)])
    mace = msgspec.structs.replace(
        SWORD, figures=[("attack", 4)], tenths=[("attack", -1), ("absorb", 1)]
    )
    assert words(mace) == ["+3.9 attack, +0.1 absorb"]
    [row] = figure_rows(sword, [mace], 90)
    assert "".join(text for text, _ in row) == (
        f"instead of short sword: ▲ attack 4.2 (+0.3), ▼ absorb 0 ({MINUS}0.1)"
    )


def test_gear_for_a_free_slot_is_compared_with_nothing() -> None:
    assert worn_instead(CAP, GEAR) is None
    assert words(CAP) == ["+3 life, +1 cold resistance"]


def test_what_gear_gives_now_stands_over_what_it_would_give() -> None:
    now, then = {"attack": 4, "speed": -1}, {"attack": 6, "magic": 2}
    rows = change_rows(now, then, {"attack"}, WIDE)
    assert ["".join(text for text, _ in row) for row in rows] == [
        "now: attack 4, speed -1",
        "then: ▲ attack about 6 (+2), ▲ magic 2 (+2), ▲ speed 0 (+1)",
    ]


def test_of_gear_that_gives_nothing_that_is_said() -> None:
    rows = change_rows({}, {}, (), WIDE)
    assert ["".join(text for text, _ in row) for row in rows] == ["now: nothing", "then: nothing"]


def test_figures_are_laid_out_in_as_many_lines_as_they_take() -> None:
    assert words(CAP, 10) == ["+3 life, ", "+1 cold resistance"]


def test_servers_that_give_no_letters_leave_them_to_the_order_of_the_pack() -> None:
    assert list(pack_letters(GEAR).values()) == ["a", "b", "c", "d", "e"]


def test_given_letters_stay_and_others_get_what_is_left() -> None:
    pack = [replace(SWORD, letter="b"), AXE, replace(CAP, letter="a"), KEEN]
    assert list(pack_letters(pack).values()) == ["b", "c", "a", ""]


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


@pytest.mark.parametrize(("gain", "mark"), [(120, "  ▲"), (-5, "  ▼"), (0, "  ="), (None, "")])
def test_rows_show_whether_gear_would_make_the_hero_stronger(gain: int | None, mark: str) -> None:
    item = msgspec.structs.replace(SWORD, slot="", gain=gain)
    assert "".join(text for text, _ in gain_mark(item)) == mark
    assert "".join(text for text, _ in item_row(item)).endswith(mark)


def test_the_piece_that_helps_most_is_worn_first() -> None:
    pieces = [
        msgspec.structs.replace(SWORD, item=number, slot="", gain=gain)
        for number, gain in enumerate((5, 90, None, -3, 0), 1)
    ]
    best = best_to_wear(pieces)
    assert best is not None
    assert best.item == 2
    assert best_to_wear(pieces[2:]) is None
