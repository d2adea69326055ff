"""What one viewer may know: from a hero's senses, or the whole party's, to frames.

A view has one chain of frames. `picture` says what it shows now, `narration` what its log says,
`frames` turns the difference between two pictures into a delta, and `view` keeps the chain.
"""
