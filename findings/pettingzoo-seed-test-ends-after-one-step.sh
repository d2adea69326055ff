#!/usr/bin/env bash
# PettingZoo 1.27: parallel_seed_test compares one step, however many it is asked for.
#
# Guess: parallel_seed_test(make, num_cycles=500) resets two environments with one seed, and compares
# what they give for 500 steps, or until an agent is done.
# So it is: it ends after the first step, unless all agents have names that count as false. Whether an
# agent is done is asked by any(terminations), which looks at the names, not at the values: "pawn_0"
# is true. So an environment whose chance isn't seeded passes, if chance comes into play at the second
# step. What reset() observes is never compared. With the agent 0 in place of "pawn_0" the same
# environment is found out.
# So Undertide's own test plays whole episodes twice: tests/server/environments/test_party.py.
# Source: pettingzoo/test/seed_test.py, check_environment_deterministic_parallel().
. "$(dirname "$0")/lib.sh"
python_with pettingzoo==1.27.0
"$python" - <<'PYTHON'
import random

import numpy as np
from gymnasium.spaces import Box, Discrete
from pettingzoo import ParallelEnv
from pettingzoo.test import parallel_seed_test

class Unseeded(ParallelEnv):
    """An environment that heeds no seed: from a step on, its observations are drawn by chance."""

    metadata = {"name": "unseeded_v0"}

    def __init__(self, agent, since):
        self.possible_agents, self.since = [agent], since
        self.action_spaces = {agent: Discrete(2)}
        self.observation_spaces = {agent: Box(0, 1, (1,), np.float64)}

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        self.agents, self.steps = list(self.possible_agents), 0
        return self._told(self._seen()), self._told({})

    def step(self, actions):
        self.steps += 1
        return (self._told(self._seen()), self._told(0.0), self._told(False), self._told(False),
                self._told({}))

    def _seen(self):
        return np.array([random.random() if self.steps >= self.since else 0.0])

    def _told(self, value):
        return dict.fromkeys(self.agents, value)

def passes(agent, since):
    steps = []
    class Counted(Unseeded):
        def step(self, actions):
            steps.append(actions)
            return super().step(actions)
    try:
        parallel_seed_test(lambda: Counted(agent, since), num_cycles=500)
        passed = True
    except AssertionError:
        passed = False
    print(f"agent {agent!r}, by chance from step {since} on: "
          f"{'passes' if passed else 'fails'} after {len(steps) // 2} steps")
    return passed, len(steps) // 2

found = [passes("pawn_0", 1), passes("pawn_0", 2), passes(0, 2)]
expected = [(False, 1), (True, 1), (False, 2)]
raise SystemExit(0 if found == expected else 1)
PYTHON
as_stated "an environment without a seed passes parallel_seed_test from its second step on"
