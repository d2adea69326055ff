"""Heroes arrive, lose their players, fall asleep and wake."""

from undertide_server.simulation.components.actors import Actor, Attack, Body, Resistance
from undertide_server.simulation.components.heroes import (
    AutoAction,
    Hero,
    IntentQueue,
    Magic,
    Memory,
)
from undertide_server.simulation.mechanics.floor_visits import (
    enter_floor,
    record_arrival,
    teach_lesson,
)
from undertide_server.simulation.mechanics.floors import entry
from undertide_server.simulation.mechanics.inventory import outfit
from undertide_server.simulation.mechanics.stats import figures_of, refit, worn_figures
from undertide_server.simulation.mechanics.statuses import newcomers_effects
from undertide_server.simulation.mechanics.stopping import stop_auto_action
from undertide_server.simulation.queries.awareness import UNAWARE
from undertide_server.simulation.queries.grammar import who
from undertide_server.simulation.queries.heroes import standing_heroes
from undertide_server.simulation.queries.visibility import monsters_in_view
from undertide_server.simulation.rules.levels import level_for, lowered
from undertide_server.simulation.state.events import PartyTold, Seen
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.inputs import (
    DozedOff,
    PlayerBack,
    PlayerIdle,
    PlayerLost,
    SeatTaken,
    Withdrawn,
)
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run


def heroes_of_seat(run: Run, seat: int) -> list[int]:
    """Return the entities of all heroes that a seat has had, in order of arrival."""
    return [entity for entity, hero in run.world.each(Hero) if hero.seat == seat]


def hero_of_seat(run: Run, seat: int) -> int | None:
    """Return the entity of a seat's latest hero, or None when it never had one."""
    return next(reversed(heroes_of_seat(run, seat)), None)


def take_seat(run: Run, taken: SeatTaken) -> None:
    """Add the first hero of a seat at the party's entry, or order another one after its death.

    The first one has the experience of the least experienced companion, so that latecomers can keep
    up. Another one waits for the next new floor, unless none will come for it (R16).
    """
    if not heroes_of_seat(run, taken.seat):
        _add_hero(run, taken, party_entry(run), _least_experience(run))
    elif not is_waiting(run, taken.seat):
        run.progress.waiting.append((taken.seat, taken.name, taken.calling))
        admit_if_no_new_floor(run)
        if is_waiting(run, taken.seat):
            text = f"A new hero, {taken.name}, comes with the next new floor."
            run.emit(PartyTold("party", text))


def is_waiting(run: Run, seat: int) -> bool:
    """Return whether a new hero of this seat waits for a new floor."""
    return any(waiting[0] == seat for waiting in run.progress.waiting)


def admit_if_no_new_floor(run: Run) -> None:
    """Admit the waiting heroes at the party's entry if no new floor will come for them.

    That is when no hero stands, and when the party has reached the last floor.
    """
    if run.progress.waiting and not run.progress.ended:
        last = len(run.game.curve.floors)
        if run.progress.deepest >= last or not standing_heroes(run):
            admit(run, party_entry(run))


def admit(run: Run, floor: FloorIndex) -> None:
    """Admit the waiting heroes to a floor, in the order in which they were ordered.

    They are some levels behind the least experienced companion.
    """
    waiting, run.progress.waiting = run.progress.waiting, []
    rules = run.rules.heroes
    experience = lowered(_least_experience(run), rules.levels, rules.falling.lost_levels)
    for seat, name, calling in waiting:
        _add_hero(run, SeatTaken(seat, name, calling), floor, experience)


def _add_hero(run: Run, taken: SeatTaken, floor: FloorIndex, experience: int) -> None:
    """Add a new hero with this experience at the arrival of a floor."""
    entity = _make_hero(run, taken, experience)
    number = floor.state.number
    run.world.get(entity, Hero).deepest = number
    enter_floor(run, entity, floor, floor.nearest_free(floor.state.arrival))
    record_arrival(floor, floor.heroes[entity])
    _begin(run, floor.heroes[entity])
    run.emit(PartyTold("party", f"{taken.name} joins the party on floor {number}."))
    teach_lesson(run, floor, floor.heroes[entity])


def _least_experience(run: Run) -> int:
    """Return the experience of the least experienced hero that stands; 0 if none does."""
    return min((row.hero.experience for _, row in standing_heroes(run)), default=0)


def party_entry(run: Run) -> FloorIndex:
    """Return the highest floor where a hero stands, or the run's first floor if none does.

    Among several floors it is the one with the lowest branch number.
    """
    floors = [floor for floor, _ in standing_heroes(run)]
    highest = min(floors, key=lambda floor: (floor.state.number, floor.state.branch), default=None)
    return highest or entry(run)


def _make_hero(run: Run, taken: SeatTaken, experience: int) -> int:
    """Create a hero with its calling's outfit; its figures are not worked out yet."""
    is_first = not heroes_of_seat(run, taken.seat)
    rules = run.rules.heroes
    calling = taken.calling if taken.calling in run.rules.callings else rules.calling
    hero = Hero(
        seat=taken.seat,
        colour=rules.colours[taken.seat % len(rules.colours)],
        calling=calling,
        level=level_for(experience, rules.levels),
        experience=experience,
        food=run.rules.hunger.full,
    )
    pack = outfit(run.rules, run.items, calling, is_first=is_first)
    hero.sight = figures_of(run.rules, hero, worn_figures(run.items, pack)).sight
    return run.world.create(
        hero,
        Actor(taken.name, rules.speed),
        Body(0, 0),
        Attack(0, rules.spread_percent),
        Resistance(()),
        Magic(spells=list(run.rules.callings[calling].spells)),
        newcomers_effects(run),
        IntentQueue(),
        AutoAction(),
        pack,
        Memory(),
    )


def _begin(run: Run, row: HeroRow) -> None:
    """Give a new hero its figures, with full life and mana."""
    refit(run, row)
    row.body.life = row.body.max_life
    row.magic.mana = row.magic.max_mana


def lose_player(run: Run, lost: PlayerLost) -> None:
    """Make a hero link-dead: it defends itself, and no new monster notices it.

    A new hero that waits for a floor no longer comes: there is nobody to play it.
    """
    _cancel_waiting(run, lost.seat)
    found = row_of_seat(run, lost.seat)
    if found is None:
        return
    floor, row = found
    row.hero.idleness = "none"
    if row.hero.presence == "present":
        row.hero.presence = "linkdead"
        row.hero.foes = _pursuers(floor, row)
        row.intents.waiting.clear()
        stop_auto_action(row)
        text = f"{row.actor.name} stares into the distance."
        run.emit(Seen(floor.entity, who(row), "party", "", text))


def _cancel_waiting(run: Run, seat: int) -> None:
    for waiting in run.progress.waiting:
        if waiting[0] == seat:
            run.progress.waiting.remove(waiting)
            text = f"{waiting[1]} waits for a new floor no longer."
            run.emit(PartyTold("party", text))
            return


def _pursuers(floor: FloorIndex, row: HeroRow) -> tuple[int, ...]:
    """Return the monsters in a hero's view that have noticed somebody."""
    in_view = monsters_in_view(floor, row)
    return tuple(each.entity for each in in_view if each.mind.mood not in UNAWARE)


def withdraw(run: Run, withdrawn: Withdrawn) -> None:
    """Send a link-dead hero to sleep: nothing can harm it then, and others can walk through it."""
    found = row_of_seat(run, withdrawn.seat)
    if found is not None and found[1].hero.presence == "linkdead":
        floor, row = found
        _fall_asleep(run, floor, row)
        text = f"{row.actor.name} withdraws into sleep."
        run.emit(Seen(floor.entity, who(row), "party", "You withdraw into sleep.", text))


def stand_guard(run: Run, idle: PlayerIdle) -> None:
    """Make a hero defend itself, as if it were link-dead, while its player presses no key (R17)."""
    found = row_of_seat(run, idle.seat)
    if found is not None and found[1].stands and found[1].hero.presence == "present":
        floor, row = found
        row.hero.idleness, row.hero.foes = "guard", _pursuers(floor, row)


def doze_off(run: Run, dozed: DozedOff) -> None:
    """Send the hero of a player who is away to sleep, as if the line were lost (R17)."""
    found = row_of_seat(run, dozed.seat)
    if found is not None and found[1].stands and found[1].hero.presence == "present":
        floor, row = found
        row.intents.waiting.clear()
        stop_auto_action(row)
        row.hero.idleness = "away"
        _fall_asleep(run, floor, row)
        own = "You doze off, until you act."
        run.emit(Seen(floor.entity, who(row), "party", own, f"{row.actor.name} dozes off."))


def _fall_asleep(run: Run, floor: FloorIndex, row: HeroRow) -> None:
    """Put a hero to sleep: nothing can harm it, and others can walk through it."""
    row.hero.presence = "asleep"
    run.index.mark_company_changed()
    row.seen_from = None
    floor.unblock(row)


def bring_back(run: Run, back: PlayerBack) -> None:
    """Give a link-dead hero back to its player. A sleeping one wakes with the first intent."""
    found = row_of_seat(run, back.seat)
    if found is not None and found[1].hero.presence == "linkdead":
        found[1].hero.presence = "present"


def wake(run: Run, floor: FloorIndex, row: HeroRow) -> None:
    """Wake a sleeping hero. If its cell is taken now, it wakes beside it."""
    entity = row.entity
    cell = floor.nearest_free(row.cell)
    run.index.leave(entity)
    row.hero.presence, row.hero.idleness = "present", "none"
    enter_floor(run, entity, floor, cell)
    text = f"{row.actor.name} wakes."
    run.emit(Seen(floor.entity, who(row), "party", "You wake.", text))


def row_of_seat(run: Run, seat: int) -> tuple[FloorIndex, HeroRow] | None:
    """Return the floor and row of a seat's hero, or None when there is none or it is dead."""
    return run.index.of_seat(seat)
