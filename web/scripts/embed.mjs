// Last part of the build: writes what the program contains to dist/embedded, compressed with brotli, so that the server never
// compresses assets itself.
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const brotli = promisify(brotliCompress);
const path = (name) => new URL(`../dist/${name}`, import.meta.url).pathname;

async function embed(source, folder) {
  const target = join(folder, basename(source));
  // These are already compressed.
  if ([".woff2", ".png", ".webp"].includes(extname(source))) return copyFile(source, target);
  const bytes = await readFile(source);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  await writeFile(`${target}.br`, await brotli(bytes, { params }));
}

await rm(path("embedded"), { recursive: true, force: true });
await mkdir(path("embedded/assets"), { recursive: true });
const assets = await readdir(path("client/assets"));
await Promise.all([
  ...assets.map((name) => embed(path(`client/assets/${name}`), path("embedded/assets"))),
  ...[
    "client/.vite/manifest.json",
    "server/entry-server.js",
    "drawings.json",
    "../../server/openapi.json",
  ].map((name) => embed(path(name), path("embedded"))),
]);
