// Part of the build: writes dist/drawings.json, the site's drawings as plain SVG in the light scheme's colors, for the share
// cards that the server draws. Share cards have no style sheet, so classes become attributes here.
import { readFile, writeFile } from "node:fs/promises";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { runnerImport } from "vite";

const file = (path) => new URL(path, import.meta.url);

const tokens = await readFile(file("../src/ui/tokens.css"), "utf8");
const light = tokens.slice(tokens.indexOf(":root"), tokens.indexOf("@media (prefers-color-scheme: dark)"));
const colors = new Map(
  [...light.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
);

/** `fill-surface stroke-ink` → `fill="#ffffff" stroke="#0f1714"`. Other classes only affect browsers and are dropped. */
function colorAttributes(classes) {
  return classes.split(" ").flatMap((name) => {
    const [, property, token] = /^(fill|stroke)-(.+)$/.exec(name) ?? [];
    if (!property) return [];
    const value = token === "none" ? "none" : colors.get(token);
    if (!value) throw new Error(`${name} is not a color of tokens.css`);
    return [`${property}="${value}"`];
  });
}

/** Replaces classes with attributes and removes the animated paths. */
function plainSvg(markup) {
  const still = markup.replace(/<path class="packets[^>]*>(<\/path>)?/g, "");
  return still.replace(/class="([^"]*)"/g, (_, classes) => colorAttributes(classes).join(" "));
}

const { module } = await runnerImport(file("../src/ui/drawing/strokes.tsx").pathname, { configFile: false });
const drawings = Object.entries(module.strokes).map(([name, Strokes]) => [
  name,
  plainSvg(renderToStaticMarkup(createElement(Strokes))),
]);
await writeFile(file("../dist/drawings.json"), JSON.stringify(Object.fromEntries(drawings)));
