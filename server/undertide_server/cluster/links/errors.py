"""Errors of links between nodes."""

from typing import Final

import msgspec

from undertide_shared.errors import UndertideError

MALFORMED: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""The errors that decoding raises for bytes that no node of this version has written."""


class LinkError(UndertideError):
    """Another node could not be reached, or gave no answer."""


class UnansweredError(LinkError):
    """A question to a node has no answer: the link was lost, or the answer took too long."""

    def __init__(self, node: str, why: str) -> None:
        super().__init__(f"node {node} gave no answer: {why}")


class QuestionRefusedError(LinkError):
    """The other node refused a question, and said why.

    A handler of questions raises it to refuse one.
    """


class OversizeError(LinkError):
    """A message is too large for a link."""

    def __init__(self, message: str, size: int, most: int) -> None:
        super().__init__(f"a {message} has {size} bytes; a link carries at most {most} at once")


class LinkRefusedError(LinkError):
    """A node refused a link, or nothing listens at its address."""


class BadLinkAddressError(LinkError):
    """A text is no address at which a node can listen for links."""

    def __init__(self, text: str, why: str) -> None:
        super().__init__(f"{text!r} is no address of a node: {why}")
