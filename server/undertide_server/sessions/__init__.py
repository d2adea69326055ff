"""Sessions: seats, inboxes, paces, journals and outgoing views. Sans-I/O.

Callers hand in bytes, clocks, secrets and storage, so tests drive a session without a socket or a
sleep. Times are seconds of a monotonic clock.
"""
