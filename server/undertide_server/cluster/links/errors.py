"""Errors of links between nodes."""

from undertide_shared.errors import UndertideError


class LinkError(UndertideError):
    """Another node could not be reached, or gave no answer."""


class NoAnswerError(LinkError):
    """A question to a node has no answer: the link was lost, or the answer took too long."""

    def __init__(self, node: str, why: str) -> None:
        super().__init__(f"node {node} gave no answer: {why}")


class QuestionRefusedError(LinkError):
    """The other node refused a question, and said why.

    A handler of questions raises it to refuse one.
    """


class MalformedLinkError(LinkError):
    """The other node sent bytes that are no messages of a link."""
