"""Write the bytes of each case to the terminal, and note where its cursor is then.

Usage: ask_cursor.py CASES.json FOUND.json. The cases are strings by name, each of which has to
begin with what resets the terminal; what is found is [row, column] by name, from 1, and `columns`.
"""

import json
import os
import re
import select
import sys
import termios
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


cases = json.loads(CASES.read_text())
found: dict[str, object] = {"columns": os.get_terminal_size(terminal).columns}
for name, text in cases.items():
    os.write(terminal, text.encode())
    found[name] = find_cursor()
termios.tcsetattr(terminal, termios.TCSANOW, before)
part = FOUND.with_suffix(".part")
part.write_text(json.dumps(found))
part.rename(FOUND)
