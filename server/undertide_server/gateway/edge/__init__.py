"""The entrance for connections: sockets, TLS, proxies, origins, and limits by address key."""
