"""The tables of figures with limits."""

import statistics

from .figures import BARS, DISPLAY_BARS, ENTITY_BARS, START_BAR, THREADS_BAR


def ratio_row(name, unit, galley, pango, bar, held):
    ratios = [g / p if p else float("inf") for g, p in zip(galley, pango)]
    ratio = statistics.median(ratios)
    verdict = "" if bar is None else f"<= {bar:g}  " + ("held" if ratio <= bar else "MISSED")
    held.append(bar is None or ratio <= bar)
    return [name, f"{statistics.median(galley):,.4g} {unit}",
            f"{statistics.median(pango):,.4g} {unit}", f"{ratio:.3f}",
            f"{min(ratios):.3f}-{max(ratios):.3f}", verdict]


def print_table(rows, left):
    """Prints rows in columns, with the columns `left` aligned to the left."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = [cell.ljust(width) if column in left else cell.rjust(width)
                 for column, (cell, width) in enumerate(zip(row, widths))]
        print("  ".join(cells).rstrip())


def report(rounds, starts):
    """Prints the comparison with Pango, and returns whether it is within the limits."""
    held = []
    rows = [["", "Galley", "Pango + cairo", "ratio", "range", "limit"]]
    for name, key, unit, bar in BARS:
        rows.append(ratio_row(name, unit, [r["galley"][key] for r in rounds],
                              [r["pango"][key] for r in rounds], bar, held))
    speedups = {who: [r[who]["raster_threads_us"]["1"] / r[who]["raster_threads_us"]["2"]
                      for r in rounds] for who in ("galley", "pango")}
    speedup = statistics.median(speedups["galley"])
    held.append(speedup >= THREADS_BAR)
    rows.append(["drawing, speedup of two threads", f"{speedup:.2f} x",
                 f"{statistics.median(speedups['pango']):.2f} x", "",
                 f"{min(speedups['galley']):.2f}-{max(speedups['galley']):.2f}",
                 f">= {THREADS_BAR:g}  " + ("held" if held[-1] else "MISSED")])
    for fonts, bar in (("system", START_BAR), ("manifest", None)):
        rows.append(ratio_row(f"start to picture, {fonts} fonts", "ms", starts[fonts]["galley"],
                              starts[fonts]["pango"], bar, held))

    count, characters = (rounds[0]["galley"][key] for key in ("messages", "characters"))
    print(f"{count} messages, {characters} characters; {len(rounds)} rounds, medians\n")
    print_table(rows, left=(0, 5))
    floor = statistics.median(starts["one"]["floor"])
    print(f"least work of a start to a picture: {floor:.1f} ms")
    return all(held)


def report_entities(figures, rival):
    """Prints the figures of entities. Pango lacks blocks, spoilers, themes and balanced lines."""
    print()
    for name, key, unit, bar in ENTITY_BARS:
        verdict = "held" if figures[key] <= bar else "MISSED"
        print(f"{name.ljust(32)}  {figures[key]:>8.4g} {unit.ljust(2)}  <= {bar:g}  {verdict}"
              + (f"  (Pango: {rival[key]:.4g} {unit})" if key in rival else ""))
    return all(figures[key] <= bar for _, key, _, bar in ENTITY_BARS)


def report_display(figures):
    """Prints the figures of display, which Pango does not have."""
    print()
    held = []
    for name, key, unit, sign, bar in DISPLAY_BARS:
        held.append(figures[key] <= bar if sign == "<=" else figures[key] >= bar)
        print(f"{name.ljust(32)}  {figures[key]:>8.4g} {unit.ljust(2)}  {sign} {bar:g}  "
              + ("held" if held[-1] else "MISSED"))
    rest = {key: value for key, value in figures.items()
            if key not in [bar[1] for bar in DISPLAY_BARS]}
    print(", ".join(f"{key} {value:g}" for key, value in rest.items()))
    return all(held)
