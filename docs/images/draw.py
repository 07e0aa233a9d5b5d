"""Lines, dots and words of the SVG pictures that the scripts of this folder draw. Python 3 only."""

BLUE, GREY, RED, ORANGE, AIR = "#1f77b4", "#7f7f7f", "#d62728", "#ff7f0e", "#cfe5f5"


class Picture:
    def __init__(self, width, height):
        self.width, self.height, self.parts = width, height, []

    def text(self, x, y, words, anchor="middle", colour="#000", size=12):
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}" font-size="{size}">{words}</text>')

    def line(self, points, colour, width=1.5, dash="", fill="none", close=False):
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        dash = f' stroke-dasharray="{dash}"' if dash else ""
        shape = "polygon" if close else "polyline"
        self.parts.append(f'<{shape} points="{path}" fill="{fill}" stroke="{colour}" stroke-width="{width}"{dash}/>')

    def dot(self, x, y, colour, filled=True, radius=4.5):
        fill = colour if filled is True else filled or "white"
        self.parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{fill}" stroke="{colour}" stroke-width="1.5"/>')

    def box(self, x, y, width, height, fill, colour="none"):
        self.parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{fill}" stroke="{colour}"/>')

    def arrow(self, x0, y0, x1, y1, colour="#000", width=1.5):
        length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        ex, ey = (x1 - x0) / length, (y1 - y0) / length
        self.line([(x0, y0), (x1 - 4 * ex, y1 - 4 * ey)], colour, width)
        tip = [(x1, y1), (x1 - 7 * ex - 3.5 * ey, y1 - 7 * ey + 3.5 * ex), (x1 - 7 * ex + 3.5 * ey, y1 - 7 * ey - 3.5 * ex)]
        self.line(tip, colour, 0.5, fill=colour, close=True)

    def save(self, path):
        with open(path, "w") as f:
            f.write(f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.height}" font-family="sans-serif">\n')
            f.write('<rect width="100%" height="100%" fill="white"/>\n' + "\n".join(self.parts) + "\n</svg>\n")
