import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from undertide_client.displays.base import DisplayEvent, KeyPress, MousePress, MouseWheel, Pasted
from undertide_client.displays.key_names import MAX_PASTE
from undertide_client.displays.terminal_keys import ESCAPE_WAIT, PASTE_WAIT, KeyDecoder

SEQUENCES = {
    "a": "a",
    "A": "A",
    ">": ">",
    "?": "?",
    " ": "space",
    "é": "é",
    "\r": "enter",
    "\n": "enter",
    "\t": "tab",
    "\x7f": "backspace",
    "\x08": "backspace",
    "\x03": "ctrl+c",
    "\x1a": "ctrl+z",
    "\x00": "ctrl+space",
    "\x1b[A": "up",
    "\x1bOB": "down",
    "\x1b[1;2A": "shift+up",
    "\x1b[1;5D": "ctrl+left",
    "\x1b[1;6A": "ctrl+shift+up",
    "\x1bOa": "ctrl+up",
    "\x1b[H": "home",
    "\x1bOF": "end",
    "\x1b[4~": "end",
    "\x1b[5~": "pageup",
    "\x1b[6;5~": "ctrl+pagedown",
    "\x1b[2~": "insert",
    "\x1b[3~": "delete",
    "\x1b[E": "kp5",
    "\x1bOE": "kp5",
    "\x1bOw": "kp7",
    "\x1bOk": "kp_plus",
    "\x1b[Z": "shift+tab",
    "\x1bOP": "f1",
    "\x1b[[A": "f1",
    "\x1b[11~": "f1",
    "\x1bO2P": "shift+f1",
    "\x1b[1;2R": "shift+f3",
    "\x1b[15~": "f5",
    "\x1b[15;5~": "ctrl+f5",
    "\x1b[24~": "f12",
    "\x1ba": "alt+a",
    "\x1bA": "alt+A",
    "\x1b.": "alt+.",
    "\x1b\r": "alt+enter",
    "\x1b\x03": "ctrl+alt+c",
    "\x1b\x1b[A": "alt+up",
    "\x1b\x1bOa": "ctrl+alt+up",
    "\x1b[97;5u": "ctrl+a",
}


@pytest.mark.parametrize(("sequence", "key"), SEQUENCES.items())
def test_sequences_of_common_terminals_are_keys(sequence: str, key: str) -> None:
    decoder = KeyDecoder()
    assert decoder.feed(sequence) == [KeyPress(key)]
    assert decoder.patience is None


@settings(max_examples=50)
@given(st.lists(st.sampled_from(sorted(SEQUENCES)), max_size=8), st.data())
def test_keys_come_whole_in_whatever_pieces_they_arrive(
    sequences: list[str], data: st.DataObject
) -> None:
    text = "".join(sequences)
    cuts = data.draw(st.lists(st.integers(0, len(text)), max_size=6).map(sorted))
    decoder = KeyDecoder()
    events: list[DisplayEvent] = []
    for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True):
        events += decoder.feed(text[start:end])
    assert events == [KeyPress(SEQUENCES[each]) for each in sequences]


def test_escape_is_a_key_when_nothing_follows() -> None:
    decoder = KeyDecoder()
    assert decoder.feed("\x1b") == []
    assert decoder.patience == ESCAPE_WAIT
    assert decoder.flush() == [KeyPress("escape")]
    assert decoder.patience is None


def test_escape_pressed_twice_is_two_keys() -> None:
    decoder = KeyDecoder()
    assert decoder.feed("\x1b\x1b") == []
    assert decoder.flush() == [KeyPress("escape")] * 2


def test_escape_held_down_is_many_keys() -> None:
    decoder = KeyDecoder()
    events = decoder.feed("\x1b" * 5) + decoder.flush()
    assert events == [KeyPress("escape")] * 5


@pytest.mark.parametrize("character", "[O")
def test_alt_with_the_beginning_of_a_sequence_is_a_key(character: str) -> None:
    decoder = KeyDecoder()
    assert decoder.feed(f"\x1b{character}") == []
    assert decoder.flush() == [KeyPress(f"alt+{character}")]


@pytest.mark.parametrize(
    "sequence",
    ["\x1b[99x", "\x1b[?1;2c", "\x1b[12;40R", "\x1b[200;300;400t", "\x1b[I", "\x1b[1;9A"],
)
def test_unknown_sequences_are_dropped_in_one_piece(sequence: str) -> None:
    assert KeyDecoder().feed(f"{sequence}x") == [KeyPress("x")]


def test_a_sequence_that_never_ends_is_dropped() -> None:
    decoder = KeyDecoder()
    decoder.feed("\x1b[1;")
    assert decoder.flush() == []
    assert decoder.feed("x") == [KeyPress("x")]


def test_an_endless_sequence_is_not_kept() -> None:
    decoder = KeyDecoder()
    decoder.feed("\x1b[" + "1;" * 10_000)
    assert decoder.patience is None


@pytest.mark.parametrize(
    ("sequence", "event"),
    [
        ("\x1b[<0;10;5M", MousePress(9, 4, "left")),
        ("\x1b[<2;300;120M", MousePress(299, 119, "right")),
    ],
)
def test_clicks_tell_their_cell(sequence: str, event: MousePress) -> None:
    assert KeyDecoder().feed(sequence) == [event]


@pytest.mark.parametrize("cut", range(1, 6))
def test_an_old_terminals_click_is_no_row_of_commands(cut: int) -> None:
    decoder = KeyDecoder()
    click, release = "\x1b[M *%", "\x1b[M#*%"
    events = [*decoder.feed(click[:cut]), *decoder.feed(click[cut:]), *decoder.feed(release + "q")]
    assert events == [MousePress(9, 4, "left"), KeyPress("q")]


def test_the_wheel_of_an_old_terminal_turns() -> None:
    assert KeyDecoder().feed("\x1b[M`!!\x1b[Ma!!") == [MouseWheel(True), MouseWheel(False)]


@pytest.mark.parametrize("code", ["0;10;5m", "1;10;5M", "66;10;5M", "32;10;5M"])
def test_releases_other_wheels_and_drags_are_nothing(code: str) -> None:
    assert KeyDecoder().feed(f"\x1b[<{code}") == []


def test_a_paste_is_one_event_and_no_key() -> None:
    decoder = KeyDecoder()
    pasted = "qQ\r\n\x1b[A\x1b"
    assert decoder.feed(f"a\x1b[200~{pasted}\x1b[201~b") == [
        KeyPress("a"),
        Pasted("qQ\n[A"),
        KeyPress("b"),
    ]


def test_a_paste_may_come_in_pieces() -> None:
    decoder = KeyDecoder()
    events: list[DisplayEvent] = []
    for character in "\x1b[200~hello \x1b[20 world\x1b[201~!":
        events += decoder.feed(character)
    assert events == [Pasted("hello [20 world"), KeyPress("!")]


def test_a_paste_whose_end_is_lost_ends_with_patience() -> None:
    decoder = KeyDecoder()
    decoder.feed("\x1b[200~hello")
    assert decoder.patience == PASTE_WAIT
    assert decoder.flush() == [Pasted("hello")]
    assert decoder.feed("x") == [KeyPress("x")]


def test_a_huge_paste_is_cut() -> None:
    decoder = KeyDecoder()
    decoder.feed("\x1b[200~")
    for _ in range(100):
        decoder.feed("y" * 1000)
    assert decoder.feed("\x1b[201~") == [Pasted("y" * MAX_PASTE)]


@given(st.text(alphabet=st.sampled_from("\x1b[O<0123;~MmAabc\r\x7f é\x00") | st.characters()))
def test_nothing_typed_breaks_the_decoder(text: str) -> None:
    decoder = KeyDecoder()
    events = decoder.feed(text) + decoder.flush() + decoder.flush()
    assert decoder.patience is None
    assert len(events) <= len(text)


def test_the_wheel_is_told_by_notches() -> None:
    events = KeyDecoder().feed("\x1b[<64;5;5M\x1b[<65;5;5M")
    assert events == [MouseWheel(up=True), MouseWheel(up=False)]


@pytest.mark.parametrize("sequence", [each for each in SEQUENCES if each[:2] in {"\x1b[", "\x1bO"}])
@pytest.mark.parametrize("cut", [1, 2])
def test_a_sequence_in_pieces_on_a_slow_line_is_no_row_of_letters(sequence: str, cut: int) -> None:
    decoder = KeyDecoder()
    assert decoder.feed(sequence[:1]) + decoder.flush() == [KeyPress("escape")]
    told = decoder.feed(sequence[1:cut]) + decoder.feed(sequence[cut:])
    assert told == [KeyPress(SEQUENCES[sequence])]
    assert decoder.feed("Ox[y") == [KeyPress(key) for key in "Ox[y"], "there was no escape before"


def test_what_is_typed_after_escape_are_keys() -> None:
    decoder = KeyDecoder()
    for typed in ("O", "[", "j", "["):
        assert decoder.feed("\x1b") + decoder.flush() == [KeyPress("escape")]
        told = decoder.feed(typed) + (decoder.flush() if decoder.patience else [])
        assert told == [KeyPress(typed)]
        assert decoder.patience is None
    assert decoder.feed("\x1b") + decoder.flush() == [KeyPress("escape")]
    assert decoder.feed("\x1b[A") == [KeyPress("up")], "a whole sequence after it is itself"


def test_a_paste_whose_mark_was_cut_is_no_row_of_keys() -> None:
    decoder = KeyDecoder()
    assert decoder.feed("\x1b") + decoder.flush() == [KeyPress("escape")]
    assert decoder.feed("[200~oqS\x1b[201~") == [Pasted("oqS")]
