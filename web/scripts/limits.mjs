/** Prints `src/api/limits.ts`: the maximum lengths of request fields, by schema and field, and the limits of uploads, by schema. */
import { readFileSync } from "node:fs";
import { format, resolveConfig } from "prettier";

const contract = JSON.parse(readFileSync(new URL("../../server/openapi.json", import.meta.url), "utf8"));
/** `NoteInput`, `text` → `NOTE_INPUT_TEXT`. */
const constantName = (...names) =>
  names
    .join("_")
    .replaceAll(/\B[A-Z]/g, "_$&")
    .toUpperCase();

/** Returns the limits of a schema's fields as pairs of a name and a number. */
const limitsOf = ({ properties = {} }) =>
  Object.entries(properties).flatMap(([name, { maxLength, maxItems, items }]) => [
    ...(maxLength === undefined ? [] : [[name, maxLength]]),
    ...(maxItems === undefined ? [] : [[name, maxItems]]),
    ...(items?.maxLength === undefined ? [] : [[`${name}_item`, items.maxLength]]),
  ]);

const schemas = Object.entries(contract.components.schemas);
const limits = schemas.flatMap(([name, schema]) =>
  limitsOf(schema).map(([field, max]) => `export const ${constantName(name, field)} = ${max};`),
);
const uploads = schemas.flatMap(([name, { "x-upload": upload }]) =>
  upload
    ? [
        `export const ${constantName(name)} = ${JSON.stringify(upload)} as const;`,
        `export const ${constantName(name)}_ACCEPT = ${JSON.stringify(upload.extensions.map((name) => `.${name}`).join())};`,
      ]
    : [],
);
const lines = [
  "/**",
  " * Maximum lengths of request fields: characters of a text, items of a list, and as `…_ITEM` the characters of each item.",
  " * Made by `make gen` from server/openapi.json; don't edit.",
  " */",
  ...limits,
  "",
  "/** Which files are accepted, how many belong together, and their sizes in bytes. The value of `accept` is inlined where it is used. */",
  ...uploads,
];
const options = { ...(await resolveConfig(import.meta.filename)), parser: "typescript" };
process.stdout.write(await format(lines.join("\n"), options));
