"""PostgreSQL behind the seam: the only place that imports `psycopg`, which is an extra."""
