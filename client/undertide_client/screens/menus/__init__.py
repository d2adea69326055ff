"""Small screens that open over any other: help, history, chat, quitting."""
