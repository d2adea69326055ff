"""The journal of a session: writing, recovering and verifying runs."""
