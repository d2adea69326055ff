"""The texts in modules of the terminal and of the page, with {} for what they leave open. Pure."""

import ast
import re
from collections.abc import Iterator

OPEN = "{}"
COMMENT = re.compile(r"/\*.*?\*/|(?<![:\\])//[^\n]*", re.DOTALL)
JOINED = re.compile(r"\s*\+\s*(?=[\"'`])")
"""What stands between two parts of one text."""
UNTOLD = re.compile(
    r"(?:\b(?:Error|querySelector|querySelectorAll|closest|matches)\(|\b(?:style|className) = )$"
)
"""What stands before texts that no player reads: errors of the program, selectors and classes."""
ESCAPE = re.compile(r"\\(?:u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|(.))")
NAMED_ESCAPES = {"n": "\n", "t": "\t"}


def python_texts(source: str) -> Iterator[str]:
    """Yield each text of a module in Python."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.JoinedStr):
            yield "".join(
                str(part.value) if isinstance(part, ast.Constant) else OPEN for part in node.values
            )
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def script_texts(source: str) -> Iterator[str]:
    """Yield each text of a module in JavaScript, and those inside of its open places.

    Texts of `UNTOLD` are left out.
    """
    code, at, whole = COMMENT.sub("", source), 0, ""
    while at < len(code):
        if code[at] not in "\"'`":
            at += 1
            continue
        told = not UNTOLD.search(code, max(0, at - 20), at)
        text, inner, at = _literal(code, at)
        for each in inner:
            yield from script_texts(each)
        whole += text
        joined = JOINED.match(code, at)
        if joined:
            at = joined.end()
            continue
        if told:
            yield whole
        whole = ""


def _literal(code: str, start: int) -> tuple[str, list[str], int]:
    """Return the text that begins at a quote, the code of its open places, and where it ends."""
    quote, at = code[start], start + 1
    text, inner = "", []
    while code[at] != quote:
        if escape := ESCAPE.match(code, at):
            text, at = text + _escaped(escape), escape.end()
        elif quote == "`" and code.startswith("${", at):
            end = _closing(code, at + 2)
            inner.append(code[at + 2 : end])
            text, at = text + OPEN, end + 1
        else:
            text, at = text + code[at], at + 1
    return text, inner, at + 1


def _closing(code: str, at: int) -> int:
    """Return where the brace closes that was opened before `at`."""
    depth = 0
    while depth or code[at] != "}":
        if code[at] in "\"'`":
            at = _literal(code, at)[2]
            continue
        depth += {"{": 1, "}": -1}.get(code[at], 0)
        at += 1
    return at


def _escaped(escape: re.Match[str]) -> str:
    point = escape[1] or escape[2]
    return chr(int(point, 16)) if point else NAMED_ESCAPES.get(escape[3], escape[3])
