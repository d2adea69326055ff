"""A learner: it practises without a server, and then plays at the address of a real one.

    python examples/learner.py train policy.npz --seconds 100 --plot learner.png
    python examples/learner.py play policy.npz ws://127.0.0.1:4414 --name Ada

Its policy gives each of some actions a score, the sum of a few weighted facts, and takes the best
one that is legal. The cross-entropy method finds the weights: it tries many around the present
ones, and moves on to the mean of the best.
"""

import argparse
import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

import undertide_server.environments
from undertide_client.api import Client
from undertide_shared.learning import ACTIONS, ACTORS, FIGURES, MOODS, OUTCOMES, Observer

Seen = Mapping[str, NDArray[Any]]
Chooser = Callable[[Seen], int]

PARTS = ("actors", "moods", "danger", "figures", "legal")
VIEW = 10
CHOICES = (
    *("explore", "fight", "rest", "climb_down", "fetch", "take", "shoot", "wait"),
    *("apply_0", "apply_1", "apply_2", "perform_0", "perform_1", "cast_0"),
)
"""The actions that the policy knows: it takes no single steps."""
NUMBERS = np.array([ACTIONS.index(name) for name in CHOICES])
FOES = [ACTORS.index("monster"), ACTORS.index("boss")]
HUNTING = MOODS.index("hunting")
FIGURE = {name: number for number, name in enumerate(FIGURES)}
REFUSED = OUTCOMES.index("refused")
FACTS = 9

STEPS = 150
"""Steps of an episode, in training and when it is judged."""
TRIED = 24
"""Policies that each generation tries."""
KEPT = 6
"""Policies that the next generation learns from."""
DUNGEONS = 3
"""Dungeons in which each of them plays."""
JUDGED = range(10_000, 10_020)
"""Dungeons in which nobody has practised."""


def facts(seen: Seen) -> NDArray[np.float64]:
    """Return what the policy weighs, all between 0 and about 1, shape (facts,)."""
    figures, foes = seen["figures"], np.isin(seen["actors"], FOES)
    life = figures[FIGURE["life"]] / max(1, figures[FIGURE["max_life"]])
    beside = foes[VIEW - 1 : VIEW + 2, VIEW - 1 : VIEW + 2].any()
    hunted = (foes & (seen["moods"] == HUNTING)).sum() / 4
    danger, tide = seen["danger"].max() / 5, max(0, figures[FIGURE["tide"]]) / 100
    depth = figures[FIGURE["level"]] / max(1, figures[FIGURE["floor"]]) / 3
    refused = figures[FIGURE["outcome"]] == REFUSED
    return np.array([1.0, life, life < 0.5, beside, min(1, hunted), danger, tide, depth, refused])


def choose(weights: NDArray[np.float64], seen: Seen) -> int:
    """Return the legal action with the best score."""
    scores = weights.reshape(len(CHOICES), FACTS) @ facts(seen)
    return int(NUMBERS[np.argmax(np.where(seen["legal"][NUMBERS], scores, -np.inf))])


def make_environment() -> gymnasium.Env[dict[str, Any], Any]:
    """Return the environment in which it practises."""
    return gymnasium.make(
        undertide_server.environments.DUNGEON,
        disable_env_checker=True,
        parts=PARTS,
        view=VIEW,
        length=STEPS,
    )


def play_episode(env: gymnasium.Env[dict[str, Any], Any], dungeon: int, chooser: Chooser) -> float:
    """Play an episode in one dungeon; return its reward."""
    seen, _ = env.reset(options={"dungeon": dungeon})
    total, over = 0.0, False
    while not over:
        seen, reward, died, cut, _ = env.step(chooser(seen))
        total, over = total + float(reward), died or cut
    return total


def mean_reward(
    env: gymnasium.Env[dict[str, Any], Any],
    dungeons: Sequence[int],
    weights: NDArray[np.float64] | None,
) -> float:
    """Return the mean reward in some dungeons of a policy; of random actions without one."""
    chance = np.random.default_rng(2)

    def chosen(seen: Seen) -> int:
        if weights is None:
            return int(chance.choice(np.flatnonzero(seen["legal"])))
        return choose(weights, seen)

    return float(np.mean([play_episode(env, each, chosen) for each in dungeons]))


def train(path: Path, seconds: float, plot: Path | None) -> None:
    """Practise for some seconds of CPU, keep the policy, and compare it with random actions."""
    env, chance = make_environment(), np.random.default_rng(1)
    begun = time.process_time()
    mean, spread = np.zeros(len(CHOICES) * FACTS), np.ones(len(CHOICES) * FACTS)
    history: list[float] = []
    while time.process_time() - begun < seconds:
        tried = mean + spread * chance.normal(size=(TRIED, mean.size))
        dungeons = chance.integers(10_000, size=DUNGEONS).tolist()
        rewards = np.array([mean_reward(env, dungeons, one) for one in tried])
        best = tried[np.argsort(rewards)[-KEPT:]]
        mean, spread = best.mean(axis=0), best.std(axis=0) + 0.1
        history.append(float(rewards.mean()))
        print(f"generation {len(history)}: {history[-1]:.2f}", flush=True)
    np.savez(path, weights=mean)
    random, learned = (mean_reward(env, JUDGED, each) for each in (None, mean))
    print(f"random actions: {random:.2f}; the policy: {learned:.2f}")
    env.close()
    if plot is not None:
        draw(history, random, plot)


def draw(history: list[float], random: float, path: Path) -> None:
    """Plot the mean reward of each generation."""
    from matplotlib import pyplot  # noqa: PLC0415  (only for this: the extra `inspect` brings it)

    figure, axes = pyplot.subplots()
    axes.plot(range(1, len(history) + 1), history, label="policies tried")
    axes.axhline(random, linestyle="--", label="random actions")
    axes.set(xlabel="generation", ylabel="mean reward of an episode")
    axes.legend()
    figure.savefig(path)


async def play(path: Path, address: str, session: str, name: str, floors: int) -> None:
    """Take a seat in a session, and play there until the hero is deep enough or dies."""
    weights = np.load(path)["weights"]
    async with Client(address, "learner") as client:
        game = await client.join(name, session or await client.create())
        observer: Observer | None = None
        async for world in game:
            if any(each.seat == world.seat and each.state == "dead" for each in world.party):
                break
            if world.hero is None or world.floor is None or game.busy:
                continue
            if world.floor.number >= floors:
                print(f"floor {floors} was reached")
                return
            observer = observer or Observer(world.looks.values(), PARTS, window=VIEW)
            action = choose(weights, observer.observe(world))
            await game.act(observer.actions.intent_of(world, action))
        print(game.reason or "the hero has died, or the run is over")


def main() -> None:
    """Read the command line, and practise or play."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    training = commands.add_parser("train", help="practise")
    training.add_argument("policy", type=Path)
    training.add_argument("--seconds", type=float, default=100.0)
    training.add_argument("--plot", type=Path)
    playing = commands.add_parser("play", help="play at an address")
    playing.add_argument("policy", type=Path)
    playing.add_argument("address")
    playing.add_argument("--session", default="", help="id or invite code; a new one, if not given")
    playing.add_argument("--name", default="Ada")
    playing.add_argument("--floors", type=int, default=3)
    asked = parser.parse_args()
    if asked.command == "train":
        train(asked.policy, asked.seconds, asked.plot)
    else:
        asyncio.run(play(asked.policy, asked.address, asked.session, asked.name, asked.floors))


if __name__ == "__main__":
    main()
