/** Prints `src/api/limits.ts`: the maximum lengths of request fields, by schema and field. */
import { readFileSync } from "node:fs";
import { format, resolveConfig } from "prettier";

const contract = JSON.parse(readFileSync(new URL("../../server/openapi.json", import.meta.url), "utf8"));
/** `NoteInput`, `text` → `NOTE_INPUT_TEXT`. */
const constantName = (schema, field) => `${schema.replaceAll(/\B[A-Z]/g, "_$&")}_${field}`.toUpperCase();

/** Returns the limits of a schema's fields as pairs of a name and a number. */
const limitsOf = ({ properties = {} }) =>
  Object.entries(properties).flatMap(([name, { maxLength, maxItems, items }]) => [
    ...(maxLength === undefined ? [] : [[name, maxLength]]),
    ...(maxItems === undefined ? [] : [[name, maxItems]]),
    ...(items?.maxLength === undefined ? [] : [[`${name}_item`, items.maxLength]]),
  ]);

const limits = Object.entries(contract.components.schemas).flatMap(([name, schema]) =>
  limitsOf(schema).map(([field, max]) => `export const ${constantName(name, field)} = ${max};`),
);
const lines = [
  "/**",
  " * Maximum lengths of request fields: characters of a text, items of a list, and as `…_ITEM` the characters of each item.",
  " * Made by `make gen` from server/openapi.json; don't edit.",
  " */",
  ...limits,
];
const options = { ...(await resolveConfig(import.meta.filename)), parser: "typescript" };
process.stdout.write(await format(lines.join("\n"), options));
