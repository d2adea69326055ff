"""Messages to viewers: frames by view, the delay of spectators, the outbox."""
