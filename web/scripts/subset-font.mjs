// Writes the font with only the characters that Portuguese needs: one file with the weights 400 to 800 for pages, and one
// for each of the two weights of share cards. Run it by hand after a change of the alphabet or the package, and commit the
// result: `node scripts/subset-font.mjs`.
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import subset from "subset-font";

const packageFile = "@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2";
const forPages = "../src/ui/fonts/schibsted-grotesk.woff2";
const forShareCards = (weight) => `../../server/content/fonts/schibsted-grotesk-${weight}.ttf`;

const range = (from, to) =>
  Array.from({ length: to - from + 1 }, (_, step) => String.fromCodePoint(from + step)).join("");
const alphabet = range(0x20, 0x7e) + range(0xa0, 0xff) + "–—‘’“”•…€™−→←↑↓";

const source = await readFile(createRequire(import.meta.url).resolve(packageFile));

async function write(target, options) {
  const font = await subset(source, alphabet, options);
  await writeFile(new URL(target, import.meta.url), font);
  process.stdout.write(`${target}: ${source.length} -> ${font.length} bytes\n`);
}

await write(forPages, { targetFormat: "woff2", variationAxes: { wght: { min: 400, max: 800 } } });
for (const wght of [500, 700]) {
  await write(forShareCards(wght), { targetFormat: "truetype", variationAxes: { wght } });
}
