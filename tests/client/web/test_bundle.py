import re
from posixpath import dirname

import pytest

from undertide_client.web import FIRST, OPERATORS, read_modules, read_page
from undertide_client.web.bundle import BundleError, bundle, imported

MODULES = {
    "main.js": 'import { add as plus } from "./sums/add.js";\nimport * as own from "./own.js";\n'
    "plus(own.ONE, 1);\n",
    "own.js": "export const ONE = 1;\n",
    "sums/add.js": 'import { ONE } from "../own.js";\nexport function add(one, two) {}\n',
}


def test_a_module_runs_once_and_after_those_that_it_imports() -> None:
    script = bundle(MODULES, "main.js")
    assert re.findall(r"^// (.+)$", script, re.MULTILINE) == ["own.js", "sums/add.js", "main.js"]
    assert "const { add: plus } = $sums_add;" in script
    assert "const own = $own;" in script
    assert "return { add };" in script


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('import { a } from "./gone.js";\n', "main.js imports gone.js, which is missing"),
        ('import { two } from "./own.js";\n', "main.js imports two, which own.js doesn't export"),
        ('import { a } from "./main.js";\n', "main.js imports itself: main.js → main.js"),
        ("export default 1;\n", "main.js: a bundle can't hold 'export default 1;'"),
        ('import "./own.js";\n', "main.js: a bundle can't hold 'import \"./own.js\";'"),
    ],
)
def test_a_module_that_can_not_be_bundled_is_named(text: str, reason: str) -> None:
    with pytest.raises(BundleError, match=re.escape(reason)):
        bundle(MODULES | {"main.js": text}, "main.js")


def used_from(first: str) -> set[str]:
    """Return a module, and those that it needs."""
    modules = read_modules()
    used = {first}
    waiting = [first]
    while waiting:
        path = waiting.pop()
        fresh = set(imported(path, modules[path])) - used
        used |= fresh
        waiting += fresh
    return used


def test_the_two_pages_use_each_of_their_modules() -> None:
    game, operators = used_from(FIRST), used_from(OPERATORS)
    assert game | operators == read_modules().keys() - {"boot.js"}
    page = read_page()
    for script, used in (("page.js", game), ("operators.js", operators)):
        assert page[script].decode().count("\n// ") + 1 >= len(used)


def test_players_are_sent_nothing_of_the_operators_page() -> None:
    assert not any(path.startswith("operators/") for path in used_from(FIRST))


def test_no_two_folders_of_the_page_import_each_other() -> None:
    modules = read_modules()
    pairs = {
        (dirname(path), dirname(target))
        for path, text in modules.items()
        for target in imported(path, text)
        if dirname(path) != dirname(target)
    }
    above = {pair for pair in pairs if pair[::-1] in pairs and not _is_within(*pair)}
    assert above == set()


def _is_within(one: str, other: str) -> bool:
    """Return whether one folder holds the other."""
    return f"{one}/".startswith(f"{other}/") or f"{other}/".startswith(f"{one}/")


def test_comments_are_not_sent() -> None:
    text = '/** What\n * for. */\n  /* Inside. */\nconst url = "http://x/*y*/"; // z\n'
    script = bundle({"main.js": text}, "main.js")
    assert script == f"// main.js\nconst $main = (() => {{\n{text.splitlines()[-1]}\n}})();\n"
