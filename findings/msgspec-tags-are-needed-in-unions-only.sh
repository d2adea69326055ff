#!/usr/bin/env bash
# msgspec 0.22: a tagged struct is read without its tag, until a second one joins it.
#
# Guess: Struct(tag="move") makes the tag a part of the message, like a required field: it is written,
# it must have this value, and what has none is refused. So a channel for one kind of message can get a
# second kind later.
# So it is written, and a wrong tag is refused. A missing one is not: decode(…, type=Move) takes any
# object with Move's fields, also with forbid_unknown_fields, and only type=Move | Say wants the tag.
# So clients that never wrote it work, and pass all tests, up to the day when the union gets its second
# member; then each of their messages is refused. With array_like=True the tag is always needed.
# A server that will have more kinds has to begin with a union of two, or to look for the tag itself.
# Source: msgspec's documentation, "Tagged Unions", says how unions use the tag, and not that a struct
# alone doesn't need it.
# Undertide: its messages are arrays, and their tags are looked up first.
. "$(dirname "$0")/lib.sh"
python_with msgspec==0.22.0
"$python" - <<'PYTHON'
import msgspec

class Move(msgspec.Struct, tag="move", forbid_unknown_fields=True):
    x: int

class Say(msgspec.Struct, tag="say", forbid_unknown_fields=True):
    words: str

class Step(msgspec.Struct, tag="step", array_like=True):
    x: int

def read(message, type):
    try:
        return msgspec.json.decode(message, type=type)
    except msgspec.ValidationError as error:
        return str(error)

untagged, wrong = b'{"x":1}', b'{"type":"say","x":1}'
print("Move writes:           ", msgspec.json.encode(Move(1)))
print("Move, wrong tag:       ", read(wrong, Move))
print("Move, no tag:          ", read(untagged, Move))
print("Move | Say, no tag:    ", read(untagged, Move | Say))
print("an array, no tag:      ", read(b"[1]", Step))
assert msgspec.json.encode(Move(1)) == b'{"type":"move","x":1}'
assert read(wrong, Move) == "Invalid value 'say' - at `$.type`"
assert read(untagged, Move) == Move(1)
assert read(untagged, Move | None) == Move(1)
assert read(untagged, Move | Say) == "Object missing required field `type`"
assert read(b"[1]", Step) == "Expected `str` - at `$[0]`"
assert msgspec.msgpack.decode(msgspec.msgpack.encode({"x": 1}), type=Move) == Move(1)
assert msgspec.convert({"x": 1}, Move) == Move(1)
PYTHON
as_stated "a tag is needed in unions only"
