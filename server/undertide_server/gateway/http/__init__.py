"""Plain HTTP on the same port: pages, metrics, readiness, status."""
