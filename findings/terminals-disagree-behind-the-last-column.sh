#!/usr/bin/env bash
# tmux 3.3a, GNU screen 4.9.0 and xterm 379 disagree on where the cursor is after a full line.
#
# Guess: all three are xterms: a character in the last column leaves the cursor on it, with a wrap
# that waits; what erases, deletes or moves starts from that column.
# So it is in xterm alone. In tmux and screen the cursor stands behind the last column: on 80 columns
# both answer CSI 6 n with column 81, which doesn't exist. So on a full line
# - a backspace (or CSI D) and a letter replace the last but one character in xterm, the last one in
#   tmux and screen;
# - CSI K (and CSI P, CSI X) takes the last character away in xterm, and nothing in tmux and screen;
#   what is written next goes there in xterm and to the next line in the others;
# - tmux forgets the waiting wrap when the cursor is saved and restored (ESC 7, ESC 8): what comes
#   next replaces the last character; xterm and screen go to the next line;
# - moving down by a line feed and writing goes on in the last column in xterm, and one line further
#   in the others.
# A program that draws whole lines has to address the cursor anew behind each, and must not take
# 81 of a report for a fault.
# Undertide: leaves a full line by CR LF or by an absolute move, which mean the same in all three.
# Needs Debian's packages tmux, screen, xterm and xvfb.
. "$(dirname "$0")/lib.sh"
need tmux tmux
need screen screen
need xterm xterm
need Xvfb xvfb

cat >"$work/ask.py" <<'PYTHON'
import json, os, re, select, sys, termios, tty

terminal = os.open("/dev/tty", os.O_RDWR)
before = termios.tcgetattr(terminal)
tty.setraw(terminal)
columns = os.get_terminal_size(terminal).columns

def cursor():
    os.write(terminal, b"\x1b[6n")
    answer = b""
    while not re.search(rb"R", answer):
        if not select.select([terminal], [], [], 5)[0]:
            return None
        answer += os.read(terminal, 100)
    return [int(number) for number in re.search(rb"\[(\d+);(\d+)R", answer).groups()]

full = b"." * columns
cases = {
    "nothing": b"", "backspace": b"\b", "left": b"\x1b[D", "erase, x": b"\x1b[Kx",
    "delete, x": b"\x1b[Px", "save, restore, x": b"\x1b7\x1b8x", "line feed, x": b"\nx",
}
found = {"columns": columns}
for name, then in cases.items():
    os.write(terminal, b"\x1b[0m\x1b[2J\x1b[3;1H" + full + then)
    found[name] = cursor()
termios.tcsetattr(terminal, termios.TCSANOW, before)
with open(sys.argv[1] + ".part", "w") as file:
    json.dump(found, file)
os.rename(sys.argv[1] + ".part", sys.argv[1])
PYTHON

wait_for() {
    for _ in $(seq 300); do [ -e "$1" ] && return; sleep 0.1; done
    echo "no answer: $1" >&2
    exit 2
}
tmux -L finding-$$ -f /dev/null new-session -d -x 80 -y 24 "python3 $work/ask.py $work/tmux.json"
wait_for "$work/tmux.json"
tmux -L finding-$$ -f /dev/null new-session -d -x 80 -y 24 \
    "screen -c /dev/null python3 $work/ask.py $work/screen.json"
wait_for "$work/screen.json"
Xvfb -displayfd 3 -screen 0 1024x768x24 3>"$work/display" 2>/dev/null &
children+=($!)
for _ in $(seq 100); do [ -s "$work/display" ] && break; sleep 0.1; done
DISPLAY=:$(cat "$work/display") xterm -geometry 80x24 -e python3 "$work/ask.py" "$work/xterm.json" \
    2>/dev/null &
wait_for "$work/xterm.json"

tmux -V
screen -v || true
xterm -v
python3 - "$work" <<'PYTHON'
import json, sys

names = ("tmux", "screen", "xterm")
tmux, screen, xterm = (json.load(open(f"{sys.argv[1]}/{name}.json")) for name in names)
assert tmux["columns"] == screen["columns"] == xterm["columns"] == 80
print("a full line 3, then:   ", *names, "(row, column)")
for case in tmux:
    print(case.ljust(18), tmux[case], screen[case], xterm[case])
expected = {
    "nothing": ([3, 81], [3, 81], [3, 80]),
    "backspace": ([3, 80], [3, 80], [3, 79]),
    "left": ([3, 80], [3, 80], [3, 79]),
    "erase, x": ([4, 2], [4, 2], [3, 80]),
    "delete, x": ([4, 2], [4, 2], [3, 80]),
    "save, restore, x": ([3, 81], [4, 2], [4, 2]),
    "line feed, x": ([5, 2], [5, 2], [4, 80]),
}
for case, places in expected.items():
    assert (tmux[case], screen[case], xterm[case]) == places, case
PYTHON
as_stated "behind the last column tmux, screen and xterm are three terminals"
