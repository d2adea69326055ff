"""What the news of a renewal say about runs whose owners have no lease."""

from undertide_server.store.nodes import ClusterNews, Load, Node, NodeStatus


def status(name: str, *, is_living: bool) -> NodeStatus:
    node = Node(id=name, address="", key=b"", rules=7, version="1.0")
    return NodeStatus(node, "serving", Load(), begun=0.0, lease_age=0.0, is_living=is_living)


def test_runs_of_nodes_that_expired_or_were_removed_are_orphans() -> None:
    nodes = (status("expired", is_living=False), status("living", is_living=True))
    runs = {"expired": 3, "living": 5, "removed": 2}
    news = ClusterNews(nodes, runs, owned=frozenset(), lobby={})
    assert (news.orphans, news.abandoned) == (5, 2)
