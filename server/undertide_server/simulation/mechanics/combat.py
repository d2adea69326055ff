"""Combat: blows and missiles, damage after resistance, and death (R6, R7)."""

from collections.abc import Sequence

from undertide_server.content.records.damage import DamageForm
from undertide_server.simulation.components.floors import Lying
from undertide_server.simulation.mechanics.falling import can_fall, end_life, fall_down
from undertide_server.simulation.mechanics.floor_visits import depart
from undertide_server.simulation.mechanics.handling import ambush_percent, close_percent
from undertide_server.simulation.mechanics.moods import set_mood
from undertide_server.simulation.mechanics.remains import lay_to_rest
from undertide_server.simulation.mechanics.sharing import Blow, shared_out
from undertide_server.simulation.mechanics.stats import strengthen
from undertide_server.simulation.mechanics.statuses import give_up_shelter
from undertide_server.simulation.mechanics.stopping import stop_for_wound
from undertide_server.simulation.mechanics.victory import is_sealed, monster_fell
from undertide_server.simulation.queries.grammar import mention_of, who
from undertide_server.simulation.queries.heroes import fallen_heroes, standing_heroes
from undertide_server.simulation.queries.relations import is_beyond_harm
from undertide_server.simulation.rules.damage import (
    TYPE_INDEX,
    hurt,
    multiplied,
    share_resisted,
    spread_of,
    with_tenths,
)
from undertide_server.simulation.rules.levels import level_for, shares
from undertide_server.simulation.rules.statuses import WHOLE, compounded, wards_of
from undertide_server.simulation.state.events import (
    Downed,
    Fell,
    Hit,
    Manner,
    Seen,
    Told,
    Who,
    thing,
)
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import ActorRow, HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run


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

    It does `percent` of that damage, and less or more as `mechanics/handling.py` says. The damage
    may heal `source` by its leech. A blow, unlike a missile, may harm `source` by the thorns of
    `target`.
    """
    give_up_shelter(run, source)
    shares = [percent, close_percent(floor, source, target)]
    if not missile:
        shares.append(_ambush(run, source, target))
    attack = source.attack
    rng = run.chance(floor, "blow", source.entity)
    own = with_tenths(attack.power, attack.tenths, rng.below(10)) if attack.tenths else attack.power
    powers = ((own, "physical"), *((power, kind) for kind, power in attack.extra))
    rolled = [(spread_of(power, attack.spread, rng.below(101)), kind) for power, kind in powers]
    blows = [(compounded(amount, shares), kind) for amount, kind in rolled]
    manner: Manner = "missile" if missile else "blow"
    form = _form_of(source, missile=missile)
    taken = wound(run, floor, source, target, blows, manner=manner, form=form)
    body = source.body
    body.life = min(body.max_life, body.life + taken * attack.leech // 100)
    pricked = 0 if missile or target.body.life <= 0 else taken * target.body.thorns // 100
    if pricked:
        harm(run, floor, who(target), source, [(pricked, "physical")])


def _ambush(run: Run, source: ActorRow, target: ActorRow) -> int:
    """Return the percent of its damage that a blow does by surprise, and tell of a surprise."""
    percent = ambush_percent(run, source, target)
    if percent != WHOLE:
        run.tell(Told(source.entity, "good", f"You catch {mention_of(target)} unaware!"))
    return percent


def _form_of(source: ActorRow, *, missile: bool) -> DamageForm | None:
    """Return the form of an actor's blow or missile. A missile that brings an element has none."""
    if not missile:
        return "melee"
    brings = isinstance(source, MonsterRow) and source.behaviour.casts is not None
    return None if brings else "arrows"


def wound(
    run: Run,
    floor: FloorIndex,
    source: ActorRow,
    target: ActorRow,
    blows: Sequence[Blow],
    *,
    manner: Manner = "blow",
    form: DamageForm | None = None,
) -> int:
    """Harm `target` and make it turn on `source` if it can; return the life that it lost."""
    if isinstance(target, MonsterRow) and not is_sealed(target):
        rouse(floor, target, source)
    percents = [run.rules.statuses[key].dealt_percent for key in source.effects.remaining]
    dealt = [(compounded(amount, percents), kind) for amount, kind in blows] if percents else blows
    return harm(run, floor, who(source), target, dealt, manner=manner, form=form)


def harm(
    run: Run,
    floor: FloorIndex,
    source: Who,
    target: ActorRow,
    blows: Sequence[Blow],
    *,
    manner: Manner = "blow",
    form: DamageForm | None = None,
) -> int:
    """Deal the damage of each blow to `target`, as R6 says, and make it fall if that kills it.

    Everything that does damage calls it, so here the run's multipliers apply (R14). Nothing harms a
    hero that sleeps or has fallen. Others may bear a share of it (R17). Return the life that the
    target lost, at least 0.
    """
    if is_beyond_harm(target):
        return 0
    if is_sealed(target):
        text = f"The seal on {mention_of(target)} holds."
        run.tell(Seen(floor.entity, who(target), "info", "", text))
        return 0
    own, borne = shared_out(run, floor, source, target, blows)
    taken = _suffer(run, floor, source, target, own, manner=manner, form=form)
    for bearer, share in borne:
        if not is_beyond_harm(bearer) and bearer.entity in floor.heroes:
            _suffer(run, floor, source, bearer, share, manner=manner, form=form)
    return taken


def _suffer(
    run: Run,
    floor: FloorIndex,
    source: Who,
    target: ActorRow,
    blows: Sequence[Blow],
    *,
    manner: Manner,
    form: DamageForm | None,
) -> int:
    """Deal the damage that is meant for one actor; return the life that it lost, at least 0."""
    counted = target.resistance.counted
    body = target.body
    statuses = [run.rules.statuses[key] for key in target.effects.remaining]
    wards, absorb = wards_of(body.max_life, statuses), _absorb_of(run, floor, target)
    percents = [status.taken_percent for status in statuses]
    dealt = [
        (compounded(multiplied(damage, kind, form, run.rules.damage), percents), kind)
        for damage, kind in blows
    ]
    harms = [hurt(damage, counted[TYPE_INDEX[kind]], absorb, wards) for damage, kind in dealt]
    parts = tuple((harm.life, kind) for harm, (_, kind) in zip(harms, dealt, strict=True))
    before = body.life
    body.life = min(body.max_life, body.life - sum(amount for amount, _ in parts))
    floor.stir(target)
    resisted = share_resisted(harms)
    absorbed = sum(harm.absorbed for harm in harms)
    run.tell(Hit(floor.entity, source, who(target), parts, manner, resisted, absorbed))
    if isinstance(target, HeroRow):
        stop_for_wound(run, target, source, before)
    taken = max(0, before - max(0, body.life))
    if body.life <= 0:
        fall(run, floor, target, source)
    return taken


def _absorb_of(run: Run, floor: FloorIndex, target: ActorRow) -> int:
    """Return the damage that an actor takes off a hit, with chance for the tenths of a point."""
    body = target.body
    if not body.absorb_tenths:
        return body.absorb
    roll = run.chance(floor, "absorb", target.entity).below(10)
    return with_tenths(body.absorb, body.absorb_tenths, roll)


def rouse(floor: FloorIndex, monster: MonsterRow, source: ActorRow) -> None:
    """Make a monster that was hit hunt the hero that hit it."""
    floor.stir(monster)
    if isinstance(source, HeroRow):
        if monster.mind.mood != "fleeing":
            set_mood(floor, monster, "hunting")
        monster.mind.last_seen = source.cell


def fall(run: Run, floor: FloorIndex, victim: ActorRow, killer: Who) -> None:
    """Kill an actor; a hero falls instead while a companion stands who could revive it (R16)."""
    if isinstance(victim, MonsterRow):
        run.tell(Fell(floor.entity, who(victim), killer))
        _monster_falls(run, floor, victim, killer)
    elif isinstance(victim, HeroRow):
        if can_fall(run, victim):
            run.tell(Downed(floor.entity, who(victim), killer))
            fall_down(run, floor, victim, killer)
        else:
            die(run, floor, victim, killer)
            _let_the_fallen_die(run)


def die(run: Run, floor: FloorIndex, victim: HeroRow, killer: Who) -> None:
    """End a hero's life. What it carried stays where it fell (R7)."""
    run.tell(Fell(floor.entity, who(victim), killer))
    depart(run, floor, victim)
    end_life(victim, killer)
    _leave_belongings(run, floor, victim)
    run.index.leave(victim.entity)


def succumb(run: Run, floor: FloorIndex, row: HeroRow) -> None:
    """Make a fallen hero die of the cause of its fall."""
    die(run, floor, row, thing(row.hero.felled_by, row.cell))


def _let_the_fallen_die(run: Run) -> None:
    """Make all fallen heroes die if no companion stands any longer (R16)."""
    if not standing_heroes(run):
        for floor, row in fallen_heroes(run):
            succumb(run, floor, row)


def _monster_falls(run: Run, floor: FloorIndex, victim: MonsterRow, killer: Who) -> None:
    lay_to_rest(run, floor, victim)
    run.index.leave(victim.entity)
    run.world.delete(victim.entity)
    slayer = floor.heroes.get(killer.entity)
    if slayer is not None:
        slayer.hero.kills += 1
        kind = victim.monster.kind
        slayer.hero.slain[kind] = slayer.hero.slain.get(kind, 0) + 1
    _share_experience(run, floor, victim.monster.experience)
    monster_fell(run, victim.entity)


def _leave_belongings(run: Run, floor: FloorIndex, victim: HeroRow) -> None:
    """R7: drop a fallen hero's belongings where it fell."""
    left = [Lying(stack.item, stack.count, told=True) for stack in victim.inventory.stacks]
    if victim.hero.gold:
        left.insert(0, Lying(run.rules.loot.gold, victim.hero.gold))
    for lying in left:
        run.index.put(run.world.create(lying), floor.entity, victim.cell)
    victim.hero.wore = {stack.slot: stack.item for stack in victim.inventory.stacks if stack.slot}
    victim.inventory.stacks.clear()
    victim.hero.gold = 0


def _share_experience(run: Run, floor: FloorIndex, experience: int) -> None:
    """R7: divide a kill's experience among the standing heroes on the floor; company adds some."""
    heroes = [row for row in floor.heroes.values() if row.stands]
    if not heroes:
        return
    more = run.rules.heroes.experience_percent_per_extra_hero
    for row, share in zip(heroes, shares(experience, len(heroes), more), strict=True):
        row.hero.experience += share
        level = level_for(row.hero.experience, run.rules.heroes.levels)
        if level > row.hero.level:
            grow(run, row, level)
            text = f"Welcome to level {level}!"
            others = f"{row.actor.name} reaches level {level}."
            run.tell(Seen(floor.entity, who(row), "good", text, others, "news"))


def grow(run: Run, row: HeroRow, level: int) -> None:
    """Give a hero the figures of a level; its wounds and hearts stay the same."""
    row.hero.level = level
    strengthen(run, row)
