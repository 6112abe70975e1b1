import { expect, it } from "vitest";

import { panelPaths } from "@/lib/paths";
import { type ContactFilter, CONTACTS } from "./record";

const { defaults } = CONTACTS;
const full: ContactFilter = {
  search: "joão & maria",
  status: "replied",
  folder: "trash",
  assigned: "me",
  order: "newest",
  cursor: "AbC-_",
};

it("contact filter round-trips through the URL", () => {
  for (const filter of [full, defaults, { ...defaults, folder: "spam" as const }]) {
    const [, query] = CONTACTS.url(filter).split("?");
    expect(CONTACTS.read(new URLSearchParams(query))).toEqual(filter);
  }
});

it("URL of contacts omits default values", () => {
  expect(CONTACTS.url(defaults)).toBe("/admin/contacts");
  expect(CONTACTS.url({ status: "new" }, panelPaths.contact("0190"))).toBe("/admin/contacts/0190?status=new");
});

it("contact filter ignores unknown values", () => {
  expect(CONTACTS.read(new URLSearchParams("status=lost&folder=attic&order=oldest&x=1"))).toEqual(defaults);
});
