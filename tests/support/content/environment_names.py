"""Every variable of the environment that the program reads, as its source says."""

import ast
from functools import cache
from pathlib import Path

from undertide_shared.command import IN_FILE

ROOT = Path(__file__).parents[3]
FOLDERS = ("config", "shared", "server", "client")
SINGLE_FILES = ("hatch_build.py", "run.py")
READERS = {"read_secret", "SecretOption"}
"""What reads a variable that is named elsewhere, or the file that its twin names."""
ENVIRONMENT = {"environ", "environment"}
"""What source code calls the variables of the environment."""


def constants(tree: ast.Module) -> dict[str, list[str]]:
    """Return the texts that each name of a module may stand for: constants, members of tuples."""
    found: dict[str, list[str]] = {}
    for node in ast.walk(tree):
        match node:
            case (
                ast.AnnAssign(target=ast.Name(id=name), value=ast.Constant(value=str(text)))
                | ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=str(text)))
            ):
                found[name] = [text]
            case ast.comprehension(target=ast.Name(id=name), iter=ast.Tuple(elts=members)):
                found[name] = [str(one.value) for one in members if isinstance(one, ast.Constant)]
            case ast.ImportFrom(module=str(module)) if module.startswith("undertide_shared."):
                there = constants_of(module)
                found |= {one.name: there[one.name] for one in node.names if one.name in there}
    return found


@cache
def constants_of(module: str) -> dict[str, list[str]]:
    """Return the texts that each name of a module stands for that both ends share."""
    path = ROOT / "shared" / Path(*module.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return constants(ast.parse(file.read_text(encoding="utf-8")))


def asked(node: ast.AST) -> ast.expr | None:
    """Return which variable of the environment an expression or an option reads, if any."""
    match node:
        case ast.Subscript(value=where, slice=key) if is_environment(where):
            return key
        case ast.Call(func=ast.Attribute(value=where, attr="get"), args=[key, *_]) if (
            is_environment(where)
        ):
            return key
        case ast.Call(func=ast.Attribute(attr="getenv") | ast.Name(id="getenv"), args=[key, *_]):
            return key
        case ast.keyword(arg="envvar", value=key):
            return key
    return None


def secret(node: ast.AST) -> ast.expr | None:
    """Return which variable an expression or an option reads that may be in a file, if any."""
    match node:
        case ast.Call(func=ast.Name(id="read_secret"), args=[ast.Name() as key]):
            return key
        case ast.Call(keywords=keywords):
            given = {keyword.arg: keyword.value for keyword in keywords}
            match given.get("cls"):
                case ast.Name(id="SecretOption"):
                    return given["envvar"]
    return None


def outside_readers(tree: ast.Module) -> ast.Module:
    """Return a module without the definitions of what reads variables that others name."""
    defined = (ast.FunctionDef, ast.ClassDef)
    kept = [node for node in tree.body if not isinstance(node, defined) or node.name not in READERS]
    return ast.Module(kept, [])


def is_environment(node: ast.expr) -> bool:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in ENVIRONMENT
    return False


@cache
def variables() -> frozenset[str]:
    """Return every variable of the environment that the source reads."""
    sources = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")]
    found: set[str] = set()
    for path in [*sources, *(ROOT / name for name in SINGLE_FILES)]:
        tree = outside_readers(ast.parse(path.read_text(encoding="utf-8")))
        known = constants(tree)
        for key in filter(None, map(secret, ast.walk(tree))):
            assert isinstance(key, ast.Name), path
            found |= {f"{name}{IN_FILE}" for name in known[key.id]} | set(known[key.id])
        for key in filter(None, map(asked, ast.walk(tree))):
            match key:
                case ast.Constant(value=str(name)):
                    found.add(name)
                case ast.Name(id=name):
                    found |= set(known[name])
                case _:
                    raise AssertionError(f"{path}: can't tell which variable {ast.unparse(key)} is")
    return frozenset(found)
