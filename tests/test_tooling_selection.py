"""`--changed` selects every test that a change can break, on small trees and on this checkout."""

import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from support.selection.checkout import Checkout, GitError
from support.selection.dependencies import Dependencies
from support.selection.plugin import entry_points, select

ROOT = Path(__file__).resolve().parent.parent
HOME = "server/undertide_server"
PROJECT = '[project.entry-points."undertide.brains"]\ncareful = "undertide_client.bots:careful"\n'


def write(root: Path, sources: Mapping[str, str]) -> None:
    for file, text in sources.items():
        (root / file).parent.mkdir(parents=True, exist_ok=True)
        (root / file).write_text(text, encoding="utf-8")


def needs(root: Path, test: str, module: str) -> bool:
    """Return whether a test needs a file in the tree that was written."""
    files = {path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()}
    groups = {"undertide.brains": ["undertide_client.bots"]}
    return test in Dependencies(root, files | {module}, groups).users(module)


@pytest.mark.parametrize(
    "source",
    [
        "import undertide_server.deep.module",
        "from undertide_server.deep import module",
        "from undertide_server.deep.module import name",
        "from undertide_server.deep.module import *",
        "def late():\n    from undertide_server.deep import module",
        "if TYPE_CHECKING:\n    import undertide_server.deep.module",
        'import_module("undertide_server.deep.module")',
        'PLACE = "undertide_server.deep.module:name"',
        'SCRIPT = """\nimport undertide_server.deep.module as it\nit.run()\n"""',
        "import pkgutil\nimport undertide_server.deep\npkgutil.iter_modules",
        "import undertide_server.user",
        'run([sys.executable, "-m", "undertide_server"])',
        "from support.helping import helper",
        'pytest_plugins = ["support.helping"]',
        'spec_from_file_location("written", "module.py")',
        'entry_points(group="undertide.brains")',
    ],
)
def test_a_test_needs_what_it_imports_or_names(tmp_path: Path, source: str) -> None:
    write(
        tmp_path,
        {
            f"{HOME}/__init__.py": "",
            f"{HOME}/__main__.py": "import undertide_server.user",
            f"{HOME}/deep/__init__.py": "",
            f"{HOME}/deep/module.py": "name = 1",
            f"{HOME}/user.py": "def call():\n    from undertide_server.deep import module",
            "client/undertide_client/bots.py": "import undertide_server.user",
            "tests/support/helping.py": "import undertide_server.user",
            "tests/test_user.py": source,
            "tests/test_other.py": '"""undertide_server.deep.module"""\nimport undertide_server',
        },
    )
    assert needs(tmp_path, "tests/test_user.py", f"{HOME}/deep/module.py")
    assert not needs(tmp_path, "tests/test_other.py", f"{HOME}/deep/module.py")


def test_a_test_needs_the_packages_around_a_module(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            f"{HOME}/deep/__init__.py": "",
            f"{HOME}/deep/module.py": "",
            "tests/test_user.py": "import undertide_server.deep.module",
        },
    )
    assert needs(tmp_path, "tests/test_user.py", f"{HOME}/deep/__init__.py")


def test_a_test_needs_a_module_that_is_gone(tmp_path: Path) -> None:
    write(tmp_path, {"tests/test_user.py": "import undertide_server.gone"})
    assert needs(tmp_path, "tests/test_user.py", f"{HOME}/gone.py")


def test_a_test_needs_the_fixtures_of_the_folders_around_it(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            f"{HOME}/module.py": "",
            "tests/server/conftest.py": "import undertide_server.module",
            "tests/server/deep/test_user.py": "",
            "tests/client/test_other.py": "",
        },
    )
    assert needs(tmp_path, "tests/server/deep/test_user.py", f"{HOME}/module.py")
    assert not needs(tmp_path, "tests/client/test_other.py", f"{HOME}/module.py")


def test_a_test_needs_a_file_that_it_names_or_whose_folder_it_reads(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "docs/protocol.md": "",
            "tests/client/test_user.py": 'PAGE = ROOT / "docs" / "protocol.md"',
            "tests/client/test_other.py": 'PAGE = ROOT / "docs" / "rules.md"',
            "tests/docs/test_links.py": "",
        },
    )
    assert needs(tmp_path, "tests/client/test_user.py", "docs/protocol.md")
    assert needs(tmp_path, "tests/docs/test_links.py", "docs/protocol.md")
    assert not needs(tmp_path, "tests/client/test_other.py", "docs/protocol.md")


# --- a checkout ---------------------------------------------------------------------------------


def git(root: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=Ann", "-c", "user.email=ann@example.invalid")
    subprocess.run(["git", *identity, *arguments], cwd=root, check=True, capture_output=True)


def commit(root: Path) -> None:
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--no-verify", "--message", "Change")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with two modules and their tests, on a branch of main."""
    write(
        tmp_path,
        {
            "pyproject.toml": PROJECT,
            "notes.bin": "",
            f"{HOME}/one.py": "",
            f"{HOME}/two.py": "",
            "tests/server/test_one.py": "import undertide_server.one",
            "tests/server/test_two.py": "import undertide_server.two",
        },
    )
    git(tmp_path, "init", "--quiet", "--initial-branch=main")
    commit(tmp_path)
    git(tmp_path, "switch", "--quiet", "--create", "branch")
    return tmp_path


def test_changes_are_those_since_the_branch_left_main(checkout: Path) -> None:
    write(checkout, {f"{HOME}/one.py": "1"})
    commit(checkout)
    git(checkout, "switch", "--quiet", "main")
    write(checkout, {"only_on_main.py": ""})
    commit(checkout)
    git(checkout, "switch", "--quiet", "branch")
    write(checkout, {f"{HOME}/new.py": "", "notes.bin": "changed"})
    (checkout / HOME / "two.py").rename(checkout / HOME / "moved.py")
    changed = {f"{HOME}/{name}.py" for name in ("one", "two", "moved", "new")} | {"notes.bin"}
    assert Checkout(checkout).changed("") == changed
    assert Checkout(checkout).changed("HEAD") == changed - {f"{HOME}/one.py"}


def test_a_revision_that_is_not_there_is_named(checkout: Path) -> None:
    with pytest.raises(GitError, match="no revision lost"):
        Checkout(checkout).changed("lost")


def test_a_folder_without_git_is_told(tmp_path: Path) -> None:
    with pytest.raises(GitError, match="git ls-files failed"):
        Checkout(tmp_path).changed("")


def test_only_tests_that_need_a_changed_file_are_selected(checkout: Path) -> None:
    assert select(checkout, set()) == set()
    assert select(checkout, {f"{HOME}/one.py"}) == {"tests/server/test_one.py"}
    assert select(checkout, {"tests/server/test_two.py"}) == {"tests/server/test_two.py"}
    assert select(checkout, {"tests/server/test_gone.py"}) == set()


@pytest.mark.parametrize("file", ["pyproject.toml", "lock/runtime.txt", "run.py", "notes.bin"])
def test_what_nothing_is_known_to_need_selects_all(checkout: Path, file: str) -> None:
    both = {"tests/server/test_one.py", "tests/server/test_two.py"}
    assert select(checkout, {file}) == both


def test_pytest_runs_what_is_selected_or_named(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_needed="def test(): pass", test_other="def test(): pass")
    pytester.makeconftest(
        """
        import pathlib
        from support.selection import plugin
        from support.selection.plugin import *
        plugin.ROOT = pathlib.Path(__file__).parent
        plugin.select = lambda root, changed: changed
        plugin.Checkout.changed = lambda self, revision: set(revision.split())
        """
    )
    options = (
        "-p",
        "no:randomly",
        "-p",
        "no:cacheprovider",
        f"--override-ini=pythonpath={ROOT / 'tests'}",
    )
    some = pytester.runpytest_subprocess(*options, "--changed=test_needed.py")
    assert some.parseoutcomes() == {"passed": 1}
    none = pytester.runpytest_subprocess(*options, "--changed")
    assert none.ret == pytest.ExitCode.OK
    named = pytester.runpytest_subprocess(*options, "--changed=test_needed.py", "test_other.py")
    assert named.parseoutcomes() == {"passed": 1}


# --- this project -------------------------------------------------------------------------------


FOLDERS = ("config", "shared", "server", "client", "docs", "examples", "tests")


@pytest.fixture(scope="module")
def project() -> Dependencies:
    files = {
        path.relative_to(ROOT).as_posix()
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*.*")
        if "__pycache__" not in path.parts
    }
    return Dependencies(ROOT, files, entry_points(ROOT))


def mirror(file: str) -> str:
    """Return the path of the test that mirrors a module."""
    folder, _, *rest = file.removesuffix("/__init__.py").removesuffix(".py").split("/")
    return "/".join(["tests", folder, *rest[:-1], f"test_{rest[-1]}.py"]) if rest else ""


def test_every_module_of_this_project_selects_its_mirror_test(project: Dependencies) -> None:
    modules = [
        path.relative_to(ROOT).as_posix()
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*.py")
        if (ROOT / mirror(path.relative_to(ROOT).as_posix())).is_file()
    ]
    assert len(modules) > 400
    assert [file for file in modules if mirror(file) not in project.users(file)] == []


@pytest.mark.parametrize(
    ("changed", "tests"),
    [
        ("client/undertide_client/bots/skills.py", {"tests/server/cli/test_inspect.py"}),
        ("client/undertide_client/screens/map_screen.py", {"tests/end_to_end/test_terminals.py"}),
        ("client/undertide_client/web/map/map.js", {"tests/end_to_end/test_page.py"}),
        ("config/undertide_config/rules/default/gear.toml", {"tests/config/test_gear.py"}),
        ("docs/rules.md", {"tests/docs/test_rules.py"}),
        ("examples/explorer.py", {"tests/examples/test_examples.py"}),
        ("server/undertide_server/replays/worker.py", {"tests/server/replays/test_rooms.py"}),
        ("tests/conftest.py", {"tests/server/util/test_rng.py", "tests/client/test_api.py"}),
        ("tests/data/floors.json", {"tests/server/worldgen/layouts/test_catalogue.py"}),
        ("tests/shared/renew_protocol.py", {"tests/shared/test_protocol_page.py"}),
    ],
)
def test_hidden_needs_are_found_in_this_project(
    project: Dependencies, changed: str, tests: set[str]
) -> None:
    assert (ROOT / changed).is_file()
    assert tests <= project.users(changed)


def test_every_test_in_a_browser_needs_the_files_of_the_page(project: Dependencies) -> None:
    users = project.users("client/undertide_client/web/main.js")
    tests = [file for file in (ROOT / "tests").rglob("test_*.py") if file != Path(__file__)]
    browsing = [file for file in tests if "playwright" in file.read_text(encoding="utf-8")]
    assert browsing
    assert {file.relative_to(ROOT).as_posix() for file in browsing} <= users


@pytest.mark.parametrize(
    ("changed", "test"),
    [
        ("client/undertide_client/screens/map_screen.py", "tests/server/util/test_rng.py"),
        ("client/undertide_client/web/map/map.js", "tests/end_to_end/test_play.py"),
        ("config/undertide_config/rules/default/gear.toml", "tests/client/keys/test_keymap.py"),
        ("docs/rules.md", "tests/config/test_gear.py"),
        ("server/undertide_server/simulation/pipeline.py", "tests/client/api/test_client.py"),
        ("tests/data/floors.json", "tests/end_to_end/test_play.py"),
    ],
)
def test_a_test_that_needs_nothing_of_a_change_is_left_out(
    project: Dependencies, changed: str, test: str
) -> None:
    assert (ROOT / changed).is_file()
    assert (ROOT / test).is_file()
    assert test not in project.users(changed)
