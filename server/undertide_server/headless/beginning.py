"""Runs begin: anew, from a kept run, or from a saved one. Only these read files."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from undertide_server.content.load import load_ruleset
from undertide_server.content.records.ruleset import Ruleset, content_hash
from undertide_server.extending.loading import repertoire_of_this_process
from undertide_server.headless.errors import KeptRunError, SavedRunError
from undertide_server.headless.headless_run import HeadlessRun, read_saved, resumed_run
from undertide_server.replays.errors import UnplayableRunError
from undertide_server.replays.run_reader import RunReader
from undertide_server.sessions.durability.recovery import damage_told
from undertide_server.sessions.model.errors import RecoveryError
from undertide_server.simulation.state.run import new_run
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.errors import StoreError
from undertide_server.store.opening import open_to_read
from undertide_server.store.run_list import RunList
from undertide_server.util.rng import SEED_BYTES, seed_of
from undertide_server.worldgen.game.game import Game, make_game

CONTENTS_KEPT = 8
"""The most presets that a process keeps read: reading one takes longer than a hundred turns."""
GAMES_KEPT = 4
"""The most games that a process keeps made, for runs that begin again with the same seed."""


def begin_run(
    preset: str = "default",
    seed: int | str | bytes = 0,
    callings: Sequence[str] = ("",),
    *,
    names: Sequence[str] = (),
    folder: Path | None = None,
) -> HeadlessRun:
    """Return a new run with a hero for each of `callings`, in seats from 0, on the first floor.

    A number or a text as `seed` means the same dungeon as for `--seed` of the commands; 16 bytes
    are the seed itself. A calling is a key of the content; an empty or unknown one means the
    default. The heroes are called `names`, or else "Hero 1" and so on. `folder` has rules of one's
    own, as for `--config`. A preset is read once in a process, so a folder that changes afterwards
    changes nothing.

    Raises ContentError for a preset that isn't there or is faulty, and ValueError for a seed of
    another length, a name that is too long, or too many heroes.
    """
    run = HeadlessRun(new_run(_game(preset, folder, _seed(seed))), preset, _digest(preset, folder))
    try:
        for number, calling in enumerate(callings):
            run.add_hero(calling, names[number] if number < len(names) else "")
    except BaseException:
        run.close()
        raise
    return run


def open_run(store: StoreAddress, name: str, step: int | None = None) -> HeadlessRun:
    """Return a kept run as it was after a step, or as it is now: to look at it, or to play it on.

    `store` is a server's data folder, or a `PostgresAddress`. Nothing is written there. `name` is
    the run's name or its beginning. Logs begin at the latest snapshot before the step.

    Raises KeptRunError if no run has that name, or several have, if it can't be played, or if it
    has no such step that was played by the present rules.
    """
    try:
        with RunList(open_to_read(store)) as runs:
            whole = runs.named(name)
        source = RunReader(store, whole, repertoire_of_this_process())
        last = source.last_step()
        wanted = last if step is None else step
        if not source.first <= wanted <= last:
            raise KeptRunError(f"of its steps {source.first} to {last} can be played, not {wanted}")
        header = source.header
        run = HeadlessRun(source.run_at(wanted), header.preset, header.content_hash)
        try:
            with damage_told():
                while run.steps < wanted:
                    run.apply_inputs(source.inputs(run.steps + 1))
        except BaseException:
            run.close()
            raise
    except (StoreError, OSError) as fault:
        raise KeptRunError(str(fault)) from fault
    except (UnplayableRunError, RecoveryError) as fault:
        raise KeptRunError(fault.reason) from fault
    return run


def load_run(data: bytes, folder: Path | None = None) -> HeadlessRun:
    """Return the run that `HeadlessRun.save` wrote, in this process or another.

    Its preset comes from `folder`, as for `begin_run`. Raises SavedRunError if the bytes are no
    such run, or if the preset's content is not the one that was played; ContentError.
    """
    saved = read_saved(data)
    if _digest(saved.preset, folder) != saved.content_hash:
        raise SavedRunError(f"the content of the preset {saved.preset!r} is another one now")
    return resumed_run(_game(saved.preset, folder, saved.seed), saved)


def _seed(seed: int | str | bytes) -> bytes:
    if not isinstance(seed, bytes):
        return seed_of(str(seed))
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    return seed


@lru_cache(CONTENTS_KEPT)
def _content(preset: str, folder: Path | None) -> Ruleset:
    return load_ruleset(preset, folder)


@lru_cache(CONTENTS_KEPT)
def _digest(preset: str, folder: Path | None) -> str:
    return content_hash(_content(preset, folder))


@lru_cache(GAMES_KEPT)
def _game(preset: str, folder: Path | None, seed: bytes) -> Game:
    return make_game(_content(preset, folder), seed, repertoire_of_this_process())
