// Part of the build: writes a brotli and a gzip copy of each asset, so that the server never compresses assets itself.
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
// woff2 files are already compressed.
await Promise.all(names.filter((name) => /\.(js|css|svg|json)$/.test(name)).map(compress));
