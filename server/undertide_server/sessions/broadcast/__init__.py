"""What viewers are sent: frames by view, the delay of spectators, the outbox."""
