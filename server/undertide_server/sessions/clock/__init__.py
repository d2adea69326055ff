"""Time in a session: paces, due floors, and waiting intents."""
