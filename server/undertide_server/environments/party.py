"""PettingZoo's environment for a party, whose heroes decide at the same time."""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import ParallelEnv

from undertide_server.environments.dungeon import NOTHING_GAINED, dungeon_of
from undertide_server.environments.episode import Episode, EpisodeOptions
from undertide_server.environments.spaces import (
    action_space,
    info_of,
    observation_space,
    picture_of,
)

Observations = dict[str, dict[str, Any]]
"""What each agent observes, or is told."""


class PartyEnvironment(ParallelEnv[str, dict[str, Any], int]):  # type: ignore[misc]  # untyped
    """A party in one dungeon: agents "hero_0", "hero_1" and so on, in their seats.

    `callings` are the keys of their callings; `options` are the others of `EpisodeOptions`. An
    agent is gone once its hero has died, or the run is over. Raises as `DungeonEnvironment`.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "undertide_party_v0",
        "render_modes": ["ansi"],
        "render_fps": 5,
        "is_parallelizable": True,
    }

    def __init__(
        self,
        callings: Sequence[str] = ("", "", ""),
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self._episode = Episode(EpisodeOptions(callings=callings, **options))
        self.render_mode = render_mode
        self.possible_agents = [f"hero_{seat}" for seat in range(len(callings))]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {
            agent: observation_space(self._episode.spaces) for agent in self.possible_agents
        }
        self.action_spaces = {agent: action_space() for agent in self.possible_agents}
        self._chance: np.random.Generator | None = None

    @property
    def episode(self) -> Episode:
        """The present episode, with its run: for tools."""
        return self._episode

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions, always the same object."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, Observations]:
        """Begin another episode, as `DungeonEnvironment.reset` does."""
        if seed is not None or self._chance is None:
            self._chance, _ = seeding.np_random(seed)
        episode = self._episode
        episode.begin(dungeon_of(self._chance, episode.options.seeds, options))
        self.agents = list(self.possible_agents)
        seats = self._seats.items()
        infos = {agent: info_of(episode, seat, NOTHING_GAINED) for agent, seat in seats}
        return {agent: episode.observe(seat) for agent, seat in seats}, infos

    def step(
        self, actions: dict[str, int]
    ) -> tuple[Observations, dict[str, float], dict[str, bool], dict[str, bool], Observations]:
        """Take the actions of all living agents, until one of their heroes can decide again."""
        episode, acting = self._episode, list(self.agents)
        gains = episode.step({self._seats[agent]: int(actions[agent]) for agent in acting})
        run = episode.run
        seats = {agent: self._seats[agent] for agent in acting}
        over = {agent: run.ended or not run.is_alive(seat) for agent, seat in seats.items()}
        cut = {agent: episode.is_too_long and not over[agent] for agent in acting}
        self.agents = [agent for agent in acting if not (over[agent] or cut[agent])]
        return (
            {agent: episode.observe(seat) for agent, seat in seats.items()},
            {agent: episode.weigh(gains[seat]) for agent, seat in seats.items()},
            over,
            cut,
            {agent: info_of(episode, seat, gains[seat]) for agent, seat in seats.items()},
        )

    def render(self) -> str | None:
        """Return the maps of all living heroes as text, if the render mode is "ansi"."""
        if self.render_mode != "ansi":
            return None
        return "\n\n".join(picture_of(self._episode, self._seats[agent]) for agent in self.agents)

    def close(self) -> None:
        """Free the run."""
        self._episode.close()


def parallel_env(**options: Any) -> PartyEnvironment:
    """Return an environment for a party; the options are those of `PartyEnvironment`."""
    return PartyEnvironment(**options)
