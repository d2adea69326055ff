#!/usr/bin/env bash
# Gymnasium 1.4: a Box up to the largest 64-bit integer gives one value for all samples, or an error.
#
# Guess: Box(0, np.iinfo(np.int64).max, dtype=np.int64) says "any count there is", as for scores,
# gold or seeds; sample() draws from it, as it does from the whole range of 8, 16 or 32 bits.
# So it is for those. With 64 bits the bound plus one overflows: from 0 (or any bound above the
# smallest) sample() raises ValueError, "high - low < 0"; from the smallest integer on, each sample is
# the smallest, and of uint64 each is 0. Samples are drawn as floats, so from 2**53 on most integers
# never come either. contains() takes all of them, so the space serves for everything but sampling: an
# agent that explores by samples never leaves the smallest value, without a word.
# Source: gymnasium/spaces/box.py, sample(): self.high.astype("int64") + 1, then uniform() of floats;
# Farama-Foundation/Gymnasium, issue 328, closed.
. "$(dirname "$0")/lib.sh"
python_with gymnasium==1.4.0
"$python" -W ignore - <<'PYTHON'
import numpy as np
from gymnasium.spaces import Box

def sample(low, high, dtype):
    """Draw a thousand values; return how many differ, or the error."""
    box = Box(low, high, (1000,), dtype, seed=1)
    assert np.full(1000, high, dtype) in box and np.full(1000, low, dtype) in box
    try:
        values = box.sample()
    except ValueError as error:
        return str(error)
    assert values in box
    return len(np.unique(values)), values.min().item()

def limits(dtype):
    return np.iinfo(dtype).min, np.iinfo(dtype).max

for dtype in (np.int32, np.int64, np.uint64):
    low, high = limits(dtype)
    print(f"{dtype.__name__}, all of it: (different of 1000, smallest)", sample(low, high, dtype))
print("int64 from 0:", sample(0, limits(np.int64)[1], np.int64))
print("int64 from 0 to half of it:", sample(0, 2**62, np.int64)[0])

assert sample(*limits(np.int32), np.int32)[0] > 990
assert sample(*limits(np.int64), np.int64) == (1, -(2**63))
assert sample(*limits(np.uint64), np.uint64) == (1, 0)
assert sample(0, 2**63 - 1, np.int64) == "high - low < 0"
assert sample(0, 2**62, np.int64)[0] > 990
PYTHON
as_stated "the widest boxes give one value, or an error"
