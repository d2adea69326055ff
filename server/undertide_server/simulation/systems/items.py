"""Items: picked up, laid down, drunk and read (R8)."""

from collections.abc import Callable
from typing import Any

from undertide_server.content.items import Confuse, Fireball, Heal, Lightning
from undertide_server.simulation.components.actors import Attack
from undertide_server.simulation.components.floors import Cell
from undertide_server.simulation.components.heroes import Pack, Stack
from undertide_server.simulation.components.items import Lying
from undertide_server.simulation.events import Seen
from undertide_server.simulation.floor_place import FloorPlace
from undertide_server.simulation.grammar import a, name_of
from undertide_server.simulation.rows import ActorRow, HeroRow, MonsterRow
from undertide_server.simulation.rules.damage import spread_of
from undertide_server.simulation.run import Run
from undertide_server.simulation.systems.combat import who, wound
from undertide_server.simulation.systems.energy import spend
from undertide_server.simulation.systems.noticing import distance
from undertide_server.simulation.systems.refusal import CannotDo
from undertide_server.simulation.systems.shelter import give_up_shelter
from undertide_server.simulation.systems.sight import monsters_in_view
from undertide_shared.messages import Drop, Take, Use

Deed = Callable[[], None]


def take(run: Run, place: FloorPlace, row: HeroRow, _intent: Take) -> None:
    """Pick up the topmost stack underfoot. Raises CannotDo when there is none or no room."""
    lying = place.items.get(row.cell)
    if not lying:
        raise CannotDo("there is nothing here to take")
    if not has_room(run, row, run.world.get(lying[-1], Lying).item):
        raise CannotDo("your pack is full")
    pick_up(run, place, row)


def pick_up(run: Run, place: FloorPlace, row: HeroRow) -> None:
    """Put what fits of the topmost stack underfoot into the pack; what doesn't fit stays."""
    entity = place.items[row.cell][-1]
    lying = run.world.get(entity, Lying)
    taken = _stow(run, row, lying.item, lying.count)
    lying.count -= taken
    if lying.count == 0:
        run.places.leave(entity)
        run.world.delete(entity)
    spend(row, run.rules.costs.take)
    what = counted_name(run, lying.item, taken)
    run.tell(
        Seen(place.entity, who(row), "info", f"You take {what}.", f"{row.actor.name} takes {what}.")
    )


def has_room(run: Run, row: HeroRow, item: str) -> bool:
    """Whether at least one more of `item` fits into the pack."""
    if len(row.pack.stacks) < run.rules.heroes.pack_size:
        return True
    most = run.rules.items[item].stack
    return any(stack.item == item and stack.count < most for stack in row.pack.stacks)


def _stow(run: Run, row: HeroRow, item: str, count: int) -> int:
    """Fill stacks of the same item first, then new ones; return how many fitted."""
    most = run.rules.items[item].stack
    left = count
    for stack in row.pack.stacks:
        if stack.item == item and left:
            added = min(left, most - stack.count)
            stack.count += added
            left -= added
    while left and len(row.pack.stacks) < run.rules.heroes.pack_size:
        added = min(left, most)
        give_stack(row.pack, item, added)
        left -= added
    return count - left


def give_stack(pack: Pack, item: str, count: int) -> None:
    """Put a new stack into a pack."""
    pack.last_id += 1
    pack.stacks.append(Stack(pack.last_id, item, count))


def drop(run: Run, place: FloorPlace, row: HeroRow, intent: Drop) -> None:
    """Lay down a stack. Raises CannotDo when there is none, or the floor holds no more."""
    stack = _stack(row, intent.item)
    if sum(map(len, place.items.values())) >= run.rules.loot.most_on_floor:
        raise CannotDo("this floor is too littered to lay down more")
    row.pack.stacks.remove(stack)
    run.places.put(run.world.create(Lying(stack.item, stack.count)), place.entity, row.cell)
    spend(row, run.rules.costs.take)
    what = counted_name(run, stack.item, stack.count)
    run.tell(
        Seen(place.entity, who(row), "info", f"You drop {what}.", f"{row.actor.name} drops {what}.")
    )


def use(run: Run, place: FloorPlace, row: HeroRow, intent: Use) -> None:
    """Drink or read one of a stack. Raises CannotDo when it would do nothing."""
    stack = _stack(row, intent.item)
    target = None if intent.x is None or intent.y is None else (intent.x, intent.y)
    effect = run.rules.items[stack.item].effect
    deed = DEEDS[type(effect)](run, place, row, effect, target)
    # It is used up before it works: a reader that dies of it must not leave it behind.
    stack.count -= 1
    if stack.count == 0:
        row.pack.stacks.remove(stack)
    spend(row, run.rules.costs.use)
    if not isinstance(effect, Heal):
        give_up_shelter(run, row)
    deed()


def counted_name(run: Run, item: str, count: int) -> str:
    """Return an item's name with its article or number."""
    record = run.rules.items[item]
    return a(record.name) if count == 1 else f"{count} {record.plural}"


def _stack(row: HeroRow, stack_id: int) -> Stack:
    for stack in row.pack.stacks:
        if stack.id == stack_id:
            return stack
    raise CannotDo("you carry no such thing")


def _heal(run: Run, place: FloorPlace, row: HeroRow, effect: Heal, _target: Cell | None) -> Deed:
    missing = row.body.max_life - row.body.life
    if missing == 0:
        raise CannotDo("you are already in full health")
    healed = min(missing, max(effect.least, row.body.max_life * effect.percent // 100))

    def deed() -> None:
        row.body.life += healed
        own = f"Your wounds close: {healed} life."
        others = f"{row.actor.name} drinks and looks better."
        run.tell(Seen(place.entity, who(row), "good", own, others))

    return deed


def _confuse(
    run: Run, place: FloorPlace, row: HeroRow, effect: Confuse, target: Cell | None
) -> Deed:
    victim = place.blockers.get(_seen_cell(place, row, target))
    if victim is None or victim is row:
        raise CannotDo("there is nobody to confuse")

    def deed() -> None:
        victim.effects.remaining["confused"] = effect.ticks
        if isinstance(victim, HeroRow):
            victim.errand.activity = "none"
        text = f"{name_of(victim)} looks confused."
        run.tell(Seen(place.entity, who(victim), "combat", "You are confused!", text))

    return deed


def _lightning(
    run: Run, place: FloorPlace, row: HeroRow, effect: Lightning, _target: Cell | None
) -> Deed:
    near = [
        monster
        for monster in monsters_in_view(place, row)
        if distance(monster.cell, row.cell) <= effect.range
    ]
    if not near:
        raise CannotDo("no monster is near enough to strike")
    victim = min(near, key=lambda monster: (distance(monster.cell, row.cell), monster.entity))

    def deed() -> None:
        text = f"A bolt of lightning strikes the {victim.actor.name}!"
        run.tell(Seen(place.entity, who(victim), "combat", text, text))
        _blast(run, place, row, victim, effect)

    return deed


def _fireball(
    run: Run, place: FloorPlace, row: HeroRow, effect: Fireball, target: Cell | None
) -> Deed:
    centre = _seen_cell(place, row, target)
    struck = [
        actor
        for actor in _actors(place)
        if distance(actor.cell, centre) <= effect.radius and not _is_asleep(actor)
    ]
    # Refused by what the reader sees alone: else it would tell who hides behind a wall.
    if not any(row.mask[actor.position.y, actor.position.x] for actor in struck):
        raise CannotDo("you see nobody there to burn")

    def deed() -> None:
        text = "A ball of fire roars across the floor!"
        run.tell(Seen(place.entity, who(row), "combat", text, text))
        for actor in struck:
            _blast(run, place, row, actor, effect)

    return deed


def _blast(
    run: Run, place: FloorPlace, row: HeroRow, victim: ActorRow, effect: Lightning | Fireball
) -> None:
    """Hit with a scroll: a share of the reader's attack, so that scrolls stay worth reading."""
    attack = run.world.get(row.entity, Attack)
    roll = run.chance(place, "scroll", victim.entity).below(101)
    damage = spread_of(attack.power * effect.power // 100, attack.spread, roll)
    wound(run, place, row, victim, [(damage, effect.damage)], missile=True)


def _seen_cell(place: FloorPlace, row: HeroRow, target: Cell | None) -> Cell:
    if target is None:
        raise CannotDo("it needs a target")
    x, y = target
    if not (0 <= x < place.width and 0 <= y < place.height) or not row.mask[y, x]:
        raise CannotDo("you can't see that place")
    return target


def _actors(place: FloorPlace) -> list[HeroRow | MonsterRow]:
    return [*place.heroes.values(), *place.monsters.values()]


def _is_asleep(actor: ActorRow) -> bool:
    return isinstance(actor, HeroRow) and actor.hero.presence == "asleep"


DEEDS: dict[type, Callable[[Run, FloorPlace, HeroRow, Any, Cell | None], Deed]] = {
    Heal: _heal,
    Confuse: _confuse,
    Lightning: _lightning,
    Fireball: _fireball,
}
"""What using an item does, by its effect. Each checks first, and returns what then can't fail."""
