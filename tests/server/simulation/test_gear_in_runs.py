"""Promise 3 holds for gear: what is worn, broken and handed over is saved and played again."""

from collections.abc import Sequence

from support.worlds.staging import make_test_game
from undertide_server.simulation.invariants import check
from undertide_server.simulation.pipeline import step
from undertide_server.simulation.snapshot import restore, take_snapshot
from undertide_server.simulation.state.inputs import Asked, Input, SeatTaken, Turned
from undertide_server.simulation.state.run import Run, new_run
from undertide_server.util.rng import derive
from undertide_shared.messages import Break, Doff, Drop, Explore, Give, Intent, Take, Wear

STEPS, SEATS = 160, 2


def script() -> list[Sequence[Input]]:
    """Return a run of heroes who explore, and try on, break and hand over what they find."""
    steps: list[Sequence[Input]] = [[SeatTaken(seat, f"Hero {seat}")] for seat in range(SEATS)]
    for number in range(1, STEPS):
        asked = [Asked(seat, number, _wish(number, seat)) for seat in range(SEATS)]
        steps.append([*asked, Turned(1)])
    return steps


def _wish(number: int, seat: int) -> Intent:
    rng = derive(b"a script of gear", "wish", number, seat)
    item = rng.between(1, 4)
    wishes: list[Intent] = [
        Wear(item),
        Doff(item),
        Break(item),
        Drop(item),
        Take(),
        Give(item, 1 - seat),
    ]
    return rng.pick(wishes) if number % 3 else Explore()


def worn(run: Run) -> set[tuple[str, str]]:
    rows = (row for floor in run.index.floors.values() for row in floor.heroes.values())
    return {
        (stack.item, stack.slot) for row in rows for stack in row.inventory.stacks if stack.slot
    }


def done(steps: Sequence[Sequence[Input]]) -> set[type]:
    """Return the sorts of intents that were carried out."""
    run, kinds = new_run(make_test_game()), set[type]()
    for inputs in steps:
        step(run, inputs)
        for asked in inputs:
            found = run.index.of_seat(asked.seat) if isinstance(asked, Asked) else None
            if isinstance(asked, Asked) and found and found[1].intents.outcome == "done":
                kinds.add(type(asked.intent))
    run.world.close()
    return kinds


def test_gear_is_played_again_as_it_was() -> None:
    steps = script()
    assert {Wear, Doff, Drop} <= done(steps)
    assert check(make_test_game(), steps) is None


def test_what_is_worn_outlives_a_restart() -> None:
    run = new_run(make_test_game())
    for inputs in script()[:SEATS]:
        step(run, inputs)
    restored = restore(run.game, take_snapshot(run))
    assert worn(restored) == worn(run) != set()
    run.world.close()
    restored.world.close()
