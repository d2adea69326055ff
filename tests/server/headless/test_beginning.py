"""Runs that begin anew, or from what was kept or saved."""

from pathlib import Path

import pytest

from support.sessions.recorded_runs import RECORDINGS
from undertide_server.content.schema.errors import ContentError
from undertide_server.headless import (
    Explore,
    KeptRunError,
    SavedRunError,
    begin_run,
    load_run,
    open_run,
)
from undertide_server.store.reader import Reader
from undertide_server.store.transfer.archive import import_run
from undertide_server.store.writer import Writer
from undertide_server.util.rng import seed_of


def test_a_number_a_text_and_bytes_name_the_dungeon_of_the_commands() -> None:
    with begin_run("default", 7) as one, begin_run("default", seed_of("7")) as other:
        assert one.seed == other.seed == seed_of("7")
        assert one.hash_state() == other.hash_state()
    with begin_run("default", "a word") as run:
        assert run.seed == seed_of("a word")


def test_other_seeds_make_other_dungeons() -> None:
    with begin_run(seed=1) as one, begin_run(seed=2) as other:
        assert one.hash_state() != other.hash_state()


def test_heroes_have_the_callings_and_names_that_were_chosen() -> None:
    with begin_run("default", 1, ["mender", "", "nobody"], names=["Una"]) as run:
        callings = [member.calling for member in run.look(0).party]
        assert callings[0] == "mender"
        assert callings[1] == callings[2] == "warden"
        assert [member.name for member in run.look(0).party] == ["Una", "Hero 2", "Hero 3"]


def test_what_can_not_begin_says_why() -> None:
    with pytest.raises(ContentError):
        begin_run("no such preset")
    with pytest.raises(ValueError, match="16 bytes"):
        begin_run(seed=b"short")
    with pytest.raises(ValueError, match="16 characters"):
        begin_run(callings=[""], names=["far too long a name"])


def test_a_folder_may_hold_the_rules(tmp_path: Path) -> None:
    rules = tmp_path / "rules" / "mine"
    rules.mkdir(parents=True)
    (rules / "preset.toml").write_text(
        'title = "Mine"\ndescription = "Mine."\nbuilds_on = "default"\n', "utf-8"
    )
    with begin_run("mine", 1, folder=tmp_path) as run:
        saved = run.save()
        with load_run(saved, tmp_path) as loaded:
            assert loaded.hash_state() == run.hash_state()
    with pytest.raises(ContentError):
        load_run(saved)


def test_a_saved_run_is_loaded_as_it_was() -> None:
    with begin_run("default", 5) as run:
        run.ask_hero(0, Explore())
        saved = run.save()
        with load_run(saved) as loaded:
            for each in (run, loaded):
                each.take_turn()
            assert loaded.report_of(0) == run.report_of(0)
            assert loaded.hash_state() == run.hash_state()
            assert (loaded.preset, loaded.seed) == ("default", run.seed)


def test_a_saved_run_of_other_content_is_refused() -> None:
    with begin_run("default", 5) as run:
        run.preset = "classic"
        with pytest.raises(SavedRunError, match="'classic' is another one"):
            load_run(run.save())


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A data folder with a run of three, and the run's name."""
    folder = tmp_path_factory.mktemp("kept")
    Writer(folder).close()
    (recording,) = (each for each in RECORDINGS if each.name == "company")
    return folder, import_run(folder, recording.file)


def test_a_kept_run_is_opened_at_any_step(kept: tuple[Path, str]) -> None:
    folder, name = kept
    with Reader(folder) as reader:
        hashes = reader.hashes(name)
    for step in (min(hashes), sorted(hashes)[len(hashes) // 2]):
        with open_run(folder, name[:8], step) as run:
            assert run.steps == step
            assert run.hash_state() == hashes[step]


def test_a_kept_run_is_played_on(kept: tuple[Path, str]) -> None:
    with open_run(*kept) as run:
        living = [seat for seat in run.seats if run.is_alive(seat)]
        assert living
        steps = run.steps
        for _ in range(5):
            for seat in living:
                run.ask_hero(seat, Explore())
            run.take_turn()
        assert run.steps == steps + 5
        assert all(run.report_of(seat).outcome in {"done", "refused"} for seat in living)
        assert run.look(living[0]).hero.life > 0


def test_a_step_that_was_never_played_is_refused(kept: tuple[Path, str]) -> None:
    with pytest.raises(KeptRunError, match="can be played, not 1000000"):
        open_run(*kept, 1_000_000)
    with pytest.raises(KeptRunError, match="not 0"):
        open_run(*kept, 0)


def test_a_run_that_is_not_there_is_refused(kept: tuple[Path, str], tmp_path: Path) -> None:
    with pytest.raises(KeptRunError, match="no run begins with 'nothing'"):
        open_run(kept[0], "nothing")
    with pytest.raises(KeptRunError):
        open_run(tmp_path, "nothing")
