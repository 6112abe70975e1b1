/** Prints `src/api/limits.ts`: the maximum lengths of request fields, by schema and field. */
import { readFileSync } from "node:fs";
import { format, resolveConfig } from "prettier";

const contract = JSON.parse(readFileSync(new URL("../../server/openapi.json", import.meta.url), "utf8"));
const camelCase = (name) => name.charAt(0).toLowerCase() + name.slice(1);

/** Returns the limits of a schema's fields as pairs of a name and a number. */
const limitsOf = ({ properties = {} }) =>
  Object.entries(properties).flatMap(([name, { maxLength, maxItems, items }]) => [
    ...(maxLength === undefined ? [] : [[name, maxLength]]),
    ...(maxItems === undefined ? [] : [[name, maxItems]]),
    ...(items?.maxLength === undefined ? [] : [[`${name}_item`, items.maxLength]]),
  ]);

const schemas = Object.entries(contract.components.schemas)
  .map(([name, schema]) => [camelCase(name), limitsOf(schema)])
  .filter(([, limits]) => limits.length > 0);
const lines = [
  "/**",
  " * Maximum lengths of request fields: characters of a text, items of a list, and as `…_item` the characters of each item.",
  " * Made by `make gen` from server/openapi.json; don't edit.",
  " */",
  ...schemas.map(([name, limits]) => {
    const fields = limits.map(([field, max]) => `${field}: ${max}`).join(", ");
    return `export const ${name} = { ${fields} } as const;`;
  }),
];
const options = { ...(await resolveConfig(import.meta.filename)), parser: "typescript" };
process.stdout.write(await format(lines.join("\n"), options));
