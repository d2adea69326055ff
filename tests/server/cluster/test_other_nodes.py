from support.cluster.direct_links import nodes_of_one_process
from undertide_server.cluster.links.messages import AskStatus, NodeReport


async def test_every_other_node_has_an_entry_with_its_answer_or_none() -> None:
    nodes = nodes_of_one_process(["w1", "w2", "w3"])

    async def answer(_asked: AskStatus) -> NodeReport:
        return NodeReport(b"well")

    for others, _ in nodes.values():
        others.answer_with(AskStatus, answer)
    nodes["w3"][1].silent = True
    found = await nodes["w1"][0].query_all(AskStatus(), NodeReport)
    assert found == {"w2": NodeReport(b"well"), "w3": None}
