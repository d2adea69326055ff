"""How far other nodes allow their runs to be shown."""

from collections.abc import Mapping, Sequence
from typing import Final, cast

from undertide_server.cluster.links.questions import AskReaches, RunReaches
from undertide_server.cluster.node_parts import NodeParts
from undertide_server.replays.look_back import LookBack, least
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import Identity
from undertide_shared.codes import id_of
from undertide_shared.messages import ErrorCode

UNSURE: Final = "a part of this server gives no answer at the moment: try again"
NO_MEMBER: Final = -1
"""The number of somebody who is in no session of a node."""


class RunsOfNodes:
    """The runs that other nodes know; it answers their questions about those of this node."""

    def __init__(self, node: NodeParts, own: LookBack) -> None:
        self._links = node.links
        self._directory = node.directory
        self._own = own
        node.links.answer_with(AskReaches, self._tell)

    def run_of(self, said: str) -> str:
        """Return the run of another node's session by its id or an invite code; empty if none."""
        remote = self._directory.remote.get(id_of(said))
        return "" if remote is None else remote.run

    async def reaches(
        self, runs: Sequence[str], said: str = "", identity: Identity | None = None
    ) -> Mapping[str, int]:
        """Return the last step of each run that may not be shown to its end yet.

        All living nodes are asked: also a node that had a run until a moment ago knows its delay.
        Raises RequestRefusedError as `replays.look_back.RunsElsewhere` says.
        """
        nodes = [each.id for each in self._directory.others]
        person = identity or Identity()
        who = person.account, person.address_key, person.operator
        answers = await self._links.ask_all(nodes, AskReaches(list(runs), said, *who), RunReaches)
        if len(answers) < len(nodes):
            raise RequestRefusedError("server_full", UNSURE)
        found: dict[str, int] = {}
        for answer in answers.values():
            if answer.code:
                raise RequestRefusedError(cast(ErrorCode, answer.code), answer.reason)
            found = least(found, answer.steps)
        return found

    async def _tell(self, question: AskReaches) -> RunReaches:
        """Answer another node."""
        if question.said:
            person = Identity(question.account, question.address_key, question.operator)
            try:
                for run in question.runs:
                    self._own.check(run, question.said, NO_MEMBER, person)
            except RequestRefusedError as refusal:
                return RunReaches({}, refusal.code, refusal.reason)
        return RunReaches(self._own.own_reaches(question.runs))
