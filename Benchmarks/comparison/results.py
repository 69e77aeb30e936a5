"""The results of all engines: medians, and ratios of Galley to each."""

import datetime
import json
import statistics

from .engines import names, with_parts
from .figures import FIGURES, value
from .report import print_table


def summary(values):
    """Returns the median, the least and the most of some numbers."""
    figures = {"median": statistics.median(values), "least": min(values), "most": max(values)}
    return {name: float(f"{figure:.6g}") for name, figure in figures.items()}


def written(number):
    """Returns a number with at least three digits, and without an exponent."""
    return f"{number:,.0f}" if number >= 1000 else f"{number:.3g}"


def engine_result(key, rounds, engine):
    """Returns the median of an engine's figure and Galley's ratio to it, or None if it has none."""
    pairs = [(value(r["galley"], key), value(r.get(engine), key)) for r in rounds]
    pairs = [(galley, peer) for galley, peer in pairs if galley and peer]
    if not pairs:
        return None
    result = summary([peer for _, peer in pairs])
    if engine != "galley":
        result["ratio"] = summary([galley / peer for galley, peer in pairs])
    return result


def results(rounds):
    """Returns the results of all rounds, as written to results.json."""
    rounds = [with_parts(r) for r in rounds]
    found = {}
    for key, name in names().items():
        version = next((r[key]["version"] for r in rounds if "version" in r.get(key, {})), None)
        if any(key in r for r in rounds):
            found[key] = {"name": name, **({"version": version} if version else {})}
    figures = []
    for name, key, unit in FIGURES:
        of_engines = {engine: engine_result(key, rounds, engine) for engine in found}
        figures.append({"name": name, "key": key, "unit": unit,
                        "engines": {e: r for e, r in of_engines.items() if r}})
    first = rounds[0]["galley"]
    return {"date": datetime.date.today().isoformat(), "rounds": len(rounds),
            "messages": first["messages"], "characters": first["characters"],
            "engines": found, "figures": figures}


def write(found, path):
    path.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def report_peers(found):
    """Prints the figures of all engines, with the ratio of Galley to each and its range."""
    rows = [["", "", "median", "ratio", "range"]]
    for figure in found["figures"]:
        name = figure["name"]
        for engine, result in figure["engines"].items():
            ratio = result.get("ratio")
            rows.append([name, found["engines"][engine]["name"],
                         f"{written(result['median'])} {figure['unit']}",
                         f"{ratio['median']:.3f}" if ratio else "",
                         f"{ratio['least']:.3f}-{ratio['most']:.3f}" if ratio else ""])
            name = ""
    print()
    print_table(rows, left=(0, 1))
