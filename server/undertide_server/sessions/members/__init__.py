"""Who is in a session: seats, watchers, and their directory."""
