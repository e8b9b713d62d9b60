#!/usr/bin/env python3
"""Plots of the comparison of the two ways as one SVG per family, and its table.

usage: bench/paths/plot.py RESULTS.tsv FOLDER   (the table goes to standard output)
"""
import collections
import math
import os
import sys

rows = [line.rstrip("\n").split("\t") for line in open(sys.argv[1])]
head, rows = rows[0], rows[1:]
folder = sys.argv[2]
os.makedirs(folder, exist_ok=True)
families = collections.OrderedDict()
for row in rows:
    r = dict(zip(head, row))
    families.setdefault(r["family"], {"forward": [], "backward": []})[r["way"]].append(r)

DASH = {"time": "", "dag": ' stroke-dasharray="4 3"', "exprs": ' stroke-dasharray="1 3"'}
COLOURS = {"forward": "#1f6feb", "backward": "#d1242f"}


def svg(name, ways):
    """Time to generate (solid), nodes of the DAG (dashed) and expressions that
    were made (dotted), logarithmic."""
    width, height, left, top = 420, 240, 56, 28
    sizes = [int(r["size"]) for r in ways["forward"]]
    series = []
    for way, list_ in ways.items():
        series.append((way, "time", [max(float(r["generate_ms"]), 1e-3) for r in list_]))
        series.append((way, "dag", [max(float(r["dag"]), 1) for r in list_]))
        series.append((way, "exprs", [max(float(r["exprs"]), 1) for r in list_]))
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'font-family="sans-serif" font-size="11">',
        f'<text x="{left}" y="16" font-size="13">{name}</text>',
    ]

    def place(kind, i, v):
        values = [x for w, k, list_ in series if k == kind for x in list_]
        low, high = math.log10(min(values)), math.log10(max(values))
        x = left + (width - left - 70) * i / max(len(sizes) - 1, 1)
        y = height - 36 - (height - 36 - top) * (math.log10(v) - low) / max(high - low, 1e-9)
        return x, y

    for way, kind, list_ in series:
        points = " ".join("%.1f,%.1f" % place(kind, i, v) for i, v in enumerate(list_))
        dash = DASH[kind]
        out.append(
            f'<polyline fill="none" stroke="{COLOURS[way]}" stroke-width="1.6"{dash} points="{points}"/>'
        )
    for i, size in enumerate(sizes):
        x = left + (width - left - 70) * i / max(len(sizes) - 1, 1)
        out.append(f'<text x="{x:.0f}" y="{height - 18}" text-anchor="middle">{size}</text>')
    for n, (way, kind) in enumerate([(w, k) for w in COLOURS for k in DASH]):
        dash = DASH[kind]
        y = top + 14 * n
        out.append(
            f'<line x1="{width - 62}" x2="{width - 44}" y1="{y}" y2="{y}" stroke="{COLOURS[way]}"{dash}/>'
            f'<text x="{width - 40}" y="{y + 4}" font-size="9">{way[:4]}. {kind}</text>'
        )
    values = [x for w, k, list_ in series if k == "time" for x in list_]
    out.append(f'<text x="4" y="{top + 4}">{max(values):.3g} ms</text>')
    out.append(f'<text x="4" y="{height - 34}">{min(values):.3g} ms</text>')
    out.append("</svg>")
    return "\n".join(out) + "\n"


print("| family | size | paths | generate ms, forward | backward | solver ms, f. | b. | DAG nodes, f. | b. | tree nodes, f. | b. | expressions, f. | b. | peak MiB, f. | b. |")
print("| --- " * 15 + "|")
TIMES = ("generate_ms", "solver_ms", "tree")
for name, ways in families.items():
    with open(os.path.join(folder, name + ".svg"), "w") as f:
        f.write(svg(name, ways))
    for f_, b in zip(ways["forward"], ways["backward"]):
        cells = [name, f_["size"], f_["paths"]]
        for key in ("generate_ms", "solver_ms", "dag", "tree", "exprs", "peak_kib"):
            for r in (f_, b):
                if key == "peak_kib":
                    cells.append("%.1f" % (float(r[key]) / 1024))
                else:
                    cells.append("%.3g" % float(r[key]) if key in TIMES else r[key])
        print("| " + " | ".join(cells) + " |")

# From the smallest to the largest size: what the numbers grow by.
print("\n| family | sizes | generate, forward | backward | DAG, f. | b. | expressions, f. | b. |")
print("| --- " * 8 + "|")
for name, ways in families.items():
    first, last = ways["forward"][0], ways["forward"][-1]
    cells = [name, "%s to %s" % (first["size"], last["size"])]
    for key in ("generate_ms", "dag", "exprs"):
        for way in ("forward", "backward"):
            list_ = ways[way]
            cells.append("%.3g" % (float(list_[-1][key]) / max(float(list_[0][key]), 1e-3)))
    print("| " + " | ".join(cells) + " |")
