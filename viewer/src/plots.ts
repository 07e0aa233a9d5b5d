// Live plots of the history: hover reads values, dragging zooms, the window scrolls with time.
import uPlot from "uplot";
import { dashes, lineColours } from "./colours";
import type { History, PlotData } from "./history";
import { saveFile, fileName } from "./save";
import { readable, readableUnit } from "./units";

const TALL = 112; // px

class LivePlot {
  readonly element = document.createElement("figure");
  private plot: uPlot | null = null;
  private version = -1;
  private unit = "";
  private zoomed = false;

  constructor(
    private readonly history: History,
    readonly title: string,
    private dark: boolean,
    private readonly cursor: (time: number | null) => void,
  ) {
    this.element.className = "plot";
    this.element.dataset.plot = title;
    const caption = document.createElement("figcaption");
    caption.textContent = title;
    const csv = this.button("CSV", `Save ${title} as CSV`, () => {
      const data = this.data();
      if (data) saveFile(fileName(title, "csv"), new Blob([history.csv([data])], { type: "text/csv" }));
    });
    const png = this.button("PNG", `Save ${title} as PNG`, () => this.savePicture());
    caption.append(csv, png);
    this.element.append(caption);
  }

  private button(text: string, label: string, action: () => void): HTMLButtonElement {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.setAttribute("aria-label", label);
    button.addEventListener("click", action);
    return button;
  }

  remove(): void {
    this.plot?.destroy();
    this.element.remove();
  }

  data(): PlotData | undefined {
    return this.history.plots.find((p) => p.title === this.title);
  }

  private build(data: PlotData, unit: string): void {
    this.plot?.destroy();
    const ink = this.dark ? "#9aa5b1" : "#59636e", grid = this.dark ? "#272d35" : "#e4e8ec";
    const colours = lineColours[this.dark ? "dark" : "light"];
    const axis = { stroke: ink, grid: { stroke: grid, width: 1 }, ticks: { stroke: grid, width: 1 }, font: "11px system-ui" };
    this.plot = new uPlot(
      {
        width: Math.max(this.element.clientWidth, 220),
        height: TALL,
        scales: { x: { time: false } },
        axes: [
          { ...axis, size: 24, values: (_u, ticks) => ticks.map((t) => `${readable(t)} s`) },
          { ...axis, size: 48, values: (_u, ticks) => ticks.map(readable), label: unit, labelSize: 14, labelFont: "11px system-ui" },
        ],
        series: [
          { label: "time", value: (_u, v) => (v == null ? "–" : `${readable(v)} s`) },
          ...data.lines.map((line, i) => ({
            label: line.name,
            stroke: colours[i % colours.length],
            dash: dashes[i % dashes.length],
            width: 1.5,
            points: { show: false },
            value: (_u: uPlot, v: number | null) => (v == null ? "–" : `${readable(v)} ${unit}`),
          })),
        ],
        cursor: { drag: { x: true, y: false }, points: { size: 6 } },
        legend: { live: true },
        hooks: {
          setSelect: [() => (this.zoomed = true)],
          setCursor: [(u) => this.cursor(u.cursor.idx != null ? u.data[0][u.cursor.idx] : null)],
        },
      },
      [[]],
      this.element,
    );
    // The legend shows a piece of each line, with its dashes.
    this.plot.root.querySelectorAll<HTMLElement>(".u-series .u-marker").forEach((marker, i) => {
      if (i === 0) return marker.remove(); // time
      const stroke = colours[(i - 1) % colours.length], dash = dashes[(i - 1) % dashes.length].join(" ");
      marker.innerHTML = `<svg width="28" height="8" aria-hidden="true"><line x1="0" x2="28" y1="4" y2="4" stroke="${stroke}" stroke-width="2" stroke-dasharray="${dash}"/></svg>`;
    });
    this.plot.ctx.canvas.setAttribute("role", "img");
    this.plot.ctx.canvas.setAttribute("aria-label", `${this.title} over time; its numbers can be saved as CSV`);
    this.plot.over.addEventListener("dblclick", () => (this.zoomed = false));
  }

  update(seconds: number): void {
    const data = this.data();
    const { times } = this.history;
    if (!data || data.lines.length === 0) {
      this.element.hidden = true;
      return;
    }
    this.element.hidden = false;
    let largest = 0;
    for (const line of data.lines) for (const v of line.values) if (Math.abs(v) > largest) largest = Math.abs(v);
    const { factor, unit } = readableUnit(largest, data.unit);
    if (!this.plot || this.version !== this.history.version || unit !== this.unit) {
      this.version = this.history.version;
      this.unit = unit;
      this.build(data, unit);
    }
    const columns = data.lines.map((line) => line.values.map((v) => (Number.isNaN(v) ? null : v * factor)));
    this.plot!.setData([times, ...columns] as uPlot.AlignedData, false);
    if (this.zoomed) {
      this.plot!.redraw(true, true);
      return;
    }
    const last = times.length > 0 ? times[times.length - 1] : 1;
    const first = times.length > 0 ? times[0] : 0;
    const from = seconds > 0 ? Math.max(first, last - seconds) : first;
    this.plot!.setScale("x", { min: from, max: Math.max(last, from + 1e-3) });
  }

  resize(): void {
    if (this.plot && this.element.clientWidth > 0)
      this.plot.setSize({ width: Math.max(this.element.clientWidth, 220), height: TALL });
  }

  setDark(dark: boolean): void {
    this.dark = dark;
    this.version = -1;
  }

  // The last values as shown, in the plot's own unit; for tests and for screen readers.
  last(): Record<string, number> {
    const values: Record<string, number> = {};
    for (const line of this.data()?.lines ?? []) values[line.name] = line.values[line.values.length - 1];
    return values;
  }

  // The plot as drawn, under its title and the names of its lines.
  private savePicture(): void {
    const drawn = this.plot?.ctx.canvas;
    if (!drawn) return;
    const canvas = document.createElement("canvas"), ink = canvas.getContext("2d")!;
    const ratio = drawn.width / Math.max(this.element.clientWidth, 1);
    const names = this.placeNames(ink, drawn.width / ratio);
    const head = 24 + 17 * (names.length > 0 ? names[names.length - 1].row + 1 : 0);
    canvas.width = drawn.width;
    canvas.height = drawn.height + Math.ceil(head * ratio);
    ink.fillStyle = this.dark ? "#14171b" : "#ffffff";
    ink.fillRect(0, 0, canvas.width, canvas.height);
    ink.drawImage(drawn, 0, head * ratio);
    ink.scale(ratio, ratio);
    ink.fillStyle = this.dark ? "#e7eaee" : "#1b1f24";
    ink.font = "14px system-ui";
    ink.fillText(`${this.title} (${this.unit})`, 8, 17);
    ink.font = nameFont;
    const colours = lineColours[this.dark ? "dark" : "light"];
    ink.lineWidth = 2;
    names.forEach(({ name, x, row }, i) => {
      const y = 36 + 17 * row;
      ink.fillText(name, x + 34, y);
      ink.strokeStyle = colours[i % colours.length];
      ink.setLineDash(dashes[i % dashes.length]);
      ink.beginPath();
      ink.moveTo(x, y - 4);
      ink.lineTo(x + 28, y - 4);
      ink.stroke();
    });
    canvas.toBlob((blob) => blob && saveFile(fileName(this.title, "png"), blob));
  }

  // The lines' names in rows that are no wider than this, px.
  private placeNames(ink: CanvasRenderingContext2D, width: number): { name: string; x: number; row: number }[] {
    let x = 8, row = 0;
    ink.font = nameFont;
    return (this.data()?.lines ?? []).map(({ name }) => {
      const wide = 34 + ink.measureText(name).width + 14;
      if (x > 8 && x + wide > width) {
        x = 8;
        ++row;
      }
      x += wide;
      return { name, x: x - wide, row };
    });
  }
}

const nameFont = "11px system-ui";
const shownFirst = /^(pressure|step time|volume)$|: (force|tension|position)$/;

export class Plots {
  private plots: LivePlot[] = [];
  private readonly list = document.createElement("div");
  private readonly chooser = document.createElement("details");
  private readonly hidden = new Set<string>();
  private version = -1;
  private due = false;
  seconds = 10; // shown; 0: all

  constructor(
    private readonly holder: HTMLElement,
    readonly history: History,
    private dark: boolean,
    private readonly cursor: (time: number | null) => void = () => {},
  ) {
    this.chooser.className = "chooser";
    this.list.className = "plots";
    holder.append(this.chooser, this.list);
    new ResizeObserver(() => this.plots.forEach((p) => p.resize())).observe(holder);
  }

  begin(): void {
    this.hidden.clear();
    let shown = 0;
    for (const { title } of this.history.plots) {
      const first = shownFirst.test(title) && shown < 6;
      if (first && !/^(pressure|volume)$/.test(title)) ++shown;
      if (!first) this.hidden.add(title);
    }
    this.version = -1;
    this.refresh();
  }

  // At most ten times a second, and only while somebody can see it.
  refresh(): void {
    if (this.due) return;
    this.due = true;
    setTimeout(() => {
      this.due = false;
      this.draw();
    }, 100);
  }

  private draw(): void {
    if (this.holder.offsetParent === null && getComputedStyle(this.holder).position !== "fixed") return;
    if (this.version !== this.history.version) {
      this.version = this.history.version;
      this.arrange();
    }
    for (const plot of this.plots) plot.update(this.seconds);
  }

  private arrange(): void {
    const wanted = this.history.plots.filter((p) => !this.hidden.has(p.title)).map((p) => p.title);
    this.plots = this.plots.filter((p) => {
      const kept = wanted.includes(p.title);
      if (!kept) p.remove();
      return kept;
    });
    for (const title of wanted)
      if (!this.plots.some((p) => p.title === title))
        this.plots.push(new LivePlot(this.history, title, this.dark, this.cursor));
    this.plots.sort((a, b) => wanted.indexOf(a.title) - wanted.indexOf(b.title));
    for (const plot of this.plots) this.list.append(plot.element);
    this.choose();
  }

  private choose(): void {
    const summary = document.createElement("summary");
    summary.textContent = "Plots shown";
    const boxes = this.history.plots.map((plot) => {
      const label = document.createElement("label");
      const box = document.createElement("input");
      box.type = "checkbox";
      box.checked = !this.hidden.has(plot.title);
      box.addEventListener("change", () => {
        if (box.checked) this.hidden.delete(plot.title);
        else this.hidden.add(plot.title);
        this.arrange();
        this.draw();
      });
      label.append(box, ` ${plot.title}`);
      return label;
    });
    this.chooser.replaceChildren(summary, ...boxes);
  }

  setDark(dark: boolean): void {
    this.dark = dark;
    for (const plot of this.plots) plot.setDark(dark);
    this.refresh();
  }

  last(title: string): Record<string, number> | undefined {
    return this.plots.find((p) => p.title === title)?.last();
  }

  saveAll(name: string): void {
    saveFile(fileName(name, "csv"), new Blob([this.history.csv(this.history.plots)], { type: "text/csv" }));
  }
}
