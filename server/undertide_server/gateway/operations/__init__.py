"""What a host sees of a running server: metrics, readiness, the status page."""
