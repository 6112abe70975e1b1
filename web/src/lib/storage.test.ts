import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { afterEach, expect, it, vi } from "vitest";

import { local, STORAGE_KEYS, tab } from "./storage";

afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
});

/** Blocks storage as browsers do: the property itself throws. */
function block(name: "localStorage" | "sessionStorage") {
  const blocked = vi.spyOn(window, name, "get");
  blocked.mockImplementation(() => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  });
}

it("stored text is read until it is removed", () => {
  tab.write("notice", '{"name":"Ana"}');
  expect(tab.read("notice")).toBe('{"name":"Ana"}');
  expect(tab.readJson("notice")).toEqual({ name: "Ana" });
  tab.remove("notice");
  expect(tab.read("notice")).toBeNull();
  expect(tab.readJson("notice")).toBeNull();
});

it("value that is not JSON reads as null", () => {
  tab.write("notice", "{");
  expect(tab.readJson("notice")).toBeNull();
});

it.each([
  ["localStorage", local],
  ["sessionStorage", tab],
] as const)("blocked %s reads as empty", (name, store) => {
  block(name);
  expect(() => window[name]).toThrow();
  // The stores have different keys.
  const key = "notice" as never;
  store.write(key, "x");
  store.remove(key);
  expect(store.keys()).toEqual([]);
  expect(store.read(key)).toBeNull();
  expect(store.readJson(key)).toBeNull();
});

const SRC = join(import.meta.dirname, "..");

it("keys are those that docs/security.md lists", () => {
  const docs = readFileSync(join(SRC, "../../docs/security.md"), "utf8");
  const rows = [...docs.matchAll(/^\| (`[^|]+`) \| `(localStorage|sessionStorage)` \|/gm)];
  const listed = (storage: string) =>
    rows
      .filter(([, , where]) => where === storage)
      .flatMap(([, keys = ""]) => [...keys.matchAll(/`([^`…]+)…?`/g)].map(([, key]) => key))
      .sort();
  expect(STORAGE_KEYS).toEqual({
    localStorage: listed("localStorage"),
    sessionStorage: listed("sessionStorage"),
  });
});

it("browser's storage is used only by modules whose keys are checked", () => {
  const files = readdirSync(SRC, { recursive: true, encoding: "utf8" });
  const users = files
    .map((path) => path.split(sep).join("/"))
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path))
    .filter((path) => /\b(local|session)Storage\.|=> (local|session)Storage\b|indexedDB/.test(read(path)));
  // The last one only deletes keys of trackers.
  const known = ["lib/storage.ts", "features/consent/site/choice.ts", "features/consent/site/traces.ts"];
  expect(users.sort()).toEqual(known.sort());
});

const read = (path: string) => readFileSync(join(SRC, path), "utf8");
