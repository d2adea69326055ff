"""The way in: sockets, TLS, proxies, origins, and limits by address."""
