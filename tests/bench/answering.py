"""The other end of `workers.Worker`: a thread that answers questions while the program runs.

A program whose standard input is taken answers at a Unix socket.
"""

import json
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

Question = Callable[[dict[str, Any]], object]


def answer(questions: Mapping[str, Question]) -> None:
    """Answer each line on standard input on standard output, until whoever asks is gone.

    A line is a JSON object with the question's name under "ask" and its details. While nobody asks
    this costs nothing. At the end of input, or when a question fails, the process ends itself by
    SIGTERM.
    """
    threading.Thread(target=_answer, args=(questions,), daemon=True).start()


def _answer(questions: Mapping[str, Question]) -> None:
    try:
        for line in sys.stdin:
            details = json.loads(line)
            told = questions[details.pop("ask")](details)
            sys.stdout.write(json.dumps(told) + "\n")
            sys.stdout.flush()
    finally:
        os.kill(os.getpid(), signal.SIGTERM)


def answer_at(place: Path, questions: Mapping[str, Question]) -> None:
    """Answer questions at a Unix socket, one on each connection, as long as the program runs."""
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(str(place))
    listening.listen()
    threading.Thread(target=_answer_at, args=(listening, questions), daemon=True).start()


def _answer_at(listening: socket.socket, questions: Mapping[str, Question]) -> None:
    while True:
        asker, _ = listening.accept()
        with asker, asker.makefile("rw") as lines:
            details = json.loads(lines.readline())
            lines.write(json.dumps(questions[details.pop("ask")](details)) + "\n")


def ask_at(place: Path, question: str) -> Any:
    """Return the answer of the program that answers at a Unix socket. Raises OSError."""
    with socket.socket(socket.AF_UNIX) as asking:
        asking.connect(str(place))
        with asking.makefile("rw") as lines:
            lines.write(json.dumps({"ask": question}) + "\n")
            lines.flush()
            return json.loads(lines.readline())
