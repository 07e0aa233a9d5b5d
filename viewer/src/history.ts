// The numbers of past steps: one row per step, one column per line of a plot. Bounded: the oldest rows go.
import type { Column, Sample } from "./protocol";

const longest = 20000;

export interface Line {
  name: string;
  values: number[]; // NaN where there was nothing to measure
}

export interface PlotData {
  title: string;
  unit: string;
  lines: Line[];
}

const cavityPlots = [
  { title: "pressure", unit: "Pa", at: 1 },
  { title: "volume", unit: "m³", at: 2 },
  { title: "air", unit: "mol", at: 3 },
  { title: "cavity area", unit: "m²", at: 4 },
];

export class History {
  times: number[] = [];
  plots: PlotData[] = [];
  version = 0; // of the list of plots and their lines
  private places: { plot: PlotData; line: Line; column: number }[] = [];
  private cavities = new Map<number, Line[]>();

  begin(columns: Column[]): void {
    this.times = [];
    this.plots = [];
    this.places = [];
    this.cavities.clear();
    for (const about of cavityPlots) this.plots.push({ title: about.title, unit: about.unit, lines: [] });
    columns.forEach((column, k) => {
      if (column.plot === "") return;
      let plot = this.plots.find((p) => p.title === column.plot);
      if (!plot) this.plots.push((plot = { title: column.plot, unit: column.unit, lines: [] }));
      const line = { name: column.name, values: [] };
      plot.lines.push(line);
      this.places.push({ plot, line, column: k });
    });
    // What the scene measures comes before how the simulation fares.
    const late = (plot: PlotData) => Number(/^(step time|real-time factor|contacts|intrusion|solver .*|troubles|pieces)$/.test(plot.title));
    this.plots.sort((a, b) => late(a) - late(b));
    ++this.version;
  }

  clear(): void {
    this.times.length = 0;
    for (const plot of this.plots) for (const line of plot.lines) line.values.length = 0;
    for (let i = 0; i < cavityPlots.length; ++i) this.plots[i].lines = [];
    this.cavities.clear();
    ++this.version;
  }

  add(samples: Sample[]): void {
    for (const sample of samples) {
      const time = sample.values[1];
      if (this.times.length > 0 && time <= this.times[this.times.length - 1]) continue;
      this.times.push(time);
      for (const place of this.places) place.line.values.push(sample.values[place.column]);
      this.addCavities(sample);
    }
    const extra = this.times.length - longest;
    if (extra <= 0) return;
    this.times.splice(0, extra);
    for (const plot of this.plots) for (const line of plot.lines) line.values.splice(0, extra);
  }

  // A cavity that comes gets a line that is empty before; one that is gone leaves a gap.
  private addCavities(sample: Sample): void {
    const rows = this.times.length;
    for (const numbers of sample.cavities) {
      let lines = this.cavities.get(numbers[0]);
      if (!lines) {
        lines = cavityPlots.map(() => ({ name: `cavity ${numbers[0]}`, values: new Array(rows - 1).fill(NaN) }));
        lines.forEach((line, i) => this.plots[i].lines.push(line));
        this.cavities.set(numbers[0], lines);
        ++this.version;
      }
      cavityPlots.forEach((about, i) => lines![i].values.push(numbers[about.at]));
    }
    for (const lines of this.cavities.values())
      for (const line of lines) if (line.values.length < rows) line.values.push(NaN);
  }

  csv(plots: PlotData[]): string {
    const field = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);
    const lines = plots.flatMap((plot) =>
      plot.lines.map((line) => ({ title: `${plot.title} ${line.name} (${plot.unit})`, values: line.values })),
    );
    const rows = [["time (s)", ...lines.map((l) => field(l.title))].join(",")];
    this.times.forEach((time, i) =>
      rows.push([time, ...lines.map((l) => (Number.isNaN(l.values[i]) ? "" : l.values[i]))].join(",")),
    );
    return rows.join("\n") + "\n";
  }
}
