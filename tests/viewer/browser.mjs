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
// Drawn without shadows unless told, which takes half the time in software.
export async function newPage(browser, { quality = "plain", ...options }, allowed) {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(patience);
  // However slow a frame is, it is drawn as any other.
  await page.addInitScript((q) => location.protocol !== "about:" && localStorage.setItem("ventouse.quality", q), quality);
  // Notices go away by themselves; what was told stays here.
  await page.addInitScript(() => {
    window.heard = [];
    new MutationObserver((changes) => {
      for (const { addedNodes, target } of changes)
        if (target.id === "notices") window.heard.push(...[...addedNodes].map((node) => node.textContent));
    }).observe(document, { childList: true, subtree: true });
  });
  page.troubles = [];
  page.on("console", (m) => m.type() === "error" && page.troubles.push(`console: ${m.text()}`));
  page.on("pageerror", (e) => page.troubles.push(`error: ${e.message}`));
  page.on("request", (r) => {
    const url = r.url();
    if (!url.startsWith(allowed) && !/^(data|blob):/.test(url)) page.troubles.push(`request to ${url}`);
  });
  return page;
}

// In the page: visible text of less contrast than 4.5 (as WCAG has it) against what is behind it.
export function contrasts() {
  const numbers = (colour) => colour.match(/[\d.]+/g).map(Number);
  const light = (colour) => {
    const [r, g, b] = colour.map((v) => (v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const over = (top, below) => [0, 1, 2].map((i) => top[i] * (top[3] ?? 1) + below[i] * (1 - (top[3] ?? 1)));
  const behind = (element) => {
    if (!element) return [255, 255, 255];
    const own = numbers(getComputedStyle(element).backgroundColor);
    return (own[3] ?? 1) === 1 ? own : over(own, behind(element.parentElement));
  };
  const faint = [];
  for (const element of document.querySelectorAll("body *")) {
    const worded = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== "");
    const field = element.matches("select, input[type=text], input[type=number]");
    if (!(worded || field) || element.disabled || element.closest("svg, script, style") || !element.checkVisibility()) continue;
    const paper = behind(element), a = light(over(numbers(getComputedStyle(element).color), paper)), b = light(paper);
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) faint.push(`${element.tagName} "${(element.textContent || element.value).trim().slice(0, 30)}" ${ratio.toFixed(2)}`);
  }
  return faint;
}

// In the page: what can be reached by keyboard and shows no outline when it is.
export function unseenFocus() {
  const unseen = [];
  for (const element of document.querySelectorAll("a[href], button, input, select, summary, canvas[tabindex]")) {
    if (element.disabled || !element.checkVisibility()) continue;
    element.focus({ focusVisible: true });
    const seen = [element, element.nextElementSibling].some((e) => {
      const style = e && getComputedStyle(e);
      return style && style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1;
    });
    if (!seen) unseen.push(`${element.tagName} ${element.id || element.getAttribute("aria-labelledby") || element.textContent}`);
  }
  document.activeElement.blur();
  return unseen;
}
