import asyncio
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from support.content.extensions import example, having
from support.content.shipped import shipped
from support.gateway.raw_clients import guest
from support.sessions.durable_host import played
from support.sessions.made_sessions import make_session
from undertide_server.accounts.database import FILE as ACCOUNTS
from undertide_server.app import (
    accounts_of,
    build_registry,
    check_extensions,
    farewell_of,
    host,
    settings_again,
    show_runs,
)
from undertide_server.content.load import load_settings
from undertide_server.content.schema.errors import ContentError
from undertide_server.content.schema.extensions import ExtensionError
from undertide_server.sessions.model.info import unrecorded
from undertide_server.simulation.extension import Extension, System
from undertide_server.startup.choices import Choices, settings_of
from undertide_server.startup.errors import UnknownPresetError
from undertide_server.store.journal import MemoryJournal
from undertide_server.store.opening import held
from undertide_shared.closing import Closing
from undertide_shared.data_folder import last_address
from undertide_shared.messages import Create, Error, ListRuns, Runs


def test_choices_stand_over_the_settings() -> None:
    chosen = settings_of(Choices(host="::1", port=0, preset="tutorial", pace="party"))
    assert (chosen.server.host, chosen.server.port) == ("::1", 0)
    assert (chosen.server.preset, chosen.pace.mode) == ("tutorial", "party")


def test_what_is_not_chosen_stays_as_the_settings_have_it() -> None:
    assert settings_of(Choices()) == load_settings()


def test_a_hosts_own_settings_are_read(tmp_path: Path) -> None:
    (tmp_path / "server.toml").write_text('[server]\nname = "Ann\'s"\nport = 1\n')
    chosen = settings_of(Choices(config=tmp_path, port=2))
    assert (chosen.server.name, chosen.server.port) == ("Ann's", 2)


def test_a_host_is_told_the_new_name_of_a_setting_when_settings_are_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("undertide_server.content.load.RENAMED", {"server.title": "server.name"})
    file = tmp_path / "server.toml"
    file.write_text('[server]\ntitle = "Ann\'s"\n')
    choices = Choices(config=tmp_path)
    registry = build_registry(settings_of(choices), choices, MemoryJournal(), unrecorded)
    with capture_logs() as logged:
        assert settings_again(choices, registry).server.name == "Ann's"
    keys = {"file": str(file), "key": "server.title", "now": "server.name"}
    assert logged == [{"event": "setting renamed", "log_level": "warning", **keys}]


def test_a_preset_that_there_is_not_is_told_with_those_there_are() -> None:
    with pytest.raises(UnknownPresetError, match="classic, default, keep, reference, tutorial"):
        settings_of(Choices(preset="no-such"))


def test_every_preset_is_on_offer() -> None:
    choices = Choices()
    registry = build_registry(settings_of(choices), choices, MemoryJournal(), unrecorded)
    playbook = registry.offers.playbook
    assert playbook.presets == ["classic", "default", "keep", "reference", "tutorial"]
    assert playbook.listed == ["classic", "default", "keep", "tutorial"]
    assert playbook.titles["default"] == "Undertide"


def test_a_faulty_preset_is_told_before_anybody_plays_it(tmp_path: Path) -> None:
    folder = tmp_path / "rules" / "mine"
    folder.mkdir(parents=True)
    (folder / "preset.toml").write_text('title = "Mine"\nbuilds_on = "defualt"\n')
    choices = Choices(config=tmp_path)
    with pytest.raises(ContentError, match="builds_on"):
        build_registry(settings_of(choices), choices, MemoryJournal(), unrecorded)


def test_a_player_has_accounts_only_where_there_are_some(tmp_path: Path) -> None:
    assert accounts_of(Choices(data=tmp_path)) == tmp_path
    own = Choices(data=tmp_path, attended=True)
    assert accounts_of(own) is None
    (tmp_path / ACCOUNTS).touch()
    assert accounts_of(own) == tmp_path


def test_the_farewell_says_whether_the_game_goes_on(tmp_path: Path) -> None:
    assert farewell_of(Choices(data=tmp_path)).code is Closing.GOING_AWAY
    kept = farewell_of(Choices(data=tmp_path, attended=True))
    lost = farewell_of(Choices(attended=True))
    assert kept.code is lost.code is Closing.HOST_LEFT
    assert "goes on when the host plays again" in kept.words
    assert "was not kept" in lost.words


def test_a_fixed_seed_gives_every_session_the_same_run() -> None:
    choices = Choices(preset="tutorial", seed=bytes(range(16)))
    registry = build_registry(settings_of(choices), choices, MemoryJournal(), unrecorded)
    one, other = (make_session(registry, "", None, 0.0) for _ in range(2))
    assert one.run.game.seed == other.run.game.seed == bytes(range(16))


def test_without_a_seed_every_run_is_its_own() -> None:
    choices = Choices(preset="tutorial")
    registry = build_registry(settings_of(choices), choices, MemoryJournal(), unrecorded)
    one, other = (make_session(registry, "", None, 0.0) for _ in range(2))
    assert one.run.game.seed != other.run.game.seed


async def test_a_server_runs_until_it_is_told_to_stop(tmp_path: Path) -> None:
    stop = asyncio.Event()
    addresses: list[str] = []

    def listening(address: str) -> None:
        addresses.append(address)
        stop.set()

    await host(Choices(port=0, data=tmp_path / "data"), stop, listening)
    assert addresses[0].startswith("ws://127.0.0.1:")
    assert last_address(tmp_path / "data") == addresses[0]
    assert (tmp_path / "data").is_dir()


async def test_runs_are_shown_to_this_machine_beside_the_server_that_keeps_them(
    tmp_path: Path,
) -> None:
    name, stop = played(tmp_path, 10).name, asyncio.Event()
    found: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    with held(tmp_path):
        showing = asyncio.create_task(show_runs(tmp_path, stop, found.set_result))
        async with guest(await found) as client:
            await client.send(ListRuns())
            assert [run.run for run in (await client.expect(Runs)).runs] == [name]
            await client.send(Create())
            assert (await client.expect(Error)).code == "unknown_preset"
        stop.set()
        await showing


async def test_a_folder_without_runs_shows_none(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="there are no runs"):
        await show_runs(tmp_path, asyncio.Event(), print)


def test_a_preset_without_the_extension_that_another_one_builds_on_is_told_at_the_start() -> None:
    def burn(*_: object) -> None:
        pass

    needy = (System(burn, after="light_thief.dim_sight"),)
    lamp = Extension(name="lamp", version="1", rules=1, systems=needy)
    with having(lamp, example("light_thief")) as repertoire:
        alone = shipped("default")
        preset = alone.preset.model_copy(update={"extensions": {"lamp": 1}})
        rulesets = {"lit": alone.model_copy(update={"preset": preset})}
        with pytest.raises(ExtensionError) as fault:
            check_extensions(rulesets, repertoire)
        preset = alone.preset.model_copy(update={"extensions": {"lamp": 1, "light_thief": 1}})
        check_extensions({"lit": alone.model_copy(update={"preset": preset})}, repertoire)
    told = str(fault.value)
    assert told.startswith("preset lit: lamp.systems.burn: there is no system")
