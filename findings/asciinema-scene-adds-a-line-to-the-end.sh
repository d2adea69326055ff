#!/usr/bin/env bash
# asciinema-scene 1.3: each of its commands adds a line break to the end, and drops the beginning.
#
# Guess: `sciine convert`, which makes an asciicast of version 2 out of one of version 3 or the other
# way, changes the header and how times are counted, and no event.
# So it is: it adds an event of its own, "\r\n", at the time of the last one. In a recording of a
# program that fills the screen the cursor is on the last line as a rule, so the picture that it ends
# with, which players hold, scrolls up: the first line is gone, an empty one stands below. And the first
# event is put to 0: what was shown after three seconds is shown at once, and markers and all come
# three seconds earlier; a `duration` in the header stays as it was. Commands like speed do both too.
# So a converted recording should be compared by its screens, and times of markers by their events.
# Source: asciinema_scene/scenelib/scene_content.py: a scene whose last text has no "\r\n" at its end
# gets a frame of it when it is read.
# Undertide: writes both versions itself.
. "$(dirname "$0")/lib.sh"
python_with asciinema-scene==1.3.0 pyte==0.8.2
cat >"$work/two.cast" <<'CAST'
{"version": 2, "width": 20, "height": 3, "duration": 5.0}
[3.0, "o", "\u001b[H\u001b[2Jtop\r\nmiddle\r\nbottom"]
[4.0, "m", "half"]
[5.0, "o", "!"]
CAST
cat >"$work/three.cast" <<'CAST'
{"version": 3, "term": {"cols": 20, "rows": 3}}
[3.0, "o", "\u001b[H\u001b[2Jtop\r\nmiddle\r\nbottom"]
[1.0, "m", "half"]
[1.0, "o", "!"]
CAST
sciine=$work/venv/bin/sciine
"$sciine" convert -f v3 -i "$work/two.cast" -o "$work/two-as-3.cast"
"$sciine" convert -f v2 -i "$work/three.cast" -o "$work/three-as-2.cast"
"$sciine" convert -f v2 -i "$work/three-as-2.cast" -o "$work/again.cast"
"$sciine" speed 1.0 -i "$work/two.cast" -o "$work/speed.cast"
"$python" - "$work" <<'PYTHON'
import json
import sys

import pyte

def read(name):
    with open(f"{sys.argv[1]}/{name}.cast") as file:
        return [json.loads(line) for line in file]

def last_screen(events):
    screen = pyte.Screen(20, 3)
    stream = pyte.Stream(screen)
    for _, kind, data in events:
        if kind == "o":
            stream.feed(data)
    return [line.rstrip() for line in screen.display]

for name, breaks in (("two-as-3", 1), ("three-as-2", 1), ("again", 1), ("speed", 1)):
    header, *events = read(name)
    print(name, header)
    print("   times", [time for time, *_ in events], "ends with", [data for *_, data in events[3:]],
          last_screen(events))
    assert [kind for _, kind, _ in events] == ["o", "m", "o"] + breaks * ["o"]
    assert [data for *_, data in events[3:]] == breaks * ["\r\n"]
    assert events[0][0] == 0 and events[1][0] == 1
    assert last_screen(events) == (["top", "middle", "bottom!"] + breaks * [""])[breaks:]
assert last_screen(read("two")[1:]) == ["top", "middle", "bottom!"]
PYTHON
as_stated "a converted recording begins earlier and ends a line lower"
