#!/usr/bin/env bash
# msgpack 1.2.4: behind an error, an Unpacker goes on inside the message that it refused.
#
# Guess: a message that breaks a limit (max_str_len, strict_map_key) or that a hook refuses raises an
# error; the next unpack() gives the next message, or every later call fails too, since the place in
# the stream is lost.
# So it is: what is left of the refused message is read as messages. Of [1, "abcdef", 3] with three
# letters at most, the next ones are 102 (the last letter of the text) and 3; of [1, {"a": 5}, 2],
# whose table a hook refuses, they are 5 and 2; after them the stream is in order again. So whoever
# logs the error and reads on hands pieces of what a peer wrote to its handlers as whole messages,
# and the peer chooses them: a refused text can hold any message one likes.
# A stream has to be closed after the first error, or cut into messages by lengths of its own.
# unpackb() for each message isn't concerned.
# Source: msgpack/_unpacker.pyx, Unpacker._unpack(): an error raised in the middle leaves buff_head
# where it was met, and begins anew there.
# Undertide: reads whole frames of websockets by unpackb().
. "$(dirname "$0")/lib.sh"
python_with msgpack==1.2.4
"$python" - <<'PYTHON'
import msgpack

def read_all(stream, **limits):
    """Return what an Unpacker gives to who goes on after errors."""
    unpacker = msgpack.Unpacker(**limits)
    unpacker.feed(b"".join(map(msgpack.packb, stream)))
    read = []
    while True:
        try:
            read.append(unpacker.unpack())
        except msgpack.OutOfData:
            return read
        except ValueError as error:
            print("ValueError:", error)
            read.append("refused")

def refuse(table):
    raise ValueError("no tables here")

for stream, limits, expected in (
    ([[1, "abcdef", 3], "ok"], {"max_str_len": 3}, ["refused", 102, 3, "ok"]),
    ([[{1: 2}, 7], "ok"], {}, ["refused", 2, 7, "ok"]),
    ([[1, {"a": 5}, 2], "ok"], {"object_hook": refuse}, ["refused", 5, 2, "ok"]),
):
    read = read_all(stream, **limits)
    print(stream, "is read as", read)
    assert read == expected, expected
PYTHON
as_stated "the rest of a refused message is read as messages"
