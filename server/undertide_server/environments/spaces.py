"""The spaces of environments, what they tell beside observations, and the picture for people."""

from collections.abc import Mapping
from typing import Any

from gymnasium import spaces

from undertide_server.environments.episode import Episode
from undertide_server.headless import Knowledge
from undertide_shared.learning import ACTIONS, PartSpace


def observation_space(parts: Mapping[str, PartSpace]) -> spaces.Dict:
    """Return the space of observations: a box of integers for each part."""
    return spaces.Dict(
        {
            name: spaces.Box(part.low, part.high, part.shape, part.dtype)
            for name, part in parts.items()
        }
    )


def action_space() -> spaces.Discrete:
    """Return the space of actions."""
    return spaces.Discrete(len(ACTIONS))


def info_of(episode: Episode, seat: int, gains: Mapping[str, float]) -> dict[str, Any]:
    """Return what is told beside an observation. Each key has always the same type."""
    known = episode.known(seat)
    return {
        "action_mask": episode.mask(seat),
        "floor": known.floor.number,
        "level": known.hero.level,
        "ticks": episode.run.ticks,
        "busy": episode.run.is_busy(seat),
        "refused": known.intent.outcome == "refused",
        **{f"gained_{part}": gain for part, gain in gains.items()},
    }


def picture_of(episode: Episode, seat: int) -> str:
    """Return a hero's map as text, with a line about the hero and the last line of its log."""
    known, looks = episode.known(seat), episode.run.looks
    rows = [[looks[code].glyph if code else " " for code in row] for row in known.tiles.tolist()]
    for one in known.sightings.values():
        rows[one.y][one.x] = known.kinds[one.kind].glyph
    x, y = known.cell
    rows[y][x] = known.kinds[known.sightings[known.hero.id].kind].glyph
    lines = "\n".join("".join(row).rstrip() for row in rows).strip("\n")
    return "\n".join((lines, *_words(known)))


def _words(known: Knowledge) -> tuple[str, ...]:
    hero, floor = known.hero, known.floor
    about = f"{floor.name}, floor {floor.number}: life {hero.life}/{hero.max_life}"
    latest = (each.text for each in known.lines[-1:])
    return f"{about}, level {hero.level}, {hero.gold} gold", *latest
