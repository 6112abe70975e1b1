// Puts a brotli and a gzip copy beside every built asset, so that the server only ever sends ready bytes.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const folder = new URL("../dist/client/assets/", import.meta.url).pathname;

async function compress(name) {
  const path = join(folder, name);
  const bytes = await readFile(path);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const [br, gz] = await Promise.all([brotli(bytes, { params }), zip(bytes, { level: 9 })]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}

const names = await readdir(folder);
// woff2 is brotli inside already.
await Promise.all(names.filter((name) => /\.(js|css|svg|json)$/.test(name)).map(compress));
