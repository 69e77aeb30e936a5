"""The names, units and limits of all figures."""

# The figures of an engine, compared in rounds: name, key, unit, and the maximum ratio to Pango's figure.
BARS = [
    ("first layout, cold caches", "first_us", "µs", 0.35),
    ("layout again, warm caches", "again_us", "µs", None),
    ("relayout at a second width", "relayout_us", "µs", 0.01),
    ("drawing, one thread", "raster_us", "µs", 0.5),
    ("screen of 15 messages", "screen15_ms", "ms", None),
    ("memory per layout", "bytes_per_layout", "bytes", 0.6),
]
# All figures of engines, with those that have no limit. A dot leads to a member of a figure.
FIGURES = [bar[:3] for bar in BARS[:4]] + [
    ("drawing, two threads", "raster_threads_us.2", "µs"),
] + [bar[:3] for bar in BARS[4:]]
# The figures of `galley bench --entities`, with limits instead of a rival.
ENTITY_BARS = [
    ("layout of 100 KB, 2,000 entities", "entities_100k_ms", "ms", 60),
    ("growth for ten times the text", "entities_growth", "x", 12),
    ("two palettes, to one palette", "recolor_ratio", "x", 1.05),
    ("revealed spoilers, to none", "reveal_ratio", "x", 1.05),
    ("balanced lines, to greedy lines", "balanced_ratio", "x", 10),
    ("find the link at a point", "link_us", "µs", 2),
]
# The figures of `galley bench --display`, each with an upper or lower limit.
DISPLAY_BARS = [
    ("create a node off the main actor", "node_us", "µs", "<=", 1),
    ("commit 10 of 1,000 nodes, p99", "commit_p99_us", "µs", "<=", 150),
    ("check a ticket", "ticket_ns", "ns", "<=", 2),
    ("cancel drawing 500 lines, p99", "stop_p99_us", "µs", "<=", 50),
    ("speedup with two threads", "raster_speedup", "x", ">=", 1.8),
    ("fling: wasted drawing", "storm_waste", "", "<=", 0.05),
]
THREADS_BAR = 1.7
START_BAR = 0.7


def value(figures, key):
    """Returns a figure, or None if an engine does not have it."""
    for part in key.split("."):
        figures = figures.get(part) if isinstance(figures, dict) else None
    return figures
