"""Heroes arrive, lose their players, fall asleep and wake."""

from undertide_server.simulation.components.actors import (
    Actor,
    Attack,
    Body,
    Position,
    Resistance,
)
from undertide_server.simulation.components.heroes import (
    AutoAction,
    Hero,
    IntentQueue,
    Magic,
    Memory,
)
from undertide_server.simulation.mechanics.combat import who
from undertide_server.simulation.mechanics.floor_transitions import entry
from undertide_server.simulation.mechanics.looking import enter_floor
from undertide_server.simulation.mechanics.outfit import outfit
from undertide_server.simulation.mechanics.shelter import newcomers_effects
from undertide_server.simulation.mechanics.spawning import waking_heroes
from undertide_server.simulation.mechanics.stats import figures_of, refit, worn_figures
from undertide_server.simulation.mechanics.stopping import stop_auto_action
from undertide_server.simulation.queries.awareness import UNAWARE
from undertide_server.simulation.queries.visibility import monsters_in_view
from undertide_server.simulation.rules.levels import level_for
from undertide_server.simulation.state.events import PartyTold, Seen
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.inputs import PlayerBack, PlayerLost, SeatTaken, Withdrawn
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run


def heroes_of_seat(run: Run, seat: int) -> list[int]:
    """Return the entities of all heroes that a seat has had, in order of arrival."""
    return [entity for entity, hero in run.world.each(Hero) if hero.seat == seat]


def hero_of_seat(run: Run, seat: int) -> int | None:
    """Return the entity of a seat's latest hero, or None when it never had one."""
    return next(reversed(heroes_of_seat(run, seat)), None)


def take_seat(run: Run, taken: SeatTaken) -> None:
    """Add a new hero, on the highest floor where a companion is awake, or at the entry.

    It has the experience of the least experienced companion, so that latecomers can keep up.
    """
    companions = [hero for _, hero in waking_heroes(run)]
    experience = min((hero.experience for hero in companions), default=0)
    floor = _highest_of_companions(run) or entry(run)
    entity = _make_hero(run, taken, experience)
    number = floor.state.number
    run.world.get(entity, Hero).deepest = number
    enter_floor(run, entity, floor, floor.nearest_free(floor.state.arrival))
    _begin(run, floor.heroes[entity])
    run.tell(PartyTold("party", f"{taken.name} joins the party on floor {number}."))


def _highest_of_companions(run: Run) -> FloorIndex | None:
    """Return the highest floor where a hero is awake; among several, the lowest branch number."""
    floors = [
        run.index.floors[run.world.get(entity, Position).floor] for entity, _ in waking_heroes(run)
    ]
    return min(floors, key=lambda floor: (floor.state.number, floor.state.branch), default=None)


def _make_hero(run: Run, taken: SeatTaken, experience: int) -> int:
    """Create a hero with its calling's outfit; its figures are not worked out yet."""
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
    pack = outfit(run, calling)
    hero.sight = figures_of(run, hero, worn_figures(run, pack)).sight
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
    """Make a hero link-dead: it defends itself, and no new monster notices it."""
    found = row_of_seat(run, lost.seat)
    if found is not None and found[1].hero.presence == "present":
        floor, row = found
        row.hero.presence = "linkdead"
        row.hero.foes = _pursuers(floor, row)
        row.intents.waiting.clear()
        stop_auto_action(row)
        text = f"{row.actor.name} stares into the distance."
        run.tell(Seen(floor.entity, who(row), "party", "", text))


def _pursuers(floor: FloorIndex, row: HeroRow) -> tuple[int, ...]:
    """Return the monsters in a hero's view that have noticed somebody."""
    in_view = monsters_in_view(floor, row)
    return tuple(each.entity for each in in_view if each.mind.mood not in UNAWARE)


def withdraw(run: Run, withdrawn: Withdrawn) -> None:
    """Send a link-dead hero to sleep: nothing can harm it then, and others can walk through it."""
    found = row_of_seat(run, withdrawn.seat)
    if found is not None and found[1].hero.presence == "linkdead":
        floor, row = found
        row.hero.presence = "asleep"
        row.seen_from = None
        floor.unblock(row)
        text = f"{row.actor.name} withdraws into sleep."
        run.tell(Seen(floor.entity, who(row), "party", "You withdraw into sleep.", text))


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
    row.hero.presence = "present"
    enter_floor(run, entity, floor, cell)
    text = f"{row.actor.name} wakes."
    run.tell(Seen(floor.entity, who(row), "party", "You wake.", text))


def row_of_seat(run: Run, seat: int) -> tuple[FloorIndex, HeroRow] | None:
    """Return the floor and row of a seat's hero, or None when there is none or it is dead."""
    return run.index.of_seat(seat)
