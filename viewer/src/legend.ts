// What colours and arrows mean, with units.
import { arrowColour, borderColour, pressureColour, pullColour, scaleGradient } from "./colours";
import { recall, remember } from "./memory";
import { readable, readableUnit } from "./units";
import type { Stage } from "./stage";

function row(...parts: (Node | string)[]): HTMLElement {
  const element = document.createElement("div");
  element.append(...parts);
  return element;
}

function swatch(colour: string): HTMLElement {
  const element = document.createElement("i");
  element.style.background = colour;
  return element;
}

// Of `ventouse render`.
const isPicture = () => document.documentElement.classList.contains("picture");

// A strip along the lower edge of the picture, that a person can fold.
function rowsOf(holder: HTMLElement): HTMLElement {
  const found = holder.querySelector<HTMLElement>(".rows");
  if (found) return found;
  const rows = document.createElement("div"), button = document.createElement("button");
  rows.className = "rows";
  button.type = "button";
  button.textContent = "Legend";
  const fold = (folded: boolean) => {
    rows.hidden = folded;
    button.setAttribute("aria-expanded", String(!folded));
    button.title = folded ? "Show what colours mean" : "Hide what colours mean";
  };
  button.addEventListener("click", () => {
    fold(!rows.hidden);
    remember("legend", rows.hidden ? "folded" : "open");
  });
  // On a phone it would cover a third of the picture.
  fold(recall("legend") ? recall("legend") === "folded" : holder.parentElement!.clientWidth < 480 && !isPicture());
  holder.replaceChildren(button, rows);
  return rows;
}

export function drawLegend(holder: HTMLElement, stage: Stage, hasCavities: boolean, pull: number | null, felt: number | null = null): void {
  const rows: HTMLElement[] = [];
  const narrow = !isPicture() && (stage.canvas.clientWidth < 700 || window.innerHeight < 500);
  if (stage.view.bodies && !narrow)
    for (const body of stage.bodies.slice(0, 6)) rows.push(row(swatch(body.colour), `${body.name} (${body.kind})`));
  if (stage.bodies.length > 6 && !narrow) rows.push(row(`and ${stage.bodies.length - 6} more`));
  const arrow = (colour: string, what: string, metresPerNewton: number) => {
    const length = stage.gridCell, force = length / metresPerNewton;
    const f = readableUnit(force, "N"), l = readableUnit(length, "m");
    rows.push(row(swatch(colour), `${what}: ${readable(length * l.factor)} ${l.unit} is ${readable(force * f.factor)} ${f.unit}`));
  };
  if (stage.view.contacts && stage.arrows.any) arrow(arrowColour, "contact force", stage.arrows.metresPerNewton);
  if (stage.view.pressure && hasCavities) arrow(pressureColour, "force of pressure", stage.cavities.arrows.metresPerNewton);
  if (stage.view.seal && hasCavities) rows.push(row(swatch(borderColour), "border of the seal"));
  if (stage.view.cavities && hasCavities) {
    const bar = document.createElement("span");
    bar.className = "scale";
    bar.style.background = scaleGradient();
    const { low, high } = stage.cavities;
    rows.push(row(`pressure ${readable(low / 1000)} `, bar, ` ${readable(high / 1000)} kPa`));
    if (stage.shinesThrough && !narrow) rows.push(row("the air shines through the walls in front of it"));
  }
  if (stage.view.grid) {
    const g = readableUnit(stage.gridCell, "m");
    rows.push(row(`grid ${readable(stage.gridCell * g.factor)} ${g.unit}`));
  }
  if (felt !== null) {
    const f = readableUnit(felt, "N");
    rows.push(row(swatch(pullColour), `the hand feels ${readable(Number((felt * f.factor).toPrecision(3)))} ${f.unit}`));
  }
  if (pull !== null) {
    const f = readableUnit(pull, "N");
    rows.push(row(`pull ${readable(pull * f.factor)} ${f.unit}`));
  }
  rowsOf(holder).replaceChildren(...rows);
}
