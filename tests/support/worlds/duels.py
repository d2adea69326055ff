"""Duels of monsters on a plain floor, fought by the systems that fights in play are made of."""

from support.worlds.staging import Stage, make_test_game
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.simulation.components.monsters import Mind
from undertide_server.simulation.mechanics.combat import strike
from undertide_server.simulation.mechanics.floors import spawn_monster
from undertide_server.simulation.state.rows import MonsterRow
from undertide_server.simulation.systems.recovery import recover
from undertide_server.worldgen.creatures.roster import KindDraft, MonsterKind, make_kind
from undertide_server.worldgen.creatures.stats import added, build_anchors
from undertide_server.worldgen.game.game import Game

RING = ["#####", "#@..#", "#...#", "#####"]
LONGEST = 4000
"""Ticks after which whoever has more of its life left has won."""


def kind_like(rules: Ruleset, family: str, member: str, strength: int) -> MonsterKind:
    """Return a kind of a family, of a strength of choice."""
    record = rules.families[family]
    draft = KindDraft(
        id=f"{family}.{member}",
        strength=strength,
        name=member,
        glyph="x",
        colour=0xFFFFFF,
        family=family,
        description="",
        behaviour=record.behaviour,
        mods=added(record.mods, record.classes[member].mods),
    )
    return make_kind(draft, rules.monsters, build_anchors(GAME.curve, rules.heroes.levels))


GAME: Game = make_test_game()


def first_wins(first: MonsterKind, second: MonsterKind, number: int) -> bool:
    """Fight the duel of this number, and say whether the first of the two has won.

    They stand side by side and strike whenever they can. Odd duels are begun by the second, so that
    it is no advantage to be named first.
    """
    stage = Stage(RING, GAME)
    run, floor = stage.run, stage.floor
    floor.state.clock = number * LONGEST  # another moment: other chances
    kinds = [second, first] if number % 2 else [first, second]
    for kind in kinds:
        run.kinds[kind.id] = kind
    pair = [
        floor.monsters[spawn_monster(run, floor, kind, (x, 1), Mind("hunting"))]
        for x, kind in enumerate(kinds, start=2)
    ]
    for _ in range(LONGEST):
        _exchange(stage, pair)
        if len(floor.monsters) < len(pair):
            break
    winner = max(pair, key=lambda row: row.body.life * 100 // row.body.max_life)
    run.world.close()
    return (winner is pair[0]) == (number % 2 == 0)


def _exchange(stage: Stage, pair: list[MonsterRow]) -> None:
    """Let a tick of a duel pass."""
    run, floor = stage.run, stage.floor
    for row, foe in (pair, pair[::-1]):
        if row.is_ready and len(floor.monsters) == len(pair):
            strike(run, floor, row, foe)
            row.spend_energy(run.rules.costs.attack)
    recover(run, floor)
    floor.state.clock += 1
