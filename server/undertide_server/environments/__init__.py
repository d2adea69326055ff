"""Environments for programs that learn to play: Gymnasium's for one hero, PettingZoo's for a party.

    import gymnasium
    import undertide_server.environments

    env = gymnasium.make("undertide/Dungeon-v0", view=7, length=500)

`party.parallel_env` makes the one for a party. They need the extra `gym`, and `docs/headless.md`
explains them.
"""

from typing import Final

import gymnasium

DUNGEON: Final = "undertide/Dungeon-v0"
"""The name by which `gymnasium.make` knows the environment for one hero."""

gymnasium.register(DUNGEON, entry_point="undertide_server.environments.dungeon:DungeonEnvironment")
