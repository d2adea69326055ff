"""Who may come in, and how much they may say: proxies, TLS, origins, limits by address."""
