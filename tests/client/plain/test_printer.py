import io

from undertide_client.plain.backlog import LINES_A_SECOND
from undertide_client.plain.printer import Printer


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
