"""Sessions: seats, inbox, pace, journal order and outgoing views. Sans-I/O.

Bytes, clocks, secrets and storage are handed in and out, so that tests drive a session without a
socket or a sleep. Times are seconds of a clock that never jumps.
"""
