"""Combat: blows and missiles, how well a weapon does where it is used, and cover (R6, R11)."""

from collections.abc import Sequence

from undertide_server.content.records.abilities import Ambush
from undertide_server.content.records.damage import DamageForm
from undertide_server.content.records.statuses import CONFUSED
from undertide_server.simulation.mechanics.damage import deal_damage, deal_damage_of
from undertide_server.simulation.mechanics.ground import terrain_at
from undertide_server.simulation.mechanics.moods import rouse
from undertide_server.simulation.mechanics.statuses import give_up_shelter
from undertide_server.simulation.queries.awareness import UNAWARE, is_aware
from undertide_server.simulation.queries.grammar import mention_of, who
from undertide_server.simulation.queries.heroes import gift_of
from undertide_server.simulation.queries.relations import is_ally, is_peaceful, of_the_party
from undertide_server.simulation.rules.damage import DamagePart, rolled_parts, with_tenths
from undertide_server.simulation.rules.statuses import WHOLE
from undertide_server.simulation.state.errors import ActionRefusedError
from undertide_server.simulation.state.events import Manner, Seen, Told
from undertide_server.simulation.state.floor_index import DIRECTIONS, FloorIndex
from undertide_server.simulation.state.rows import ActorRow, HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_server.util.rng import Rng
from undertide_shared.geometry import Cell, distance


def strike(
    run: Run,
    floor: FloorIndex,
    source: ActorRow,
    target: ActorRow,
    *,
    missile: bool = False,
    percent: int = WHOLE,
) -> None:
    """Hit `target` once with the physical blow and the extra damage of `source`.

    It does `percent` of that damage, less with a bow at close quarters, and more by surprise. The
    damage may heal `source` by its leech. A blow, unlike a missile, may harm `source` by the thorns
    of `target`.
    """
    give_up_shelter(run, source)
    percents = [percent, _close_percent(floor, source, target)]
    if not missile:
        percents.append(_surprise_percent(run, source, target))
    manner: Manner = "missile" if missile else "blow"
    form = _form_of(source, missile=missile)
    parts = _roll_blow(run, floor, source, percents)
    lost = deal_damage_of(run, floor, source, target, parts, manner=manner, form=form)
    body = source.body
    body.life = min(body.max_life, body.life + lost * source.attack.leech // 100)
    pricked = 0 if missile or target.body.life <= 0 else lost * target.body.thorns // 100
    if pricked:
        deal_damage(run, floor, who(target), source, [(pricked, "physical")])


def _roll_blow(
    run: Run, floor: FloorIndex, source: ActorRow, percents: Sequence[int]
) -> list[DamagePart]:
    """Return the parts of a blow of `source`, each rolled by chance and changed by `percents`."""
    attack = source.attack
    rng = run.chance(floor, "blow", source.entity)
    tenth = rng.below(10) if attack.tenths else 0
    rolls = [rng.below(101) for _ in range(1 + len(attack.extra))]
    own = with_tenths(attack.power, attack.tenths, tenth)
    parts = [(own, "physical"), *[(power, kind) for kind, power in attack.extra]]
    return rolled_parts(parts, attack.spread, rolls, percents)


def _form_of(source: ActorRow, *, missile: bool) -> DamageForm | None:
    """Return the form of an actor's blow or missile. A missile that brings an element has none."""
    if not missile:
        return "melee"
    brings = isinstance(source, MonsterRow) and source.behaviour.casts is not None
    return None if brings else "arrows"


def _close_percent(floor: FloorIndex, source: ActorRow, target: ActorRow) -> int:
    """Return the percent of its damage that the weapon of `source` does to `target` from here (R6).

    A bow is weak at the next cell, and wherever it shoots while a hunter stands beside the hero.
    """
    if not isinstance(source, HeroRow) or source.attack.close == WHOLE:
        return WHOLE
    is_near = distance(source.cell, target.cell) <= 1
    return source.attack.close if is_near or _is_beset(floor, source) else WHOLE


def _is_beset(floor: FloorIndex, row: HeroRow) -> bool:
    """Return whether a monster that hunts stands next to a hero."""
    x, y = row.cell
    near = (floor.blockers.get((x + dx, y + dy)) for dx, dy in DIRECTIONS)
    return any(isinstance(one, MonsterRow) and is_aware(one) and not is_ally(one) for one in near)


def _surprise_percent(run: Run, source: ActorRow, target: ActorRow) -> int:
    """Return the percent of its damage that a blow does to an unaware target, and tell of that."""
    if not isinstance(source, HeroRow) or not isinstance(target, MonsterRow):
        return WHOLE
    if target.mind.mood not in UNAWARE or is_ally(target):
        return WHOLE
    ambush = gift_of(run, source, Ambush)
    if ambush is None or ambush.power == WHOLE:
        return WHOLE
    run.emit(Told(source.entity, "good", f"You catch {mention_of(target)} unaware!"))
    return ambush.power


def shoot(
    run: Run, floor: FloorIndex, row: HeroRow, target: MonsterRow, percent: int = WHOLE
) -> bool:
    """Shoot a missile that does a percentage of its damage; return False if cover stops it."""
    if stopped_by_cover(run, floor, target, run.chance(floor, "cover", row.entity)):
        rouse(floor, target, row)
        return False
    strike(run, floor, row, target, missile=True, percent=percent)
    return True


def target_of_shot(floor: FloorIndex, row: HeroRow, cell: Cell) -> MonsterRow:
    """Return the target of a shot at a cell.

    Raises ActionRefusedError when the hero holds no weapon that shoots, or sees no enemy within its
    range.
    """
    reach = row.attack.range
    if not reach:
        raise ActionRefusedError("you hold nothing to shoot with")
    if CONFUSED in row.effects.remaining:
        raise ActionRefusedError("you are too confused to aim")
    x, y = cell
    if not (0 <= x < floor.width and 0 <= y < floor.height) or not row.sight.mask[y, x]:
        raise ActionRefusedError("you can't see that place")
    if distance(cell, row.cell) > reach:
        raise ActionRefusedError(f"it is too far: you shoot {reach} cells")
    target = floor.blockers.get(cell)
    if target is None or target is row or target.is_hidden:
        raise ActionRefusedError("there is nobody to shoot at")
    if not isinstance(target, MonsterRow) or of_the_party(target):
        raise ActionRefusedError("you can't shoot at your friends")
    if is_peaceful(target):
        raise ActionRefusedError(f"the {target.actor.name} is peaceful")
    return target


def stopped_by_cover(run: Run, floor: FloorIndex, target: ActorRow, rng: Rng) -> bool:
    """Return whether the terrain under an actor stops a missile, and report it."""
    ground = terrain_at(run, floor, target.cell)
    if not ground.cover or not rng.percent(ground.cover):
        return False
    own = f"The {ground.name} stops what was meant for you."
    others = f"The {ground.name} stops what was meant for {mention_of(target)}."
    run.emit(Seen(floor.entity, who(target), "combat", own, others))
    return True
