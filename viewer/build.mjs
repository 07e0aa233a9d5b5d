// Bundles the page and the replay, and writes them as C: node build.mjs OUT_FOLDER
//   assets.c  the files of the page for apps/server, compressed
//   replay.c  script and style of the replay in report.html for src/record, compressed
import { build } from "esbuild";
import { mkdirSync, readFileSync, writeFileSync, existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2];
if (!out) throw new Error("usage: node build.mjs OUT_FOLDER");

async function bundle(entry, name) {
  await build({
    entryPoints: { [name]: join(here, "src", entry) },
    bundle: true, minify: true, format: "iife", target: "es2022", charset: "utf8", legalComments: "none",
    outdir: out, logLevel: "warning",
  });
  return ["js", "css"].map((ending) => readFileSync(join(out, `${name}.${ending}`)));
}

// The same bytes for the same input, on any machine.
const pack = (data) => gzipSync(data, { level: 9 });

function bytes(name, data, scope) {
  const lines = [];
  for (let i = 0; i < data.length; i += 24) lines.push([...data.subarray(i, i + 24)].join(",") + ",");
  return `${scope}const unsigned char ${name}[] = {\n${lines.join("\n")}\n};\n`;
}

// Untouched files keep their time, so nothing is compiled again.
function write(name, text) {
  const path = join(out, name);
  if (!existsSync(path) || readFileSync(path, "utf8") !== text) writeFileSync(path, text);
}

mkdirSync(out, { recursive: true });
const notices = ["three/LICENSE", "uplot/LICENSE", "lil-gui/LICENSE.md"].map(
  (file) => `${file.split("/")[0]}\n\n${readFileSync(join(here, "node_modules", file), "utf8").trim()}\n`,
);
const comment = Buffer.from(`/*\n${notices.join("\n")}*/\n`);
const [script, style] = await bundle("main.ts", "viewer");
const page = readFileSync(join(here, "src/index.html"));
const files = [
  ["/", "text/html; charset=utf-8", page],
  ["/viewer.js", "text/javascript; charset=utf-8", Buffer.concat([comment, script])],
  ["/viewer.css", "text/css; charset=utf-8", style],
].map(([path, type, data], i) => ({ path, type, data: pack(data), name: `asset_${i}` }));
write(
  "assets.c",
  `// Made by viewer/build.mjs.\n#include "assets.h"\n\n` +
    files.map((f) => bytes(f.name, f.data, "static ")).join("") +
    `\nconst asset all_assets[] = {\n` +
    files.map((f) => `  {"${f.path}", "${f.type}", ${f.name}, sizeof ${f.name}},\n`).join("") +
    `};\nconst int all_assets_count = ${files.length};\n`,
);

const [replayScript, replayStyle] = await bundle("replay.ts", "replay");
write(
  "replay.c",
  `// Made by viewer/build.mjs.\n#include "record/replay_page.h"\n\n` +
    bytes("vt_replay_js", pack(Buffer.concat([comment, replayScript])), "") +
    `const size_t vt_replay_js_size = sizeof vt_replay_js;\n` +
    bytes("vt_replay_css", replayStyle, "") +
    `const size_t vt_replay_css_size = sizeof vt_replay_css;\n`,
);
