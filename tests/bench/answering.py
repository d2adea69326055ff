"""The other end of `workers.Worker`: a thread that answers questions while the program runs."""

import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Mapping
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
