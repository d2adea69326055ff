"""SQLite behind the seam: the only place that imports `sqlite3`."""
