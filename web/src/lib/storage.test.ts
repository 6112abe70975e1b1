import { afterEach, expect, it, vi } from "vitest";

import { local, tab } from "./storage";

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
  tab.write("draft", '{"name":"Ana"}');
  expect(tab.read("draft")).toBe('{"name":"Ana"}');
  expect(tab.readJson("draft")).toEqual({ name: "Ana" });
  tab.remove("draft");
  expect(tab.read("draft")).toBeNull();
  expect(tab.readJson("draft")).toBeNull();
});

it("value that is not JSON reads as null", () => {
  tab.write("draft", "{");
  expect(tab.readJson("draft")).toBeNull();
});

it.each([
  ["localStorage", local],
  ["sessionStorage", tab],
] as const)("blocked %s reads as empty", (name, store) => {
  block(name);
  expect(() => window[name]).toThrow();
  store.write("draft", "x");
  store.remove("draft");
  expect(store.keys()).toEqual([]);
  expect(store.read("draft")).toBeNull();
  expect(store.readJson("draft")).toBeNull();
});
