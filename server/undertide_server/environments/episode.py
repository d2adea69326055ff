"""One episode: a run, what its heroes are asked, and what they gain by it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from undertide_server.headless import HeadlessRun, Knowledge, begin_run
from undertide_shared.learning import ACTIONS, PARTS, Observer
from undertide_shared.learning.actions import Intents, mask_of
from undertide_shared.messages import Wait

REWARDS: Final[Mapping[str, float]] = MappingProxyType(
    {"depth": 1.0, "experience": 0.01, "tide": 0.1, "victory": 20.0, "death": 0.0}
)
"""The parts of the reward, and their weights by default. depth: 1 for each floor that the party is
first to enter; experience: what the hero gained; tide: -1 for each mark that the tide of its floor
passed; victory: 1 when the party wins; death: -1 when the hero dies."""
WINDOW: Final = 10
"""The radius of the window by default: as far as a hero sees by torchlight, and a bit."""
LENGTH: Final = 2000
"""Most steps of an episode by default: enough for a few floors."""
MOST_TURNS: Final = 500
"""Most turns of one step: more than a walk through the largest floor takes."""

Array = Any
"""An array, as `Observer` makes it."""


@dataclass(frozen=True, slots=True)
class EpisodeOptions:
    """What the maker of an environment chooses. Raises ValueError for what is impossible."""

    preset: str = "default"
    callings: Sequence[str] = ("",)
    """The callings of the heroes, by key; empty for the content's default."""
    seeds: Sequence[int | str] = ()
    """The dungeons of which each episode draws one; without them each has another dungeon."""
    rewards: Mapping[str, float] = field(default_factory=dict)
    """The weights of parts of `REWARDS` that differ from it."""
    parts: Iterable[str] = PARTS
    """The arrays that are observed."""
    view: int | tuple[int, int] = WINDOW
    """The radius of the map around the hero, or the (height, width) of the whole floor."""
    length: int = LENGTH
    """Most steps of an episode, after which it is truncated."""
    folder: Path | None = None
    """A folder with rules of one's own."""

    def __post_init__(self) -> None:
        if unknown := self.rewards.keys() - REWARDS.keys():
            raise ValueError(f"there are no rewards {sorted(unknown)}; there are {[*REWARDS]}")
        if self.length < 1:
            raise ValueError(f"an episode has at least 1 step, not {self.length}")
        if not self.callings:
            raise ValueError("a party has at least 1 hero")


class Episode:
    """The runs of an environment, one after the other, and the step from one decision to the next.

    A step asks the heroes for their actions. Then turns pass until a living hero isn't busy any
    more, or the run is over, at most `MOST_TURNS`. The heroes that are still busy go on in the next
    step if their action is `wait`. An action that isn't legal counts as `wait`.
    """

    def __init__(self, options: EpisodeOptions) -> None:
        self.options = options
        self._weights = {**REWARDS, **options.rewards}
        self._run: HeadlessRun | None = None
        self._observer: Observer | None = None
        self._steps = 0
        self._known: dict[int, Knowledge] = {}
        self._intents: dict[int, Intents] = {}
        with begin_run(options.preset, folder=options.folder) as run:  # Its content is checked.
            spaces = self._make_observer(run).spaces_of()
        self.spaces = spaces
        """The shape, type and bounds of each array."""

    def _make_observer(self, run: HeadlessRun) -> Observer:
        view, parts = self.options.view, self.options.parts
        if isinstance(view, int):
            return Observer(run.looks, parts, window=view, copied=True)
        return Observer(run.looks, parts, shape=view, copied=True)

    @property
    def run(self) -> HeadlessRun:
        """The present run. Raises RuntimeError before the first one, and after `close`."""
        if self._run is None:
            raise RuntimeError("the environment must be reset first")
        return self._run

    @property
    def is_too_long(self) -> bool:
        """Whether the episode has had all its steps."""
        return self._steps >= self.options.length

    def begin(self, seed: int | str | bytes) -> None:
        """Begin an episode in the dungeon of a seed."""
        self.close()
        options = self.options
        self._run = begin_run(options.preset, seed, options.callings, folder=options.folder)
        self._observer = self._make_observer(self._run)
        self._run.take_turn()  # Heroes recover from arriving.
        self._steps = 0
        self._known, self._intents = {}, {}
        for seat in self._run.seats:
            self._look(seat)

    def close(self) -> None:
        """Free the run."""
        if self._run is not None:
            self._run.close()
            self._run = None

    def observe(self, seat: int) -> dict[str, Array]:
        """Return the arrays of what a hero knows, also of one that has died."""
        assert self._observer is not None
        return self._observer.observe(self._known[seat], self._intents[seat])

    def mask(self, seat: int) -> Array:
        """Return 1 for each action of a hero that is legal now, shape (actions,)."""
        return mask_of(self._intents[seat])

    def known(self, seat: int) -> Knowledge:
        """Return what a hero knew at the last look."""
        return self._known[seat]

    def step(self, actions: Mapping[int, int]) -> dict[int, dict[str, float]]:
        """Take a step; return the parts of the reward of each seat that acted, unweighted.

        Raises ValueError for an action that isn't one.
        """
        run = self.run
        if bad := [action for action in actions.values() if not 0 <= action < len(ACTIONS)]:
            raise ValueError(f"actions are 0 to {len(ACTIONS) - 1}, not {bad[0]}")
        deepest = run.deepest
        living = [seat for seat in actions if run.is_alive(seat)]
        for seat in living:
            self._ask(run, seat, actions[seat])
        for _ in range(MOST_TURNS):
            _pass_turn(run)
            if run.ended or any(not run.is_busy(seat) for seat in living):
                break
        self._steps += 1
        return {seat: self._gain(seat, deepest) for seat in actions}

    def _ask(self, run: HeadlessRun, seat: int, action: int) -> None:
        """Give a living hero the intent of an action, unless it goes on with what it does."""
        intent = self._intents[seat][action] or Wait()
        if not (isinstance(intent, Wait) and run.is_busy(seat)):
            run.ask_hero(seat, intent)

    def _gain(self, seat: int, deepest: int) -> dict[str, float]:
        """Look, and return what a hero gained since the last look, by part of the reward.

        `deepest` is the deepest floor by then.
        """
        before = self._known[seat]
        self._look(seat)
        now, run = self._known[seat], self.run
        stayed = now.floor.branch == before.floor.branch
        died = now.hero.state == "dead" != before.hero.state
        return {
            "depth": float(run.deepest - deepest),
            "experience": float(now.hero.experience - before.hero.experience),
            "tide": float(min(0, before.tide.mark - now.tide.mark)) if stayed else 0.0,
            "victory": float(run.won),
            "death": -float(died),
        }

    def _look(self, seat: int) -> None:
        assert self._observer is not None
        known = self.run.look(seat)
        if known is not self._known.get(seat):
            self._known[seat] = known
            self._intents[seat] = self._observer.actions.intents_of(known)

    def weigh(self, gains: Mapping[str, float]) -> float:
        """Return the reward of what a hero gained."""
        return sum(self._weights[part] * gain for part, gain in gains.items())


def _pass_turn(run: HeadlessRun) -> None:
    """Let a turn pass; a tick where all heroes have fallen, whom no turn waits for (R16)."""
    ticks = run.ticks
    run.take_turn()
    if run.ticks == ticks and not any(row.stands for _, row in run.state.index.heroes.values()):
        run.take_tick()
