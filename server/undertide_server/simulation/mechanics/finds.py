"""Finds of which the whole party hears, with the hero whom they suit best (R17)."""

from undertide_server.content.records.items import Hearten
from undertide_server.simulation.components.floors import Lying
from undertide_server.simulation.queries.grammar import who
from undertide_server.simulation.queries.suiting import (
    company_of,
    is_shared,
    suited_hero,
)
from undertide_server.simulation.state.events import Found, Who
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run


def tell_find(run: Run, floor: FloorIndex, row: HeroRow, lying: Lying, what: str) -> bool:
    """Tell the party what a hero takes, if it is a notable find; return whether it is one.

    `what` is its name with the article. What a hero laid down, bought, or left behind at its death
    is no find, nor is anything that a hero without companions takes. Plain gear is notable only if
    it suits somebody.
    """
    if lying.told or lying.dropped_by:
        return False
    company = company_of(run)
    suited = suited_hero(run, lying.item, row.hero.seat, company) if company else None
    if not company or not (suited is not None or _is_notable(run, lying.item)):
        return False
    run.tell(Found(floor.entity, floor.state.number, who(row), what, _hero_in(run, suited)))
    return True


def _is_notable(run: Run, item: str) -> bool:
    """Return whether the party hears of an item that suits nobody in particular."""
    kind = run.items.kind(item)
    if kind.gear is not None:
        fine = len(kind.gear.affixes) >= run.rules.heroes.sharing.notable_affixes
        return kind.gear.artifact or fine
    return is_shared(run, item) or isinstance(kind.effect, Hearten)


def _hero_in(run: Run, seat: int | None) -> Who | None:
    found = None if seat is None else run.index.of_seat(seat)
    return None if found is None else who(found[1])
