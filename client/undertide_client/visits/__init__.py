"""The game for those who visit a server by ssh, in a worker process of that server."""
