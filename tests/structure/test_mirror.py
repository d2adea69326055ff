"""The mirror: `server/undertide_server/a/b.py` is tested by `tests/server/a/test_b.py`.

A package's own contents are tested by `tests/server/test_a.py`, if they need a test. These modules
need no file of their own:

- packages, and the entries of `python -m`, which hold no behaviour of their own;
- modules that only hold data, since no function in them has a body;
- `errors.py`: the tests of what raises an error read its words.

Every other exception is written below with its reason. The lists may shrink only: an exception
that is no longer needed fails here.
"""

import ast
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
PACKAGES = {"config", "shared", "server", "client"}
"""The folders of production code, each with one package `undertide_<folder>` in it."""

ELSEWHERE = {
    "bench": "measures, and asserts bounds only",
    "client/web": "runs the page's modules, which are no Python",
    "config": "tests the content that ships",
    "deploy": "tests the files for hosts",
    "docs": "holds the pages against the code",
    "end_to_end": "tests the program in processes of its own",
    "examples": "tests the programs that ship as examples",
    "structure": "tests the shape of the tree",
}
"""Folders of tests that mirror no folder of modules, each with the reason."""

TESTED_BY: Mapping[str, set[str]] = {
    "client/api/test_client.py": {"client/api/game.py", "client/api/waiting.py"},
    "client/cli/test_play.py": {"client/app/front.py"},
    "client/model/test_mirror.py": {"client/model/scene.py"},
    "client/screens/lobby/test_lobby_screen.py": {"client/screens/lobby/lobby_view.py"},
    "client/screens/map/test_panel.py": {"client/screens/map/hero_panel.py"},
    "client/screens/test_map_screen.py": {"client/screens/widgets/screen.py"},
    "server/cli/test_inspect.py": {"server/cli/balance.py", "server/cli/view.py"},
    "server/cli/test_runs.py": {"server/cli/run_options.py", "server/cli/parts.py"},
    "server/content/checks/test_creatures.py": {"server/content/records/monsters.py"},
    "server/content/checks/test_registry.py": {
        "server/content/checks/recheck.py",
    },
    "server/content/checks/test_themes.py": {
        "server/content/checks/findings.py",
        "server/content/records/themes.py",
    },
    "server/content/records/test_changes.py": {"server/content/records/variety.py"},
    "server/content/records/test_gearing.py": {"server/content/records/gear.py"},
    "server/content/test_load.py": {
        "server/content/settings/settings.py",
    },
    "server/environments/test_dungeon.py": {"server/environments/spaces.py"},
    "server/gateway/handlers/test_connection.py": {
        "server/gateway/connections/peers.py",
        "server/gateway/handlers/failures.py",
        "server/gateway/loop/session_endpoint.py",
    },
    "server/gateway/handlers/test_message_router.py": {
        "server/gateway/handlers/session_router.py",
    },
    "server/gateway/http/test_metrics.py": {"server/gateway/connections/census.py"},
    "server/gateway/http/test_web.py": {"server/gateway/http/routes.py"},
    "server/gateway/relay/test_relay.py": {
        "server/gateway/relay/own_sessions.py",
    },
    "server/gateway/ssh/test_service.py": {"server/gateway/ssh/worker_process.py"},
    "server/gateway/ssh/test_visiting.py": {
        "server/gateway/ssh/login.py",
        "server/gateway/ssh/terminal.py",
    },
    "server/gateway/test_server.py": {
        "server/gateway/handlers/handlers.py",
        "server/gateway/housekeeping.py",
        "server/gateway/http/website.py",
    },
    "server/inspection/balance/test_plot.py": {"server/inspection/plots.py"},
    "server/inspection/test_floor.py": {
        "server/inspection/colours.py",
        "server/inspection/floor_text.py",
        "server/inspection/picture.py",
    },
    "server/inspection/test_tree.py": {"server/inspection/tree_records.py"},
    "server/sessions/test_registry.py": {
        "server/sessions/builder.py",
        "server/sessions/model/info.py",
    },
    "server/simulation/actions/test_trading.py": {
        "server/simulation/components/progress.py",
    },
    "server/simulation/mechanics/test_traps.py": {"server/simulation/state/events.py"},
    "server/store/test_writer.py": {"server/store/records.py", "server/store/writes.py"},
    "server/worldgen/layouts/test_registry.py": {"server/worldgen/layouts/layout.py"},
}
"""Modules that the test of another module tests, by that test: parts of a whole that mean little
alone. The test, or the module that it mirrors, imports them."""

SCENARIOS: Mapping[str, str] = {
    "server/cluster/test_faults.py": "nodes keep their promises whatever fails",
    "server/extending/test_extending.py": "packages find the names that they rely on",
    "server/gateway/test_adapting.py": "new settings reach every part of a gateway",
    "server/gateway/test_rush.py": "many take one seat, session or code at the same time",
    "server/inspection/balance/test_shape.py": "whole runs come out as the balance promises",
    "server/gateway/test_freed_connections.py": "an ended connection is gone without collection",
    "server/sessions/test_anew.py": "a player goes on with a new hero",
    "server/sessions/test_freed_sessions.py": "an ended session is gone without collection",
    "server/sessions/test_fuzz.py": "a session stands whatever members send",
    "server/sessions/test_hidden_monsters.py": "nothing sent tells of a hidden monster",
    "server/sessions/test_looking_back.py": "what is kept for viewers of a live run",
    "server/sessions/test_order_rush.py": "moderators give orders at the same time",
    "server/sessions/test_secrecy.py": "nothing sent tells what a hero can't see",
    "server/sessions/test_spectators.py": "spectators of a session, from its door to its frames",
    "server/sessions/test_watching_late.py": "spectators see a session with a delay",
    "server/simulation/test_conveniences.py": "presses of conveniences come to something",
    "server/simulation/test_determinism.py": "runs are pure functions of seed and inputs",
    "server/simulation/test_gear_in_runs.py": "gear works in runs as content says",
    "server/simulation/test_item_count.py": "no item is lost or doubled",
    "server/simulation/test_magic.py": "a run full of magic is a pure function of its inputs",
    "server/simulation/test_tricks_in_play.py": "monsters use their tricks in runs",
    "server/store/engine/postgres/test_outages.py": "a server, or the line to it, that breaks",
    "server/store/engine/postgres/test_poolers.py": "a pooler before the server, in its modes",
    "server/store/test_torn.py": "a database whose writer was killed",
    "server/test_eras.py": "whatever any earlier version kept goes on",
    "server/test_intent_walk.py": "the way of an intent through the modules is short",
    "server/test_recorded_runs.py": "runs of earlier versions verify",
    "server/worldgen/layouts/test_catalogue.py": "layouts make the floors they made before",
    "server/worldgen/layouts/test_in_play.py": "heroes can explore every layout",
    "server/worldgen/test_duels.py": "monsters are as strong as their numbers say",
    "server/worldgen/test_planned_floors.py": "whole floors keep the promises of all stages",
    "shared/test_protocol_page.py": "the page whose tables `renew_protocol.py` writes",
}
"""Tests of what several modules do together, and what that is."""
FILES = {path.relative_to(TESTS).as_posix() for path in TESTS.rglob("test_*.py")}


def home(path: Path) -> str:
    """Return a module's path from the root, without the package's name."""
    folder, _, *rest = path.relative_to(ROOT).parts
    return "/".join((folder, *rest))


def mirrored(module: str) -> str:
    """Return the path, from the tests' folder, of the test that mirrors a module or package."""
    path = Path(module)
    if path.name == "__init__.py":
        path = path.parent
    return path.with_name(f"test_{path.stem}.py").as_posix()


def has_body(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Return whether a function does anything; those of protocols have a docstring alone."""
    return not all(
        isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant)
        for each in function.body
    )


def needs_test(path: Path) -> bool:
    """Return whether a module needs a test of its own, by the rules above."""
    if path.name in {"__init__.py", "__main__.py", "errors.py"}:
        return False
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return any(isinstance(node, functions) and has_body(node) for node in nodes)


def imports(path: Path) -> set[str]:
    """Return the homes of the modules that a file imports."""
    names = set[str]()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return {name.removeprefix("undertide_").replace(".", "/") + ".py" for name in names}


def is_elsewhere(test: str) -> bool:
    """Return whether a test is in a folder that mirrors none."""
    return "/" not in test or any(test.startswith(f"{folder}/") for folder in ELSEWHERE)


MODULES = {
    home(path): path
    for folder in PACKAGES
    for path in (ROOT / folder / f"undertide_{folder}").rglob("*.py")
}
MIRRORED = {mirrored(module): module for module in MODULES}


def test_each_module_has_its_test() -> None:
    missing = {module for module, path in MODULES.items() if needs_test(path)} - {
        MIRRORED[test] for test in FILES & MIRRORED.keys()
    }
    excepted = [module for modules in TESTED_BY.values() for module in sorted(modules)]
    assert len(excepted) == len(set(excepted)), "an exception stands twice"
    assert missing - set(excepted) == set(), "write a test at the mirrored path"
    assert set(excepted) - missing == set(), "take these off the list: they need no exception"


def test_each_test_mirrors_a_module() -> None:
    stray = {test for test in FILES if not is_elsewhere(test)} - MIRRORED.keys()
    assert stray - SCENARIOS.keys() == set(), "move these to the path of the module they test"
    assert SCENARIOS.keys() - stray == set(), "take these off the list: they need no exception"


@pytest.mark.parametrize("test", TESTED_BY)
def test_the_test_of_another_module_reaches_what_it_tests(test: str) -> None:
    reached = imports(TESTS / test)
    if test in MIRRORED:
        reached |= imports(MODULES[MIRRORED[test]])
    assert TESTED_BY[test] - reached == set()


@pytest.mark.parametrize("folder", ELSEWHERE)
def test_folders_that_mirror_none_are_there(folder: str) -> None:
    assert list((TESTS / folder).rglob("*.py"))
