// @vitest-environment node
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

import { describeKind, describeState, personOf } from "./record";

const SERVER = join(import.meta.dirname, "../../../../../server/src");
/** Matches `Message::new("kind", …`. */
const KIND = /Message::new\(\s*(?:"(\w+)"|([A-Z_]+))/g;
/** Matches a kind in `AccountMessage::kind`. */
const ACCOUNT_KIND = /Self::\w+ => "(\w+)"/g;

/** Returns the kinds of mail in the server's source. */
function kinds(): string[] {
  const files = readdirSync(SERVER, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".rs"),
  );
  const textsWithoutTests = files.map(
    (path) => readFileSync(join(SERVER, path), "utf8").split("#[cfg(test)]")[0] ?? "",
  );
  // Modules have constants with the same name, so the own one counts first.
  const all = textsWithoutTests.join("\n");
  const found = textsWithoutTests.flatMap((text) =>
    [...text.matchAll(KIND)].map(
      ([, kind, constant = ""]) => kind ?? valueOf(constant, text) ?? valueOf(constant, all) ?? constant,
    ),
  );
  const notices = readFileSync(join(SERVER, "foundation/accounts/notices.rs"), "utf8");
  found.push(...[...notices.matchAll(ACCOUNT_KIND)].map(([, kind = ""]) => kind));
  return [...new Set(found)].sort();
}

function valueOf(constant: string, text: string): string | undefined {
  return new RegExp(`const ${constant}: &str = "(\\w+)"`).exec(text)?.[1];
}

it("every kind of mail that the server sends has a label", () => {
  expect(kinds().length).toBeGreaterThanOrEqual(17);
  expect(kinds().filter((kind) => describeKind(kind) === describeKind("unknown"))).toEqual([]);
});

it.each([
  ["contact_notice", "lead@exemplo.com.br"],
  ["contact_reply", "para@exemplo.com.br"],
  ["password_reset", null],
])("person of a message of the kind %s is %s", (kind, person) => {
  expect(personOf({ kind, to_email: "para@exemplo.com.br", reply_to: "lead@exemplo.com.br" })).toBe(person);
});

it("label of a queued message says why it is queued", () => {
  const label = (attempts: number, configured: boolean, is_withheld = false) =>
    describeState({ state: "queued", attempts, is_withheld }, configured).label;
  expect(label(0, false)).toBe("Aguardando configuração");
  expect(label(0, true)).toBe("Na fila");
  expect(label(2, true)).toBe("Nova tentativa");
  expect(label(0, false, true)).toBe("Retido");
});

it("label of a sent or failed message doesn't depend on the configuration", () => {
  expect(describeState({ state: "sent", attempts: 1, is_withheld: false }, false).label).toBe("Enviado");
  expect(describeState({ state: "failed", attempts: 9, is_withheld: false }, false).label).toBe(
    "Não enviado",
  );
});
