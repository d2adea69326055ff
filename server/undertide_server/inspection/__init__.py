"""What `undertide inspect` shows of content: a module a subject, each with the same three steps.

`…_data` works it out (plain values, ready for JSON), `render_…` makes a rich renderable of that for
a terminal, and `plot_…` writes a picture of it as PNG. Subjects: `curve`, `roster`, `floor`.
"""
