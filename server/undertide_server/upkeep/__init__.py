"""What a server does beside play: it reads settings again, watches its disk, deletes old runs."""
