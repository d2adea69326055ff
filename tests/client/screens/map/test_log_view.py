from support.client.screen_text import colours_at, rows_of
from undertide_client.displays.cells import Console
from undertide_client.model.logbook import LogLine
from undertide_client.screens.map.log_view import draw_log, folded
from undertide_client.screens.map.log_view import rows_of as rows_of_entries
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.drawing import TIMES, Area

HIT = LogLine("combat", "The goblin hits you.")
KILL = LogLine("good", "You kill the goblin.")


def test_repeated_lines_are_counted() -> None:
    assert [entry.text for entry in folded([HIT, HIT, HIT, KILL, HIT])] == [
        f"The goblin hits you. {TIMES}3",
        "You kill the goblin.",
        "The goblin hits you.",
    ]


def test_the_same_words_of_two_speakers_are_two_lines() -> None:
    ann, bob = (LogLine("party", "yes", name, 0xFFFFFF) for name in ("Ann", "Bob"))
    assert [entry.text for entry in folded([ann, bob])] == ["Ann: yes", "Bob: yes"]


def test_long_lines_go_on_indented_in_one_tone() -> None:
    (first, second) = rows_of_entries(folded([HIT]), 16)
    assert first == (("The goblin", palette.TONES["combat"]),)
    assert second == (("  hits you.", palette.TONES["combat"]),)


def test_speakers_are_named_in_their_own_colour() -> None:
    (row,) = rows_of_entries(folded([LogLine("party", "hi", "Bob", 0xFFC060)]), 30)
    assert row == (("Bob: ", (0xFF, 0xC0, 0x60)), ("hi", palette.TONES["party"]))


def test_the_newest_lines_stand_last_and_brightest() -> None:
    console = Console(40, 3)
    lines = [LogLine("info", f"line {number}") for number in range(9)]
    draw_log(console, Area(0, 0, 40, 3), lines)
    assert [row.strip() for row in rows_of(console)] == ["line 6", "line 7", "line 8"]
    inks = [sum(colours_at(console, 1, y)[0]) for y in range(3)]
    assert inks == sorted(inks)
    assert colours_at(console, 1, 2)[0] == palette.TONES["info"]


def test_an_empty_log_is_an_empty_area() -> None:
    console = Console(40, 3)
    draw_log(console, Area(0, 0, 40, 3), [])
    assert "".join(rows_of(console)).strip() == ""
