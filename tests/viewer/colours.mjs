// The colours of the page and of reports, as people with colour-vision deficiency see them. node colours.mjs
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "../../viewer/node_modules/esbuild/lib/main.js";
import { check, report } from "./socket.mjs";
import { contrast, difference, lab, nearest, visions } from "./vision.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const bundled = await build({ entryPoints: [join(root, "viewer/src/colours.ts")], bundle: true, format: "esm", write: false });
const colours = await import(`data:text/javascript;base64,${Buffer.from(bundled.outputFiles[0].contents).toString("base64")}`);

// ---- the ruler itself: pairs of Sharma, Wu and Dalal 2005, table 1
for (const [a, b, wanted] of [
  [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
  [[50, 2.5, 0], [73, 25, -18], 27.1492],
  [[6.7747, -0.2908, -2.4247], [5.8714, -0.0985, -2.2286], 0.6377],
  [[50, -1, 2], [50, 0, 0], 2.3669],
])
  check(Math.abs(difference(a, b) - wanted) < 5e-5, `CIEDE2000 of ${a} and ${b} is ${wanted}`);
check(visions.deuteranopia.every((row) => Math.abs(row[0] + row[1] + row[2] - 1) < 1e-5), "grey stays grey");

// ---- things and lines: a difference of 10 is seen at a glance, in every vision
const { light, dark } = colours.lineColours;
const overlays = [colours.arrowColour, colours.pullColour, colours.borderColour, colours.pressureColour];
for (const vision of Object.keys(visions)) {
  for (const [what, set] of Object.entries({
    // Bodies, what is drawn over them, and the air at ambient pressure: nothing looks like anything else.
    "bodies, forces, seals and air": [...colours.bodyColours, colours.fixedColour, ...overlays, colours.scale.at(-1)],
    "lines on light": light,
    "lines on dark": dark,
    axes: colours.axisColours,
  })) {
    const least = nearest(set, vision);
    check(least.difference >= 10, `${what}, ${vision}: ${least.pair.join(" and ")} differ by ${least.difference.toFixed(1)}`);
  }
  for (const c of colours.scale)
    check(difference(lab(c, vision), lab(colours.borderColour, vision)) >= 10, `the border of a seal is seen on air of ${c}, ${vision}`);
  // Pressure: lightness alone tells the order, and each of its steps can be seen.
  const seen = colours.scale.map((c) => lab(c, vision));
  check(seen.every((c, i) => i === 0 || c[0] > seen[i - 1][0]), `the pressure scale gets lighter, ${vision}`);
  check(seen.every((c, i) => i === 0 || difference(c, seen[i - 1]) >= 4), `each of its steps is seen, ${vision}`);
  check(difference(seen[0], seen.at(-1)) >= 60, `its ends are far apart, ${vision}`);
}
for (const overlay of overlays)
  for (const ground of Object.values(colours.backgrounds).map((b) => b.back))
    check(contrast(overlay, ground) >= 2.2, `${overlay} is seen on ${ground}: ${contrast(overlay, ground).toFixed(2)}`);
const dashes = colours.dashes.map((d) => d.join(" "));
check(new Set(dashes).size === light.length && dashes.length === light.length && dark.length === light.length, "every line has a dash of its own");

// ---- contrast: lines 3 at least, text 4.5 (WCAG 2.1, 1.4.11 and 1.4.3)
const variables = (text) => Object.fromEntries([...text.matchAll(/--([\w-]+): (#[0-9a-f]{6})\b/g)].map((m) => [m[1], m[2]]));
const style = readFileSync(join(root, "viewer/src/style.css"), "utf8"), page = readFileSync(join(root, "src/record/page.css"), "utf8");
const themes = [/\[data-theme="light"\] \{([^}]*)\}/.exec(style), /\n\[data-theme="dark"\] \{([^}]*)\}/.exec(style)].map((m) => variables(m[1]));
const reports = [/^:root \{([^}]*)\}/.exec(page), /dark\) \{\s*:root \{([^}]*)\}/.exec(page)].map((m) => variables(m[1]));
[light, dark].forEach((lines, i) => {
  for (const line of lines) check(contrast(line, themes[i].paper) >= 3, `${line} on ${themes[i].paper}`);
  check(lines.every((line, k) => reports[i][`c${k}`] === line), "reports draw their lines in the same colours");
  for (const [theme, names] of [[themes[i], ["ink", "soft", "accent", "bad"]], [reports[i], ["ink", "soft", "link", "good", "bad"]]])
    for (const name of names)
      for (const ground of ["paper", "panel"])
        check(contrast(theme[name], theme[ground]) >= 4.5, `${name} on ${ground}: ${contrast(theme[name], theme[ground]).toFixed(2)}`);
});
const drawn = [...page.matchAll(/\.s(\d) \{ stroke: var\(--c\d\);(?: stroke-dasharray: ([\d ]+);)? \}/g)].map((m) => m[2] ?? "");
check(drawn.join() === dashes.join(), "reports have the same dashes");
report();
