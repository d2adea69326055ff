"""Views: what one viewer may know, from a hero's senses or the whole party's, as frames.

A view has one chain of frames. `picture` holds what it shows now, `narration` writes its log,
`frames` turns the difference between two pictures into a delta, and `view` keeps the chain.
"""
