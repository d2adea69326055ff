"""One script from the page's modules, so that a browser asks once and not for each module. Pure.

A bundle holds each module as a function that runs once and returns the module's exports, after the
modules that it imports. The text between imports and exports stays as it is, without comments.
"""

import re
from collections.abc import Iterator, Mapping
from posixpath import dirname, join, normpath
from typing import Final

IMPORT: Final = re.compile(r'^import (?:\{([^}]*)\}|\* as (\w+)) from "([^"]+)";\n', re.MULTILINE)
"""An import of names, or of all names under one."""
EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
"""An export of what is declared in the same line."""
OTHER: Final = re.compile(r"^(?:import|export)\b.*$", re.MULTILINE)
"""Any other form of import or export, which a bundle can't hold."""


COMMENT: Final = re.compile(r"^ */\*.*?\*/\n", re.MULTILINE | re.DOTALL)
"""A comment in lines of its own, which a bundle leaves out: it is sent to each visitor."""


class BundleError(ValueError):
    """A module that a bundle can't hold. The text names the module and the reason."""


def bundle(modules: Mapping[str, str], first: str) -> str:
    """Return one script that runs the module `first`, and those that it needs before it.

    `modules` holds the text of each module by its path. Raises BundleError if a module imports a
    module or a name that is missing, or itself over others, or has an import or export of another
    form.
    """
    ordered: dict[str, str] = {}
    _place(modules, first, (), ordered)
    return "".join(ordered.values())


def imported(path: str, text: str) -> Iterator[str]:
    """Yield the paths of the modules that a module imports."""
    for _names, _whole, target in IMPORT.findall(text):
        yield _resolved(path, target)


def _place(
    modules: Mapping[str, str], path: str, above: tuple[str, ...], ordered: dict[str, str]
) -> None:
    """Add a module to `ordered` after those that it imports. `above` are those that import it."""
    if path in ordered:
        return
    if path in above:
        raise BundleError(f"{path} imports itself: {' → '.join((*above, path))}")
    if path not in modules:
        raise BundleError(f"{above[-1] if above else 'the page'} imports {path}, which is missing")
    for target in imported(path, modules[path]):
        _place(modules, target, (*above, path), ordered)
    _check_names(modules, path)
    ordered[path] = _wrapped(path, modules[path])


def _check_names(modules: Mapping[str, str], path: str) -> None:
    """Raise BundleError if a module imports a name that the other module doesn't export."""
    for names, _whole, target in IMPORT.findall(modules[path]):
        source = _resolved(path, target)
        exports = EXPORT.findall(modules[source])
        for asked in filter(None, map(str.strip, names.split(","))):
            name = asked.partition(" as ")[0]
            if name not in exports:
                raise BundleError(f"{path} imports {name}, which {source} doesn't export")


def _wrapped(path: str, text: str) -> str:
    """Return a module as a constant that holds its exports."""
    exports = EXPORT.findall(text)
    code = COMMENT.sub("", text)
    body = EXPORT.sub("", IMPORT.sub(lambda match: _constant(path, match), code))
    strange = OTHER.search(body)
    if strange is not None:
        raise BundleError(f"{path}: a bundle can't hold {strange.group()!r}")
    returned = f"return {{ {', '.join(exports)} }};\n" if exports else ""
    return f"// {path}\nconst {_name(path)} = (() => {{\n{body}{returned}}})();\n"


def _constant(path: str, match: re.Match[str]) -> str:
    """Return an import as a constant."""
    names, whole, target = match.groups()
    source = _name(_resolved(path, target))
    if whole:
        return f"const {whole} = {source};\n"
    return f"const {{{names.replace(' as ', ': ')}}} = {source};\n"


def _resolved(path: str, target: str) -> str:
    return normpath(join(dirname(path), target))


def _name(path: str) -> str:
    return "$" + re.sub(r"\W", "_", path.removesuffix(".js"))
