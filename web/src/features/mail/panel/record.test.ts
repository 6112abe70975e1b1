// @vitest-environment node
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

import { describeKind, describeState, personOf } from "./record";

const SERVER = join(import.meta.dirname, "../../../../../server/src");
/** Matches `Message::new("kind", …`. */
const KIND = /Message::new\(\s*(?:"(\w+)"|([A-Z]+))/g;
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
  const found = textsWithoutTests.flatMap((text) =>
    [...text.matchAll(KIND)].map(([, kind, constant]) => kind ?? valueOf(constant ?? "", text)),
  );
  const notices = readFileSync(join(SERVER, "foundation/accounts/notices.rs"), "utf8");
  found.push(...[...notices.matchAll(ACCOUNT_KIND)].map(([, kind = ""]) => kind));
  return [...new Set(found)].sort();
}

function valueOf(constant: string, text: string): string {
  return new RegExp(`const ${constant}: &str = "(\\w+)"`).exec(text)?.[1] ?? constant;
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
  const label = (attempts: number, configured: boolean) =>
    describeState({ state: "queued", attempts }, configured).label;
  expect(label(0, false)).toBe("Aguardando configuração");
  expect(label(0, true)).toBe("Na fila");
  expect(label(2, true)).toBe("Nova tentativa");
});

it("label of a sent or failed message doesn't depend on the configuration", () => {
  expect(describeState({ state: "sent", attempts: 1 }, false).label).toBe("Enviado");
  expect(describeState({ state: "failed", attempts: 9 }, false).label).toBe("Não enviado");
});
