#!/usr/bin/env bash
# NumPy 2.4: what was cut to some fields of a structured array still holds the bytes of the others.
#
# Guess: array[["x", "y"]] is an array of x and y; its names, its items and what it prints are these
# two. It is a view, as the documentation says, so its bytes lie apart in memory, but what is written
# out of it (tobytes(), pickle, np.save) is what it has.
# So it is: the other fields lie as gaps between the two, and whoever takes whole items takes the gaps
# along. tobytes(), a memoryview (so msgpack and msgspec too), np.save and pickle write the hidden
# fields, and so they do after a slice, a list of indices, take() or ascontiguousarray(), of which
# some are copies. copy() and a mask keep the gaps too, with what stood in that memory before. So a
# server that sends each player its monsters without their plans sends the plans as well, and two
# arrays that are equal have different digests. repack_fields() of numpy.lib.recfunctions, or astype()
# to a type without gaps, makes an array of just these fields.
# Source: NumPy's user guide, "Structured arrays", on several fields: a view, with padding in place of
# the fields left out; that their bytes travel along it doesn't say.
# Undertide: takes single fields of such arrays, never several at once.
. "$(dirname "$0")/lib.sh"
python_with numpy==2.4.6 msgpack==1.2.4
"$python" - <<'PYTHON'
import io
import pickle

import msgpack
import numpy as np
from numpy.lib import recfunctions

monsters = np.zeros(2, [("x", "i4"), ("plan", "S8"), ("y", "i4")])
monsters["x"], monsters["plan"], monsters["y"] = 3, b"ambush", 4
seen = monsters[["x", "y"]]
print("seen:", seen.tolist(), seen.dtype.names)
assert seen.tolist() == [(3, 4), (3, 4)] and seen.dtype.names == ("x", "y")

def saved(array):
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()

written = {
    "tobytes()": seen.tobytes(),
    "msgpack of a memoryview": msgpack.packb(memoryview(seen)),
    "pickle": pickle.dumps(seen),
    "np.save": saved(seen),
    "a slice": seen[:1].tobytes(),
    "a list of indices": seen[[1, 0]].tobytes(),
    "take()": seen.take([0]).tobytes(),
    "one item": seen[0].tobytes(),
    "ascontiguousarray()": np.ascontiguousarray(seen).tobytes(),
    "repack_fields()": recfunctions.repack_fields(seen).tobytes(),
    "astype() without gaps": seen.astype([("x", "i4"), ("y", "i4")]).tobytes(),
}
holding = [name for name, data in written.items() if b"ambush" in data]
for name in written:
    print(name.ljust(24), "holds the plan" if name in holding else "doesn't")
assert holding == list(written)[:9]
assert len(seen.copy().tobytes()) == 2 * (4 + 8 + 4)

other = monsters.copy()
other["plan"] = b"flight"
other = other[["x", "y"]]
print("equal:", (other == seen).all(), "and in bytes:", other.tobytes() == seen.tobytes())
assert (other == seen).all() and other.tobytes() != seen.tobytes()
PYTHON
as_stated "an array of some fields is written with all of them"
