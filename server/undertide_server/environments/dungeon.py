"""`undertide/Dungeon-v0`: Gymnasium's environment for one hero."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import gymnasium
import numpy as np

from undertide_server.environments.episode import REWARDS, Episode, EpisodeOptions
from undertide_server.environments.spaces import (
    action_space,
    info_of,
    observation_space,
    picture_of,
)

SEED_BYTES: Final = 16
"""The bytes of the seed of a dungeon."""
SEAT: Final = 0
"""The seat of the hero."""
NOTHING_GAINED: Final = dict.fromkeys(REWARDS, 0.0)
"""What a hero has gained when an episode begins."""


class DungeonEnvironment(gymnasium.Env[dict[str, Any], np.int64]):
    """One hero alone in a dungeon.

    `calling` is the key of the hero's calling; `options` are those of `EpisodeOptions` but for its
    `callings`. Raises ValueError or TypeError for options that are impossible, and ContentError.

    `reset(seed=...)` decides the dungeons of all episodes to come, and
    `reset(options={"dungeon": 7})` names that of one episode, as `--seed` of the commands does.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 5}  # noqa: RUF012  (Gymnasium declares it so)

    def __init__(self, calling: str = "", render_mode: str | None = None, **options: Any) -> None:
        self._episode = Episode(EpisodeOptions(callings=(calling,), **options))
        self.render_mode = render_mode
        self.action_space = action_space()
        self.observation_space = observation_space(self._episode.spaces)

    @property
    def episode(self) -> Episode:
        """The present episode, with its run: for tools."""
        return self._episode

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin another episode; return the observation and what is told beside it."""
        super().reset(seed=seed)
        self._episode.begin(dungeon_of(self.np_random, self._episode.options.seeds, options))
        return self._episode.observe(SEAT), info_of(self._episode, SEAT, NOTHING_GAINED)

    def step(self, action: np.int64) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Take an action, until the hero can decide again."""
        episode = self._episode
        gains = episode.step({SEAT: int(action)})[SEAT]
        over = episode.run.ended or not episode.run.is_alive(SEAT)
        return (
            episode.observe(SEAT),
            episode.weigh(gains),
            over,
            episode.is_too_long and not over,
            info_of(episode, SEAT, gains),
        )

    def render(self) -> str | None:
        """Return the hero's map as text, if the render mode is "ansi"."""
        return picture_of(self._episode, SEAT) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Free the run."""
        self._episode.close()


def dungeon_of(
    chance: np.random.Generator,
    seeds: Sequence[int | str],
    options: Mapping[str, Any] | None,
) -> int | str | bytes:
    """Return the seed of the next dungeon: the one that `options` name, or one drawn by chance."""
    if options and "dungeon" in options:
        named: int | str | bytes = options["dungeon"]
        return named
    if seeds:
        return seeds[int(chance.integers(len(seeds)))]
    return chance.bytes(SEED_BYTES)
