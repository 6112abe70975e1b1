import { beforeEach, expect, it } from "vitest";

import { removeLocalDraft, writeLocalDraft } from "@/panel/edit/local-draft";
import { readPageDraft } from "./record";

const opened = { value: { title: "Antes" }, etag: '"3"' };
const store = (fields: object, base: object) => writeLocalDraft("page:home", { fields, base });

beforeEach(() => localStorage.clear());

it("page draft is read with the version on which it is based", () => {
  store({ title: "Depois" }, opened);
  expect(readPageDraft("home", opened)).toMatchObject({ draft: { title: "Depois" }, base: opened });
  expect(readPageDraft("about", opened)).toBeNull();
  removeLocalDraft("page:home");
  expect(readPageDraft("home", opened)).toBeNull();
});

it("page draft equal to the server's version is ignored", () => {
  store({ title: "Depois" }, opened);
  expect(readPageDraft("home", { value: { title: "Depois" }, etag: '"4"' })).toBeNull();
});

it("stored draft without a base version is ignored", () => {
  localStorage.setItem("kept::page:home", '{"kept_at":"2026-11-21T10:00:00Z","draft":{},"base":3}');
  expect(readPageDraft("home", opened)).toBeNull();
});

it("page draft in the shape of earlier releases is readable", () => {
  const base = { document: opened.value, etag: '"3"' };
  writeLocalDraft("page:home", { draft: { title: "Depois" }, base });
  expect(readPageDraft("home", opened)).toMatchObject({ draft: { title: "Depois" }, base: opened });
});

it("page draft of an earlier release gets the fields of the current release", () => {
  const earlier = { value: { title: "Antes", stats: { heading: "Números", items: [1] } }, etag: '"3"' };
  store({ title: "Depois", stats: { heading: "Números", items: [1] } }, earlier);
  const current = { value: { title: "Antes", stats: { heading: "Números", lead: "" } }, etag: '"4"' };
  expect(readPageDraft("home", current)).toMatchObject({
    draft: { title: "Depois", stats: { heading: "Números", lead: "" } },
    base: { value: current.value, etag: '"3"' },
  });
  expect(JSON.stringify(readPageDraft("home", current))).not.toContain("items");
});
