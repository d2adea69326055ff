import io

from undertide_client.plain.printer import LINES_A_SECOND, MAX_NEWS, MAX_WAITING, Backlog, Printer


def printed(backlog: Backlog) -> list[str]:
    return [backlog.pop_text(0.0) for _ in range(len(backlog))]


def numbered(count: int, word: str = "news") -> list[str]:
    return [f"{word} {number}" for number in range(count)]


def test_lines_come_in_order() -> None:
    backlog = Backlog()
    backlog.add_news(["a wolf"])
    backlog.add_answer(["life 3"])
    assert printed(backlog) == ["a wolf", "life 3"]
    assert backlog.pop_text(0.0) == ""


def test_of_a_burst_of_news_the_first_are_left_out_and_counted() -> None:
    backlog = Backlog()
    backlog.add_news(numbered(MAX_NEWS + 3))
    first, *others = printed(backlog)
    assert first == "(3 lines left out: `history` reads the log.)"
    assert others == numbered(MAX_NEWS + 3)[3:]


def test_news_after_an_answer_leaves_out_news_where_it_stood() -> None:
    backlog = Backlog()
    backlog.add_news(["old"])
    backlog.add_answer(["answer"])
    for line in numbered(MAX_NEWS + 1):
        backlog.add_news([line])
    lines = printed(backlog)
    assert lines[:3] == [
        "(1 lines left out: `history` reads the log.)",
        "answer",
        "(1 lines left out: `history` reads the log.)",
    ]
    assert lines[3:] == numbered(MAX_NEWS + 1)[1:]


def test_answers_are_kept_but_bounded() -> None:
    backlog = Backlog()
    backlog.add_answer(numbered(MAX_NEWS * 2, "answer"))
    assert len(backlog) == MAX_NEWS * 2
    for _ in range(3):
        backlog.add_answer(numbered(MAX_WAITING, "more"))
    assert len(backlog) <= MAX_WAITING
    assert "lines left out" in printed(backlog)[0]


def test_no_second_has_more_than_so_many_lines() -> None:
    backlog = Backlog()
    backlog.add_answer(numbered(2 * LINES_A_SECOND))
    for _ in range(LINES_A_SECOND):
        assert backlog.wait(5.0) == 0
        backlog.pop_text(5.0)
    assert backlog.wait(5.0) == 1
    assert backlog.wait(5.75) == 0.25
    assert backlog.wait(6.0) == 0


class Broken(io.StringIO):
    """A terminal that is gone."""

    def write(self, _text: str, /) -> int:
        raise BrokenPipeError


def test_what_waits_is_printed_before_the_end() -> None:
    stream = io.StringIO()
    printer = Printer(stream)
    printer.answer([f"line {number}" for number in range(2 * LINES_A_SECOND)])
    printer.print_lines(["the last"])
    printer.close()
    assert stream.getvalue().splitlines()[-2:] == [f"line {2 * LINES_A_SECOND - 1}", "the last"]
    assert printer.is_idle


def test_nothing_that_is_printed_controls_a_terminal() -> None:
    stream = io.StringIO()
    printer = Printer(stream)
    printer.print_lines(["\x1b]0;title\x07", "Bob\u202e: \u05d0 ok", "gr\xfc\xdfe"])
    printer.close()
    assert stream.getvalue().splitlines() == ["?]0;title?", "Bob?: \u05d0 ok", "gr\xfc\xdfe"]


def test_a_stream_that_is_gone_is_noted() -> None:
    printer = Printer(Broken())
    printer.print_lines(["nobody reads this"])
    printer.close()
    assert printer.has_failed
    assert printer.is_idle
