"""What one node of a cluster knows of the others, and how it reaches them."""

from dataclasses import dataclass

from undertide_server.cluster.directory import ClusterDirectory
from undertide_server.cluster.health import ClusterHealth
from undertide_server.cluster.links.node_links import NodeLinks
from undertide_server.cluster.lobby import ClusterLobby


@dataclass(frozen=True, slots=True)
class NodeParts:
    """The parts of a node that its gateway uses."""

    links: NodeLinks
    directory: ClusterDirectory
    lobby: ClusterLobby
    health: ClusterHealth
