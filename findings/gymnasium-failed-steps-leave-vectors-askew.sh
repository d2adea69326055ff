#!/usr/bin/env bash
# Gymnasium 1.4: a step of a vector that raises has been made by the environments before the fault.
#
# Guess: after an error in step() the vector is as it was, or it is closed and says so at each call.
# So it is: SyncVectorEnv steps one environment after the other. Those before the one that raised
# have made the step, those behind haven't, and nobody gets what the first ones told: their
# observation, their reward, and whether they have ended, which the vector hasn't noted either. The
# next step() goes on from there, without a word: after a caught error the environments are a step
# apart for the rest of the episode, and one that ended meanwhile is stepped beyond its end, though
# the vector resets by itself. AsyncVectorEnv ends its processes instead; each call after that,
# reset() too, raises AttributeError: 'NoneType' object has no attribute 'send'.
# So an error in step() needs reset() at least, and a vector made anew where it is asynchronous.
# Source: gymnasium/vector/sync_vector_env.py, step(): the loop over self.envs writes as it goes;
# async_vector_env.py, _raise_if_errors(): sets parent_pipes[index] to None.
# Undertide: has environments for one learner, which are stepped in vectors like any others.
. "$(dirname "$0")/lib.sh"
python_with gymnasium==1.4.0
"$python" - <<'PYTHON'
import gymnasium
import numpy as np
from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv

class Counting(gymnasium.Env):
    """An environment that tells its steps, ends after some, and raises at one of them."""

    observation_space = gymnasium.spaces.Discrete(100)
    action_space = gymnasium.spaces.Discrete(2)

    def __init__(self, length=100, failing=0):
        self.length, self.failing = length, failing

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.steps = 0
        return 0, {}

    def step(self, action):
        if self.steps + 1 == self.failing:
            self.failing = 0
            raise ValueError("once")
        self.steps += 1
        return self.steps, 1.0, self.steps >= self.length, False, {}

def make(kind, length=100):
    vector = kind([lambda: Counting(length), lambda: Counting(failing=2), Counting])
    vector.reset()
    return vector

def step(vector):
    try:
        return vector.step(np.zeros(3, int))[0].tolist()
    except (ValueError, AttributeError) as error:
        return f"{type(error).__name__}: {error}"

gymnasium.logger.min_level = 50
for name, length, expected in (
    ("one after the other", 100, [[1, 1, 1], "ValueError: once", [3, 2, 2]]),
    ("the first ends at 2", 2, [[1, 1, 1], "ValueError: once", [3, 2, 2]]),
):
    vector = make(SyncVectorEnv, length)
    told = [step(vector) for _ in range(3)]
    print(f"{name}:", *told)
    assert told == expected

vector = make(AsyncVectorEnv)
told = [step(vector) for _ in range(3)]
print("in processes:", *told)
assert told[1].startswith("ValueError") and told[2].startswith("AttributeError"), told
try:
    vector.reset()
    raise SystemExit("changed: it resets")
except AttributeError as error:
    print("and reset(): AttributeError:", error)
PYTHON
as_stated "after an error a vector's environments are a step apart"
