"""The heroes of one bot, one after another. Pure; times are seconds of a monotonic clock."""

from typing import Final

from undertide_client.bots.mind import BotMind
from undertide_client.bots.personality import name_of
from undertide_client.bots.skills import Skill, mind_of, personality_of

PAUSE_SECONDS: Final = 1.0
"""Seconds between a dead hero and the next one."""
SHORT_SECONDS: Final = 30.0
"""A shorter life, in seconds, doubles the pause. So a deadly entrance makes no storm of heroes."""
MAX_DOUBLINGS: Final = 5
"""Most doublings: a pause of half a minute is long enough."""


class Lives:
    """Names and minds for one of `stride` bots. No two bots ever use the same name."""

    def __init__(self, number: int, stride: int, skill: Skill = "average") -> None:
        self.count = 0
        self.personality = personality_of(skill, number)
        self._skill: Skill = skill
        self._number = number
        self._stride = stride
        self._names = 0
        self._began = 0.0
        self._short = 0

    def next_name(self) -> str:
        """Return a name that this bot has not used yet."""
        name = name_of(self._number + self._names * self._stride)
        self._names += 1
        return name

    def begin(self, now: float) -> BotMind:
        """Return the mind of a hero that begins to live."""
        mind = mind_of(self._skill, self._number, self.count)
        self.count += 1
        self._began = now
        return mind

    def end(self, now: float) -> None:
        """Note that the hero's life is over."""
        short = now - self._began < SHORT_SECONDS
        self._short = min(self._short + 1, MAX_DOUBLINGS) if short else 0

    @property
    def pause(self) -> float:
        """Return the seconds before the next hero comes."""
        return PAUSE_SECONDS * 2.0**self._short
