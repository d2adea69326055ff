"""Which hero an item suits best (R17), and whether gear is better than worn gear."""

from collections.abc import Mapping

from undertide_server.content.records.items import Teach
from undertide_server.simulation.queries.heroes import standing_heroes
from undertide_server.simulation.rules.worth import Wearer, gain_of, lesson_of, suits_best
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_server.worldgen.items.catalogue import GearFigures

Company = Mapping[int, Wearer]
"""The heroes who stand, by seat. It is empty if fewer than two do: then nobody shares anything."""
ALONE: Company = {}


def company_of(run: Run, before: Company = ALONE) -> Company:
    """Return the heroes who share finds: `before` itself if nothing has changed."""
    standing = standing_heroes(run)
    if len(standing) < 2:
        return ALONE
    company = {row.hero.seat: wearer_of(run, row) for _, row in standing}
    return before if company == before else company


def wearer_of(run: Run, row: HeroRow) -> Wearer:
    """Return the facts that decide how much gear helps a hero, as the same object while equal."""
    version = run.index.company_version
    if row.wearer_version != version:
        row.wearer_version = version
        wearer = _wearer(run, row)
        if row.wearer != wearer:
            row.wearer = wearer
    return row.wearer


def _wearer(run: Run, row: HeroRow) -> Wearer:
    gear = ((stack.slot, run.items.kind(stack.item).gear) for stack in row.inventory.stacks)
    worn = {slot: figures for slot, figures in gear if slot and figures is not None}
    magic = row.magic
    return Wearer(row.attack.power, magic.power, row.body.max_life, frozenset(magic.spells), worn)


def suited_companion(run: Run, item: str, seat: int, company: Company) -> int | None:
    """Return the seat of the companion whom an item suits clearly better than the hero of `seat`.

    Return None if there is none.
    """
    if seat not in company or not is_shared(run, item):
        return None
    gains = {each: gain(run, item, wearer) for each, wearer in company.items()}
    return suits_best(run.rules.heroes.sharing, gains.pop(seat), gains)


def suited_hero(run: Run, item: str, seat: int, company: Company) -> int | None:
    """Return the seat of the hero whom an item in the hands of `seat` suits best, if it suits any.

    That is a companion only if it gains clearly more than the bearer.
    """
    companion = suited_companion(run, item, seat, company)
    if companion is not None or seat not in company:
        return companion
    least = 100 * run.rules.heroes.sharing.suits_percent
    return seat if gain(run, item, company[seat]) >= least else None


def gain(run: Run, item: str, wearer: Wearer) -> int:
    """Return the gain of a hero that gets an item, in hundredths of a percent of its strength."""
    known = wearer.gains.get(item)
    if known is None:
        known = wearer.gains[item] = _gain(run, item, wearer)
    return known


def _gain(run: Run, item: str, wearer: Wearer) -> int:
    """Work out the gain of a hero that gets an item."""
    kind = run.items.kind(item)
    if kind.gear is not None:
        return gain_of(run.rules.heroes.sharing, kind.gear, wearer)
    if isinstance(kind.effect, Teach):
        return lesson_of(kind.effect.spell, wearer)
    return 0


def change_by_wearing(run: Run, item: str, wearer: Wearer) -> int | None:
    """Return by how much gear would make a hero stronger, below 0 for weaker (R17).

    It is in hundredths of a percent. None for what is no gear, and for another sort of weapon than
    the hero holds: it can't be compared.
    """
    gear = run.items.kind(item).gear
    held = wearer.worn.get("main_hand")
    if gear is None:
        return None
    if gear.slots == ("main_hand",) and held is not None and held.sort != gear.sort:
        return None
    return gain(run, item, wearer)


def is_shared(run: Run, item: str) -> bool:
    """Return whether an item suits some heroes better than others: gear and spell books do."""
    kind = run.items.kind(item)
    return kind.gear is not None or isinstance(kind.effect, Teach)


def is_no_better(run: Run, row: HeroRow, item: str) -> bool:
    """Return whether an item is plain gear that is in nothing better than the gear a hero wears.

    That holds for each slot that it fits. Gear with affixes always has its essences.
    """
    gear = run.items.kind(item).gear
    if gear is None or gear.affixes:
        return False
    wears = wearer_of(run, row).worn
    worn = [wears.get(slot) for slot in gear.slots]
    return all(other is not None and not _is_better_somewhere(gear, other) for other in worn)


def _is_better_somewhere(gear: GearFigures, other: GearFigures) -> bool:
    """Return whether gear has any advantage over other gear."""
    if gear.range > other.range or (other.two_handed and not gear.two_handed):
        return True
    stats = gear.figures.keys() | other.figures.keys()
    return any(gear.figures.get(stat, 0) > other.figures.get(stat, 0) for stat in stats)
