"""R5: the monsters of the tide."""

from undertide_server.util.rng import Rng
from undertide_server.worldgen.creatures.roster import MonsterKind
from undertide_server.worldgen.game.game import Game

FULL = 100
"""The bias, in percent, that most favours the strongest."""


def creep_pool(game: Game, number: int) -> tuple[MonsterKind, ...]:
    """Return the kinds that the tide of a floor may bring, rising by strength.

    They are all kinds of the game, whatever floor they belong to, whose strength lies between two
    shares of this floor's average.
    """
    rules = game.ruleset.tide
    return game.kinds_between(number, rules.pool_low_percent, rules.pool_high_percent)


def draw(pool: tuple[MonsterKind, ...], bias_percent: int, rng: Rng) -> MonsterKind:
    """Draw a kind: bias 0 favours the weakest, bias 100 the strongest.

    Raises ValueError if the pool is empty.
    """
    return rng.weighted(pool, creep_weights(len(pool), bias_percent))


def creep_weights(count: int, bias_percent: int) -> list[int]:
    """Return the weights of `count` kinds, from the weakest, at a bias from 0 to 100.

    They lie between falling squares (… 9, 4, 1) and rising ones (1, 4, 9 …), which have the same
    sum. So the expected strength rises in a straight line with the bias, and never falls.
    """
    rest = FULL - bias_percent
    return [rest * (count - rank) ** 2 + bias_percent * (rank + 1) ** 2 for rank in range(count)]


def expected_experience(pool: tuple[MonsterKind, ...], bias_percent: int) -> int:
    """Return the mean experience of the kinds that `draw` draws, rounded down.

    Raises ZeroDivisionError if the pool is empty.
    """
    weights = creep_weights(len(pool), bias_percent)
    whole = sum(kind.experience * weight for kind, weight in zip(pool, weights, strict=True))
    return whole // sum(weights)
