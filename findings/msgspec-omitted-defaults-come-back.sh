#!/usr/bin/env bash
# msgspec 0.22: with omit_defaults, equal values are written or left out by where they came from.
#
# Guess: omit_defaults=True leaves out each field that equals its default. So equal structs have equal
# bytes, which may be hashed or compared, and what was read and is written again is what it was.
# So it is for empty lists, sets and dicts, and for what Python keeps one object of: None, booleans,
# integers from -5 to 256, short strings of a program's text. All else is left out only if it is the
# very object of the default. A float of 1.5, an integer of 1000, a text or a tuple that was read or
# computed is written though it equals the default: two equal structs have different bytes, and a
# message gets longer by being read and written. It hangs on the size of a number, so tests with a
# life of 100 pass. Digests and "has anything changed" have to be made of all fields.
# Source: msgspec's documentation, "Omitting Default Values": `value is default`, and that "in certain
# situations a default value may still be encoded".
# Undertide: leaves no defaults out.
. "$(dirname "$0")/lib.sh"
python_with msgspec==0.22.0
"$python" - <<'PYTHON'
import msgspec

class Hero(msgspec.Struct, omit_defaults=True):
    name: str
    life: int = 100
    gold: int = 1000
    speed: float = 1.5
    calling: str = "dungeon guard"
    place: tuple[int, int] = (0, 0)
    items: list[int] = []

fresh = Hero("Ada")
told = {"name": "Ada", "life": 100, "gold": 1000, "speed": 1.5, "calling": "dungeon guard",
        "place": [0, 0], "items": []}
for protocol in (msgspec.json, msgspec.msgpack):
    read = protocol.decode(protocol.encode(told), type=Hero)
    print("equal:", read == fresh)
    print("made:", protocol.encode(fresh))
    print("read:", protocol.encode(read))
    assert read == fresh
    assert protocol.decode(protocol.encode(fresh)) == {"name": "Ada"}
    assert protocol.decode(protocol.encode(read)) == {
        "name": "Ada", "gold": 1000, "speed": 1.5, "calling": "dungeon guard", "place": [0, 0]
    }

spent = Hero("Ada", gold=999)
spent.gold += 1
print("1000 again:", msgspec.json.encode(spent))
assert spent == fresh and msgspec.json.encode(spent) == b'{"name":"Ada","gold":1000}'
weak = Hero("Ada", life=99)
weak.life += 1
assert msgspec.json.encode(weak) == b'{"name":"Ada"}'
PYTHON
as_stated "equal structs are written differently"
