"""R1: the rise of strength with depth."""

from dataclasses import dataclass
from math import cos

from undertide_server.content.records.curve import CurveRules, TypeCount
from undertide_server.util.rng import derive
from undertide_server.util.rounding import divided


@dataclass(frozen=True, slots=True)
class CurveFloor:
    """One floor of the curve. `floor` counts from 1, as floors' numbers do."""

    floor: int
    step: int
    strengths: tuple[int, ...]
    """Strengths of the regular types, rising."""
    bosses: tuple[int, ...]
    """Strengths of the types past the regular ones, rising."""
    average: float
    """Mean strength of the regular types, to two decimals."""


@dataclass(frozen=True, slots=True)
class Curve:
    """All floors of a game, the first at index 0."""

    floors: tuple[CurveFloor, ...]

    @property
    def strengths(self) -> tuple[int, ...]:
        """All strengths of the game, those of bosses included, each once, rising."""
        found = {strength for floor in self.floors for strength in floor.strengths + floor.bosses}
        return tuple(sorted(found))


def build_curve(rules: CurveRules, seed: bytes) -> Curve:
    """Return the curve of a game. The seed decides the interference that the rules don't fix."""
    return Curve(
        tuple(
            _curve_floor(rules, floor, _interference(rules, seed, floor))
            for floor in range(1, rules.floors + 1)
        )
    )


def fibonacci(index: int) -> int:
    """Return the Fibonacci number of an index from 0, with F(1) = F(2) = 1."""
    number, following = 0, 1
    for _ in range(index):
        number, following = following, number + following
    return number


def step_of(rules: CurveRules, floor: int) -> int:
    """Return R1's step of a floor."""
    return divided(rules.step_rise * floor, rules.step_run)


def _curve_floor(rules: CurveRules, floor: int, interference: int) -> CurveFloor:
    step = step_of(rules, floor)
    strengths = tuple(
        floor + rules.base + fibonacci(step + 1) + fibonacci(step + 1 + index)
        for index in range(_type_count(rules.types, floor, interference))
    )
    regular, bosses = strengths[: rules.regular], strengths[rules.regular :]
    return CurveFloor(floor, step, regular, bosses, round(sum(regular) / len(regular), 2))


def _type_count(types: TypeCount, floor: int, interference: int) -> int:
    wave = types.swing * cos(types.pace * floor + types.phase)
    count = round(types.base + types.trend * floor + wave) + interference
    return max(types.fewest, min(types.most, count))


def _interference(rules: CurveRules, seed: bytes, floor: int) -> int:
    """Return the interference: -1, 0 or 1, a third each, unless the rules fix it."""
    if rules.interference is not None:
        return rules.interference.get(str(floor), 0)
    return derive(seed, "interference", floor).between(-1, 1)
