import signal
import threading
from types import FrameType

from undertide_client.displays.stop_signals import handled


def test_signals_are_heard_inside_and_handled_as_before_outside() -> None:
    before = signal.getsignal(signal.SIGUSR1)
    heard: list[int] = []

    def note(number: int, _frame: FrameType | None) -> None:
        heard.append(number)

    with handled({signal.SIGUSR1: note}):
        signal.raise_signal(signal.SIGUSR1)
    assert heard == [signal.SIGUSR1]
    assert signal.getsignal(signal.SIGUSR1) is before


def test_other_threads_leave_signals_alone() -> None:
    before = signal.getsignal(signal.SIGUSR1)
    seen: list[object] = []

    def enter() -> None:
        with handled({signal.SIGUSR1: lambda _number, _frame: None}):
            seen.append(signal.getsignal(signal.SIGUSR1))

    thread = threading.Thread(target=enter)
    thread.start()
    thread.join()
    assert seen == [before]
