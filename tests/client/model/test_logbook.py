from undertide_client.model.logbook import MAX_LINES, Logbook
from undertide_shared.messages import Chat, Line
from undertide_shared.text import SERVER_MARK


def lines_of(*texts: str) -> list[Line]:
    return [Line("info", text) for text in texts]


def shown(book: Logbook) -> list[str]:
    return [line.text for line in book.lines]


def test_a_keyframe_adds_only_what_is_new() -> None:
    book = Logbook()
    book.begin(lines_of("one", "two"))
    book.add_lines(lines_of("three"))
    book.begin(lines_of("two", "three", "four"))
    assert shown(book) == ["one", "two", "three", "four"]


def test_repeated_lines_are_not_mistaken_for_known_ones() -> None:
    book = Logbook()
    book.add_lines(lines_of("hit", "hit"))
    book.begin(lines_of("hit", "hit", "hit"))
    assert shown(book) == ["hit", "hit", "hit"]


def test_a_keyframe_of_other_eyes_replaces_what_was_told_but_not_what_was_said() -> None:
    book = Logbook()
    book.add_lines(lines_of("Ann sees a goblin."))
    book.say(Chat("Bob", 0xFF0000, "wait for me"))
    book.add_note("No hero is called so.")
    book.begin(lines_of("Bob drinks."))
    assert shown(book) == ["wait for me", "No hero is called so.", "Bob drinks."]


def test_an_empty_keyframe_takes_nothing_away() -> None:
    book = Logbook()
    book.add_lines(lines_of("one"))
    book.begin([])
    assert shown(book) == ["one"]


def test_chat_is_cleaned_and_keeps_its_speaker() -> None:
    book = Logbook()
    book.say(Chat("B\x1bob", 0xFF0000, "hi\x1b[2J there"))
    line = book.lines[-1]
    assert (line.speaker, line.text, line.tone, line.colour) == (
        "Bob",
        "hi[2J there",
        "party",
        0xFF0000,
    )


def test_what_the_server_says_is_marked_and_what_others_say_is_not() -> None:
    book = Logbook()
    book.say(Chat("Undertide", -1, "hello", server=True))
    book.say(Chat("Undertide", -1, "hello"))
    assert [(line.tone, line.speaker) for line in book.lines] == [
        ("system", f"{SERVER_MARK} Undertide"),
        ("party", "Undertide"),
    ]


def test_chat_that_is_repeated_to_who_comes_back_stands_once() -> None:
    book = Logbook()
    one, two = Chat("Ann", 1, "one"), Chat("Bob", 2, "two")
    for chat in (one, two, one):
        book.say(chat)
    book.expect_repeats()
    for chat in (two, one, Chat("Bob", 2, "meanwhile")):
        book.say(chat)
    assert [line.text for line in book.lines] == ["one", "two", "one", "meanwhile"]


def test_chat_after_the_keyframe_is_new_even_if_it_was_said_before() -> None:
    book = Logbook()
    book.say(Chat("Ann", 1, "hello"))
    book.expect_repeats()
    book.begin([])
    book.say(Chat("Ann", 1, "hello"))
    assert [line.text for line in book.lines] == ["hello", "hello"]


def test_the_log_is_bounded() -> None:
    book = Logbook()
    for number in range(MAX_LINES + 5):
        book.add_lines(lines_of(f"line {number}"))
    assert len(book.lines) == MAX_LINES
    assert book.lines[0].text == "line 5"


def test_a_remark_is_told_in_the_tone_of_the_system() -> None:
    book = Logbook()
    book.add_note("No hero is\ncalled so.")
    assert (book.lines[-1].tone, book.lines[-1].text) == ("system", "No hero is called so.")


def test_what_frames_told_can_be_forgotten() -> None:
    book = Logbook()
    book.add_note("noted")
    book.add_lines([Line("info", "told")])
    book.forget_told()
    assert [line.text for line in book.lines] == ["noted"]
    book.begin([Line("info", "told")])
    assert [line.text for line in book.lines] == ["noted", "told"]


def test_hints_are_told_apart_from_other_lines() -> None:
    book = Logbook()
    book.hint("Press \x1b o.")
    assert [line.text for line in book.lines] == ["Hint: Press o."]
    assert book.lines[0].tone != "system"


def test_what_is_set_aside_comes_back_before_what_came_meanwhile() -> None:
    log = Logbook()
    log.add_note("one")
    log.set_aside()
    log.add_note("two")
    assert [line.text for line in log.lines] == ["two"]
    log.take_back()
    assert [line.text for line in log.lines] == ["one", "two"]
    log.set_aside()
    log.clear()
    log.take_back()
    assert not log.lines
