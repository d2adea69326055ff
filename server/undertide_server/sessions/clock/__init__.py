"""Time in a session: pace, due floors, and waiting intents."""
