#!/usr/bin/env bash
# NumPy 2.4: a generator's state doesn't hold how many children it has spawned.
#
# Guess: bit_generator.state is all that a generator is; one that gets the state of another goes on
# as that one would, in all it does.
# So it is: its draws are the same, its children aren't. spawn() counts in the generator's seed
# sequence, which the state leaves out. So a simulation that is saved by its state and brought back
# gives its next child the chance of its first one again: two floors, workers or environments that
# should differ are the same. Where the generator was made by another seed, or by none, its children
# are those of that seed, and differ at each start. pickle and deepcopy keep the count.
# bit_generator.seed_seq.n_children_spawned tells it; SeedSequence takes it back.
# Source: numpy/random/bit_generator.pyx: SeedSequence.spawn() counts n_children_spawned; the states
# of the bit generators have no such field.
# Undertide: draws by keys and counters of its own; generators are for seeds of environments alone.
. "$(dirname "$0")/lib.sh"
python_with numpy==2.4.6
"$python" - <<'PYTHON'
import copy
import pickle

import numpy as np

def draw(generator):
    return generator.integers(1000, size=3).tolist()

def brought_back(saved, seed):
    generator = np.random.default_rng(seed)
    generator.bit_generator.state = saved.bit_generator.state
    return generator

first = np.random.default_rng(1)
of_first_child = draw(first.spawn(1)[0])
same_seed, other_seed = brought_back(first, 1), brought_back(first, 2)
copies = copy.deepcopy(first), pickle.loads(pickle.dumps(first))
draws = [draw(each) for each in (first, same_seed, other_seed)]
print("draws:", *draws)
assert draws[0] == draws[1] == draws[2]

of_second = draw(first.spawn(1)[0])
of_same, of_other = (draw(each.spawn(1)[0]) for each in (same_seed, other_seed))
print("the first child:", of_first_child)
print("the second:", of_second)
print("the next one after the state was brought back:", of_same, "with another seed:", of_other)
assert of_same == of_first_child != of_second
assert of_other == draw(np.random.default_rng(2).spawn(1)[0])
assert all(draw(each.spawn(1)[0]) == of_second for each in copies)
back = np.random.SeedSequence(1, n_children_spawned=1).spawn(1)[0]
assert draw(np.random.default_rng(back)) == of_second
PYTHON
as_stated "a state brings back the draws, and not the children"
