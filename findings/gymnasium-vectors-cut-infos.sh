#!/usr/bin/env bash
# Gymnasium 1.4: in a vector's infos, the first environment's type cuts what the others say.
#
# Guess: the infos of several environments are put into arrays that hold them all; numpy finds a type
# for 1 and 2.75, and an entry that fits into none stays an object.
# So it is: the array is made for the first environment that has the key, by the type of its value,
# and the others are squeezed into it. If that one says 0 and another 0.75, the vector says 0; if it
# says True, a count of 3 is True; what it has as a 32-bit float rounds the others. No warning, and
# the mask beside it says that the value is there. The same environments in another order tell the
# truth, and so does the single one, so it shows in training only. If the first says a number and
# another None, step() raises TypeError, after all have stepped.
# So infos have to have one type a key at every moment: float(0), not 0.
# Source: gymnasium/vector/vector_env.py, _add_info(): np.zeros(num_envs, dtype=type(value)). Both
# SyncVectorEnv and AsyncVectorEnv use it.
. "$(dirname "$0")/lib.sh"
python_with gymnasium==1.4.0
"$python" - <<'PYTHON'
import gymnasium
import numpy as np
from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv

class Telling(gymnasium.Env):
    """An environment whose infos are those that it was given."""

    observation_space = gymnasium.spaces.Discrete(2)
    action_space = gymnasium.spaces.Discrete(2)

    def __init__(self, info):
        self.info = info

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        return 0, {}

    def step(self, action):
        return 0, 0.0, False, False, dict(self.info)

def step(kind, *infos):
    vector = kind([lambda info=info: Telling(info) for info in infos])
    vector.reset()
    told = vector.step(np.zeros(len(infos), int))[-1]
    vector.close()
    return told

whole = {"score": 0, "hurt": True, "gold": np.float32(0), "at": {"x": 1}}
broken = {"score": 0.75, "hurt": 3, "gold": 0.123456789, "at": {"x": 2.5}}
for kind in (SyncVectorEnv, AsyncVectorEnv):
    told = step(kind, whole, broken)
    shown = {key: told[key].tolist() for key in ("score", "hurt", "gold")}
    print(kind.__name__, shown, "x", told["at"]["x"].tolist())
    assert told["score"].tolist() == [0, 0] and told["_score"].all()
    assert told["hurt"].tolist() == [True, True]
    assert told["gold"][1].item() != 0.123456789
    assert told["at"]["x"].tolist() == [1, 2]
turned = step(SyncVectorEnv, broken, whole)
print("the other way round:", turned["score"].tolist(), turned["hurt"].tolist())
assert turned["score"].tolist() == [0.75, 0] and turned["hurt"].tolist() == [3, 1]
try:
    step(SyncVectorEnv, {"rank": 1}, {"rank": None})
except TypeError as error:
    print("1 and None: TypeError:", error)
else:
    raise SystemExit("changed: a number and None go together")
PYTHON
as_stated "the first environment's type is everybody's"
