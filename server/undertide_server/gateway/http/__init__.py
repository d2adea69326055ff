"""Plain HTTP on the server's port: the page, metrics, readiness and the status page."""
