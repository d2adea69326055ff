"""List the mutants that no test killed, and count the rest: see "Mutants" in CONTRIBUTING.md.

Mutants that change only texts are left out, and so are those in `equivalent.toml`.
"""

import ast
import difflib
import json
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
MUTANTS: Final = ROOT / "build" / "mutation" / "mutants" / "src"
EQUIVALENT: Final = Path(__file__).parent / "equivalent.toml"
KILLED: Final = frozenset({1, 3, 24, 36, 152, 255, -24})
"""Exit codes by which mutmut keeps that tests failed, or that they never ended."""


@dataclass(frozen=True)
class Survivor:
    """A change of one function that no test noticed: the lines that went, and those that came."""

    function: str
    before: str
    after: str


def main(part: str = "") -> None:
    """Print the survivors of the modules whose path has `part`, and the figures of each module."""
    with EQUIVALENT.open("rb") as file:
        known = {
            Survivor(one["function"], one["before"], one["after"])
            for one in tomllib.load(file)["equivalent"]
        }
    whole: Counter[str] = Counter()
    for path in sorted(MUTANTS.rglob("*.meta")):
        module = path.relative_to(MUTANTS).as_posix().removesuffix(".py.meta")
        if part in module:
            figures = _report(path, module, known)
            print(f"{module}: {_as_text(figures)}")
            whole += figures
    print(f"all: {_as_text(whole)}")


def _report(path: Path, module: str, known: set[Survivor]) -> Counter[str]:
    """Print the survivors of a module and return how many mutants of each kind it has."""
    figures: Counter[str] = Counter()
    codes: dict[str, int | None] = json.loads(path.read_text())["exit_code_by_key"]
    functions = dict(_functions(path.with_suffix("")))
    for key, code in codes.items():
        if code is None:
            figures["not run"] += 1
        elif code in KILLED:
            figures["killed"] += 1
        else:
            survivor, is_text = _compared(module, key.rpartition(".")[2], functions)
            kind = "text" if is_text else "equivalent" if survivor in known else "survived"
            figures[kind] += 1
            if kind == "survived":
                print(f"  {key}\n    - {survivor.before}\n    + {survivor.after}")
    return figures


def _functions(path: Path) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, node


def _compared(
    module: str, name: str, functions: dict[str, ast.FunctionDef | ast.AsyncFunctionDef]
) -> tuple[Survivor, bool]:
    """Return a survivor, and whether it differs from the original by nothing but texts."""
    mangled = name.partition("__mutmut_")[0]
    bodies = [functions[mangled + "__mutmut_orig"], functions[name]]
    original, mutant = [ast.unparse(body).splitlines()[1:] for body in bodies]
    delta = [line for line in difflib.ndiff(original, mutant) if line[:2] in ("- ", "+ ")]
    gone, new = (" / ".join(line[2:].strip() for line in delta if line[0] == sign) for sign in "-+")
    plain = mangled.removeprefix("x_").removeprefix("xǁ").replace("ǁ", ".")
    function = f"{module.removeprefix('undertide_server/')}:{plain}"
    return Survivor(function, gone, new), len({_without_texts(body) for body in bodies}) == 1


def _without_texts(body: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """Return the code of a body without its texts. Keys are no texts: they have no spaces.

    False counts as None, since nothing here asks which of them a flag is, and that `zip` is strict
    counts as nothing: it asserts what always holds.
    """
    return "\n".join(
        ast.dump(_WithoutTexts().visit(deepcopy(statement))) for statement in body.body
    )


class _WithoutTexts(ast.NodeTransformer):
    """Puts None where a text stands, as some mutants do."""

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.Constant:
        return ast.copy_location(ast.Constant(None), node)

    def visit_keyword(self, node: ast.keyword) -> ast.keyword | None:
        return None if node.arg == "strict" else ast.keyword(node.arg, self.visit(node.value))

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        is_text = isinstance(node.value, str) and " " in node.value
        return ast.Constant(None) if is_text or node.value is False else node


def _as_text(figures: Counter[str]) -> str:
    return ", ".join(f"{number} {kind}" for kind, number in figures.most_common())


if __name__ == "__main__":
    main(*sys.argv[1:2])
