#!/usr/bin/env bash
# NumPy 2.4: small random integers differ by whether they are drawn together or one by one.
#
# Guess: six draws one by one are the six of one call with size=6, as they are for random(), normal()
# and choice(), and for integers() of the default type.
# So it is for types of 32 and 64 bits. For 8 and 16 bits, and bool, integers() takes 32 bits of chance
# and cuts them into four, two or 32 numbers; what is left at the end of a call is thrown away. So six
# calls take six times 32 bits where size=6 takes two or three times, and three and three are no six
# unless a call ends with its 32 bits. What is drawn afterwards differs too, and nothing in the result
# tells it. Who makes a loop into an array, or asks for uint8 to save memory, changes the outcome of
# every seed.
# Source: numpy/random/_bounded_integers.pyx and src/distributions/distributions.c, buffered_uint8():
# buf and bcnt are variables of one call.
# Undertide: draws no small types by generators; seeds of environments are Python's integers.
. "$(dirname "$0")/lib.sh"
python_with numpy==2.4.6
"$python" - <<'PYTHON'
import numpy as np

def draw(kind, *batches):
    """Return what batches give together, and the number that is drawn after them."""
    generator = np.random.default_rng(5)
    end = 2 if kind is bool else 100
    numbers = [int(n) for size in batches for n in generator.integers(0, end, size, kind)]
    return numbers, int(generator.integers(1000))

for kind in (np.int64, np.int32, np.uint16, np.uint8, bool):
    together, split, single = draw(kind, 6), draw(kind, 3, 3), draw(kind, *[1] * 6)
    print(f"{kind.__name__}: together {together}, as 3 and 3 {split}, one by one {single}")
    assert (together == split == single) == (kind in (np.int64, np.int32))
    assert together[0][0] == single[0][0]

generator = np.random.default_rng(5)
ones = [float(generator.random()) for _ in range(3)]
assert ones == np.random.default_rng(5).random(3).tolist()
PYTHON
as_stated "a batch of small integers is no row of single ones"
