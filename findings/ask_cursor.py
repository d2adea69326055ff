"""Write the bytes of each case to the terminal, and note where its cursor is then.

Usage: ask_cursor.py CASES.json FOUND.json. The cases are strings by name, each of which has to begin
with what resets the terminal; what is found is [row, column] by name, from 1, and the `columns`.
"""

import json
import os
import re
import select
import sys
import termios
import tty

CASES, FOUND = sys.argv[1:]
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


with open(CASES) as file:
    cases = json.load(file)
found: dict[str, object] = {"columns": os.get_terminal_size(terminal).columns}
for name, text in cases.items():
    os.write(terminal, text.encode())
    found[name] = find_cursor()
termios.tcsetattr(terminal, termios.TCSANOW, before)
with open(f"{FOUND}.part", "w") as file:
    json.dump(found, file)
os.rename(f"{FOUND}.part", FOUND)
