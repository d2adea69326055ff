"""Heroes whose players press nothing but keys of conveniences, and what must come of each press."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped
from undertide_server.simulation.actions.fighting import CANT_CATCH
from undertide_server.simulation.actions.walking_on import WAY_BLOCKED
from undertide_server.simulation.mechanics.stats import strengthen
from undertide_server.simulation.pipeline import step
from undertide_server.simulation.queries.awareness import is_hunted
from undertide_server.simulation.queries.relations import is_peaceful, is_sealed
from undertide_server.simulation.queries.visibility import memory_of, monsters_in_view
from undertide_server.simulation.state.events import Hit, Told
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.inputs import Asked, Input, SeatTaken, Turned
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run, new_run
from undertide_server.util.rng import Rng, derive
from undertide_server.worldgen.game.game import make_game
from undertide_shared.messages import (
    Accompany,
    Climb,
    Explore,
    Fight,
    Intent,
    Regroup,
    Rest,
    Travel,
)

PATIENCE = 100
"""Presses of one convenience that may leave all as it is, and turns that one of them may go on."""
LATELY = 12
"""Ticks after a wound in which the rules must still mind who dealt it."""
HEARTS = 200
"""Life beyond the usual: so heroes come by much."""
STAY = 40
"""Most turns for which a hero follows another."""

Lasting = tuple[object, ...]


@dataclass
class Player:
    """A player who presses a convenience until it is refused or its hero's life is low."""

    seat: int
    rng: Rng
    passes: bool = False
    intent: Intent = field(default_factory=Explore)
    sequence: int = 0
    presses: int = 0
    """Presses of this intent in a row that left everything as it was."""
    turns: int = 0
    """Turns in a row in which its hero's auto action left everything as it was."""
    followed: int = 0
    """Turns for which its hero has followed another."""
    before: Lasting = ()
    """What it is pressed for, as it was before these presses."""
    then: Lasting = ()
    """The same, as it was before these turns."""


class Party:
    """Heroes of a run with the shipped rules, in turns. It collects what went wrong as `faults`."""

    def __init__(self, seed: bytes, heroes: int, preset: str = "default") -> None:
        self.run: Run = new_run(make_game(shipped(preset), seed, REPERTOIRE))
        self.players = [
            Player(seat, derive(seed, "presses", seat), passes=seed[0] % 2 == seat % 2)
            for seat in range(heroes)
        ]
        self.faults: list[str] = []
        self.presses: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()
        self.blows: Counter[int] = Counter()
        """Blows of each hero that did harm."""
        self.warned: set[int] = set()
        """The heroes who were told of an enemy, or why they stopped, in the latest step."""
        self.since: dict[int, int] = {}
        """Ticks of its floors since each monster last harmed a hero."""
        self._step([SeatTaken(seat, f"Hero {seat}") for seat in range(heroes)])
        for floor in self.run.index.floors.values():
            for row in floor.heroes.values():
                row.hero.hearts = HEARTS
                strengthen(self.run, row)

    def play(self, turns: int) -> None:
        """Let players press, and time pass, for some turns or until the run is over."""
        for _ in range(turns):
            if self.run.progress.ended or self.faults:
                return
            floors = set()
            for player in self.players:
                found = self.run.index.of_seat(player.seat)
                if found is not None and found[1].stands:
                    floors.add(found[0].state.branch)
                    self._attend(player, *found)
            if not floors:
                return
            self._step([Turned(branch) for branch in sorted(floors)])

    def _attend(self, player: Player, floor: FloorIndex, row: HeroRow) -> None:
        """Let a player press something if its hero does nothing, or has followed for long."""
        follows = row.auto_action.activity == "accompany"
        player.followed = player.followed + 1 if follows else 0
        if player.followed > STAY:
            player.intent, player.before = self._other(player, floor, row), ()
        if row.auto_action.activity == "none" or player.followed > STAY:
            self._press(player, floor, row)
            player.turns = 0
        elif not follows:
            now = self._lasting(player, floor, row)
            player.turns = player.turns + 1 if now == player.then else 0
            player.then = now
            if player.turns > PATIENCE:
                self._blame(player, row, "goes on and on")

    def _press(self, player: Player, floor: FloorIndex, row: HeroRow) -> None:
        """Press the same as before, or something else if that was refused."""
        now = self._lasting(player, floor, row)
        player.presses = player.presses + 1 if now == player.before else 0
        player.before = now
        if player.presses > PATIENCE:
            self._blame(player, row, "leaves all as it is")
        harmed, pressed = self._harmful(floor, row), player.intent
        player.sequence += 1
        self.presses[type(pressed).__name__] += 1
        self._step([Asked(player.seat, player.sequence, pressed), Turned(floor.state.branch)])
        orders, found = row.intents, self.run.index.of_seat(player.seat)
        if orders.settled != player.sequence or found is None:
            return
        floor, row = found  # It may have left its floor.
        refused = orders.outcome == "refused"
        still = [each for each in self._harmful(floor, row) if each in harmed]
        stopped = row.auto_action.activity == "none" and row.entity in self.warned
        if still and isinstance(pressed, Explore | Rest) and not (refused or stopped):
            self._blame(player, row, f"passes over {still[0].actor.name}")
        if still and isinstance(pressed, Fight) and "nobody" in orders.reason:
            self._blame(player, row, f"doesn't fight {still[0].actor.name}")
        if isinstance(pressed, Travel) and row.cell == (pressed.x, pressed.y):
            player.intent, player.before = self._other(player, floor, row), ()
        if refused:
            self.reasons[f"{type(pressed).__name__}: {orders.reason}"] += 1
            player.intent, player.before = self._other(player, floor, row), ()

    def _harmful(self, floor: FloorIndex, row: HeroRow) -> list[MonsterRow]:
        """Return the enemies in view that have harmed a hero lately."""
        return [
            monster
            for monster in monsters_in_view(floor, row)
            if self.since.get(monster.entity, LATELY + 1) <= LATELY
            and not is_peaceful(monster)
            and not is_sealed(monster)
        ]

    def _other(self, player: Player, floor: FloorIndex, row: HeroRow) -> Intent:
        """Return another convenience: any of those that the hero could mean."""
        known = [
            (int(x), int(y)) for y, x in zip(*memory_of(floor, row).tiles.nonzero(), strict=True)
        ]
        stairs = [cell for cell in floor.state.stairs_down if cell in known]
        others = [one.seat for one in self.players if one.seat != player.seat]
        choices: list[Intent] = [Rest(), Explore(player.passes), Fight(player.passes)]
        choices += choices[1:]
        choices += [Climb(*player.rng.pick(stairs))] if stairs else []
        choices += [Travel(*player.rng.pick(known))]
        if others:
            choices += [Regroup(), Accompany(player.rng.pick(others))]
        return player.rng.pick(choices)

    def _lasting(self, player: Player, floor: FloorIndex, row: HeroRow) -> Lasting:
        """Return what the player's convenience is pressed for, as it is now.

        That is not the hero's place, which may go in circles, and for ways nothing: they must end.
        """
        branch = floor.state.branch
        match player.intent:
            case Explore():
                known = int(memory_of(floor, row).tiles.astype(bool).sum())
                pack = tuple((stack.item, stack.count) for stack in row.inventory.stacks)
                return branch, known, pack, row.hero.gold
            case Rest():
                return branch, row.body.life, row.magic.mana
            case Fight():
                return branch, self.blows[row.entity]
            case _:
                return (branch,)

    def _step(self, inputs: Sequence[Input]) -> None:
        clocks = {floor.entity: floor.state.clock for floor in self.run.index.floors.values()}
        events = step(self.run, inputs)
        for floor in self.run.index.floors.values():
            passed = floor.state.clock - clocks.get(floor.entity, floor.state.clock)
            for entity in floor.monsters.keys() & self.since.keys():
                self.since[entity] += passed
        self.warned.clear()
        for event in events:
            if isinstance(event, Told) and self._is_reason(event):
                self.warned.add(event.hero)
                self._change_mind(event.hero)
            if isinstance(event, Hit) and any(amount > 0 for amount, _ in event.parts):
                if event.source.is_hero:
                    self.blows[event.source.entity] += 1
                elif event.target.is_hero:
                    self.since[event.source.entity] = 0

    def _is_reason(self, told: Told) -> bool:
        """Return whether a text tells why a convenience is over for good, or of a danger."""
        found = self.run.index.of_hero(told.hero)
        is_news = told.text.endswith(("comes into view.", "has noticed you."))
        return told.text in {CANT_CATCH, WAY_BLOCKED} or (
            is_news and found is not None and is_hunted(found[0], found[1])
        )

    def _change_mind(self, entity: int) -> None:
        """Let the player of a hero press something else next: it was told why."""
        found = self.run.index.of_hero(entity)
        if found is not None:
            player = self.players[found[1].hero.seat]
            player.intent, player.before = self._other(player, *found), ()

    def _blame(self, player: Player, row: HeroRow, what: str) -> None:
        action = row.auto_action
        self.faults.append(
            f"seat {player.seat} at step {self.run.progress.step} on {row.cell}:"
            f" {player.intent} {what}; {action.activity} {action.goal}"
        )
