"""Write the bytes of each case to the terminal, and note where its cursor is then.

Usage: ask_cursor.py CASES.json FOUND.json. The cases are strings by name, each of which has to
begin with what resets the terminal, or lists of strings and sizes, [columns, rows]; what is found
is [row, column] by name, from 1, and `columns`. tmux is resized by its command, which also resizes
a GNU screen in it, and other terminals by CSI 8 t.
"""

import json
import os
import re
import select
import subprocess
import sys
import termios
import time
import tty
from pathlib import Path

CASES, FOUND = map(Path, sys.argv[1:])
SECONDS = 5  # to wait for a terminal's answer

terminal = os.open("/dev/tty", os.O_RDWR)
before = termios.tcgetattr(terminal)
tty.setraw(terminal)


def find_cursor() -> list[int] | None:
    """Ask the terminal where its cursor is; None if it doesn't tell."""
    os.write(terminal, b"\x1b[6n")
    answer = b""
    while not (place := re.search(rb"\[(\d+);(\d+)R", answer)):
        if not select.select([terminal], [], [], SECONDS)[0]:
            return None
        answer += os.read(terminal, 100)
    return [int(number) for number in place.groups()]


def resize(columns: int, rows: int) -> None:
    """Give the terminal another size, and wait until it has it."""
    if os.environ.get("TMUX"):
        subprocess.run(["tmux", "resize-window", "-x", str(columns), "-y", str(rows)], check=True)
    else:
        os.write(terminal, f"\x1b[8;{rows};{columns}t".encode())
    until = time.monotonic() + SECONDS
    while os.get_terminal_size(terminal) != (columns, rows) and time.monotonic() < until:
        time.sleep(0.05)


cases = json.loads(CASES.read_text())
found: dict[str, object] = {"columns": os.get_terminal_size(terminal).columns}
for name, steps in cases.items():
    for step in [steps] if isinstance(steps, str) else steps:
        if isinstance(step, str):
            os.write(terminal, step.encode())
        else:
            resize(*step)
    found[name] = find_cursor()
termios.tcsetattr(terminal, termios.TCSANOW, before)
part = FOUND.with_suffix(".part")
part.write_text(json.dumps(found))
part.rename(FOUND)
