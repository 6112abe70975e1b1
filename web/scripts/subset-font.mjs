// Cuts the type down to what Portuguese needs: for pages in all its weights, for the pictures that the server draws in
// the two they use. Run by hand after changing the alphabet or the package: `node scripts/subset-font.mjs`; the result
// is committed, because it changes less often than it is built.
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import subset from "subset-font";

const package_file = "@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2";
const for_pages = "../src/ui/fonts/schibsted-grotesk.woff2";
const for_pictures = (weight) => `../../server/content/fonts/schibsted-grotesk-${weight}.ttf`;

const range = (from, to) =>
  Array.from({ length: to - from + 1 }, (_, step) => String.fromCodePoint(from + step)).join("");
const alphabet = range(0x20, 0x7e) + range(0xa0, 0xff) + "–—‘’“”•…€™−→←↑↓";

const source = await readFile(createRequire(import.meta.url).resolve(package_file));

async function write(target, options) {
  const font = await subset(source, alphabet, options);
  await writeFile(new URL(target, import.meta.url), font);
  process.stdout.write(`${target}: ${source.length} -> ${font.length} bytes\n`);
}

await write(for_pages, { targetFormat: "woff2", variationAxes: { wght: { min: 400, max: 800 } } });
for (const wght of [500, 700]) {
  await write(for_pictures(wght), { targetFormat: "truetype", variationAxes: { wght } });
}
