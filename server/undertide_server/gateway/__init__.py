"""The edge of the server: websockets and HTTP on one port, limits, routing and session clocks."""
