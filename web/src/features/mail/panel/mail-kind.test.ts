// @vitest-environment node
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

import { describeKind, personOf } from "./mail-kind";

const server = join(import.meta.dirname, "../../../../../server/src");
/** `Message::new("kind", …` or, where a function makes messages of several kinds, `send(app, tx, user, "kind", …`. */
const KIND = /(?:Message::new\(|\bsend\(app, tx, [\w.]+,)\s*(?:"(\w+)"|([A-Z]+))/g;

function kinds(): string[] {
  const files = readdirSync(server, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".rs"),
  );
  const product = files.map(
    (path) => readFileSync(join(server, path), "utf8").split("#[cfg(test)]")[0] ?? "",
  );
  const found = product.flatMap((text) =>
    [...text.matchAll(KIND)].map(([, kind, constant]) => kind ?? valueOf(constant ?? "", text)),
  );
  return [...new Set(found)].sort();
}

function valueOf(constant: string, text: string): string {
  return new RegExp(`const ${constant}: &str = "(\\w+)"`).exec(text)?.[1] ?? constant;
}

it("every kind of mail that the server sends has words", () => {
  expect(kinds().length).toBeGreaterThanOrEqual(17);
  expect(kinds().filter((kind) => describeKind(kind) === describeKind("unknown"))).toEqual([]);
});

it.each([
  ["contact_notice", "lead@exemplo.com.br"],
  ["contact_reply", "para@exemplo.com.br"],
  ["password_reset", null],
])("finds the contact that a %s is about", (kind, person) => {
  expect(personOf({ kind, to_email: "para@exemplo.com.br", reply_to: "lead@exemplo.com.br" })).toBe(person);
});
