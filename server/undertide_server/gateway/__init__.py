"""The edge: websockets and HTTP on one port, limits, routing, and the sessions' clocks."""
