"""Falling: a hero without life waits for help, and gets up with it (R16)."""

from undertide_server.simulation.mechanics.stopping import interrupt, stop_auto_action
from undertide_server.simulation.queries.grammar import killer_words
from undertide_server.simulation.queries.heroes import standing_heroes
from undertide_server.simulation.state.events import Who
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run

HELPLESS = "you have fallen: wait for a companion"
"""Why a fallen hero's intents are refused."""


def can_fall(run: Run, row: HeroRow) -> bool:
    """Return whether a hero falls rather than dies: a companion of the run stands."""
    others = any(other is not row for _, other in standing_heroes(run))
    return others and run.rules.heroes.falling.ticks > 0


def fall_down(run: Run, floor: FloorIndex, row: HeroRow, killer: Who) -> None:
    """Make a hero fall. Nothing affects it then, and others can walk over it.

    It loses its statuses. The auto actions of its companions end, so that they can help.
    """
    row.hero.dies_in = run.rules.heroes.falling.ticks
    row.hero.tended, row.hero.felled_by, row.hero.cause = 0, killer.name, killer_words(killer)
    row.body.life = 0
    row.effects.remaining.clear()
    row.effects.givers.clear()
    refuse_waiting(row)
    floor.unblock(row)
    run.index.note_company_changed()
    for _, other in run.index.heroes.values():
        if other is row or other.auto_action.activity != "revive":
            interrupt(run, other)


def refuse_waiting(row: HeroRow) -> None:
    """Refuse the waiting intents of a hero that has fallen."""
    intents = row.intents
    if intents.waiting:
        intents.settled, intents.outcome, intents.reason = (
            intents.waiting[-1][0],
            "refused",
            HELPLESS,
        )
        intents.waiting.clear()


def get_up(run: Run, floor: FloorIndex, row: HeroRow, life: int) -> None:
    """Make a fallen hero stand with this much life, at least 1.

    If its cell is taken now, it stands up beside it. If it sleeps, it goes on sleeping.
    """
    row.hero.dies_in, row.hero.tended, row.hero.felled_by, row.hero.cause = 0, 0, "", ""
    row.body.life = min(row.body.max_life, max(1, life))
    row.body.healed = 0
    run.index.note_company_changed()
    if row.stands:
        run.index.move(row, floor.nearest_free(row.cell))


def end_life(row: HeroRow, killer: Who) -> None:
    """Note that a hero is dead. One that had fallen dies of the cause of its fall."""
    row.hero.fate = killer.name
    row.hero.cause = row.hero.cause or killer_words(killer)
    row.hero.dies_in, row.hero.tended, row.hero.felled_by = 0, 0, ""
    row.body.life = 0
    row.intents.waiting.clear()
    stop_auto_action(row)
