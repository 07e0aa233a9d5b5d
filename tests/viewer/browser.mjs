// The system's Chromium, as the tests use it; exit code 77 (skipped) without one.
import { existsSync } from "node:fs";
import { chromium } from "../../viewer/node_modules/playwright-core/index.mjs";

// ms: for what comes for certain, however busy the machine is. The tests measure in steps and simulated time.
export const patience = 240000;

export function chromiumPath() {
  const found = [process.env.VT_CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
    (path) => path && existsSync(path),
  );
  if (!found) {
    console.log("skipped: no Chromium found (install chromium, or set VT_CHROMIUM)");
    process.exit(77);
  }
  return found;
}

export function launch() {
  return chromium.launch({
    executablePath: chromiumPath(),
    args: ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
  });
}

// A page that notes everything that should not happen: errors, and requests that leave the machine.
export async function newPage(browser, options, allowed) {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(patience);
  page.troubles = [];
  page.on("console", (m) => m.type() === "error" && page.troubles.push(`console: ${m.text()}`));
  page.on("pageerror", (e) => page.troubles.push(`error: ${e.message}`));
  page.on("request", (r) => {
    const url = r.url();
    if (!url.startsWith(allowed) && !/^(data|blob):/.test(url)) page.troubles.push(`request to ${url}`);
  });
  return page;
}
