/** Prints `src/lib/site-paths.ts`: the addresses of public pages that have no parameters, as constants. */
import { readFileSync } from "node:fs";

const table = JSON.parse(readFileSync(new URL("../../server/addresses.json", import.meta.url), "utf8"));
const camelCase = (name) => name.toLowerCase().replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

/** Addresses of other kinds: the feed, and the panel's screen that a mail with an invitation links to. */
const OTHERS = ["FEED", "INVITATION"];

const wanted = table.filter(
  ({ name, path, kind }) =>
    !path.includes("{") && (kind === "page" || kind === "link_page" || OTHERS.includes(name)),
);
const lines = [
  "/** The public site's addresses. Made by `make gen` from server/addresses.json; don't edit. */",
  ...wanted.map(({ name, path }) => `export const ${camelCase(name)} = ${JSON.stringify(path)};`),
  "export const contactForm = `${contact}#orcamento`;",
];
process.stdout.write(`${lines.join("\n")}\n`);
