import { beforeEach, expect, it } from "vitest";

import { dropKept, keep, readKept } from "./kept-draft";

const opened = { document: { title: "Antes" }, etag: '"3"' };

beforeEach(() => localStorage.clear());

it("keeps a page as it is typed, with what it was made from", () => {
  keep("home", { title: "Depois" }, opened);
  expect(readKept("home", opened)).toMatchObject({ draft: { title: "Depois" }, base: opened });
  expect(readKept("about", opened)).toBeNull();
  dropKept("home");
  expect(readKept("home", opened)).toBeNull();
});

it("has nothing to say where the server has the same by now", () => {
  keep("home", { title: "Depois" }, opened);
  expect(readKept("home", { document: { title: "Depois" }, etag: '"4"' })).toBeNull();
});

it("takes nothing else for a page", () => {
  localStorage.setItem("kept::page:home", '{"kept_at":"2026-11-21T10:00:00Z","draft":{},"base":3}');
  expect(readKept("home", opened)).toBeNull();
});

it("a draft from an earlier version has the fields of this one", () => {
  const earlier = { document: { title: "Antes", figures: { heading: "Números", items: [1] } }, etag: '"3"' };
  keep("home", { title: "Depois", figures: { heading: "Números", items: [1] } }, earlier);
  const current = { document: { title: "Antes", figures: { heading: "Números", lead: "" } }, etag: '"4"' };
  expect(readKept("home", current)).toMatchObject({
    draft: { title: "Depois", figures: { heading: "Números", lead: "" } },
    base: { document: current.document, etag: '"3"' },
  });
  expect(JSON.stringify(readKept("home", current))).not.toContain("items");
});
