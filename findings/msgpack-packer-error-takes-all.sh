#!/usr/bin/env bash
# msgpack 1.2.4: an object that a Packer can't pack takes all that was packed before with it.
#
# Guess: a Packer(autoreset=False) collects messages until bytes() and reset(). One that can't be
# packed raises TypeError and adds nothing; those before it are still there.
# So it is: the buffer is empty afterwards. Of a batch of a hundred, whose sixtieth fails and is left
# out, the last forty are written and the first fifty-nine are gone, without a second error. The same
# holds for pack_array_header(): the header of an array is lost, and its later elements stand alone,
# as messages of their own.
# So each message has to be packed by itself, and joined afterwards, or the bytes taken after each.
# Source: msgpack/_packer.pyx, Packer.pack(): `except: self.pk.length = 0; raise`.
# Undertide: encodes with msgspec, message by message.
. "$(dirname "$0")/lib.sh"
python_with msgpack==1.2.4
"$python" - <<'PYTHON'
import msgpack

def pack_those_that_can(packer, messages):
    for message in messages:
        try:
            packer.pack(message)
        except TypeError as error:
            print("TypeError:", error)

def read(data):
    unpacker = msgpack.Unpacker()
    unpacker.feed(data)
    return list(unpacker)

packer = msgpack.Packer(autoreset=False)
pack_those_that_can(packer, ["a", "b", {"at": object()}, "c"])
print("of a, b, one that fails, c:", read(packer.bytes()))
assert read(packer.bytes()) == ["c"]

packer = msgpack.Packer(autoreset=False)
packer.pack_array_header(3)
pack_those_that_can(packer, ["a", object(), "b"])
packer.pack("c")
print("of an array of a, one that fails, b, c:", read(packer.bytes()))
assert read(packer.bytes()) == ["b", "c"]
PYTHON
as_stated "one error empties the buffer"
