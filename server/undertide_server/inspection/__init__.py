"""The reports of `undertide inspect`: one module per subject, with the same three steps.

`…_data` computes a report as plain values, ready for JSON. `render_…` turns it into a rich
renderable for a terminal, and `plot_…` writes a picture of it as PNG.
"""
