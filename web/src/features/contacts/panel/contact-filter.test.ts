import { describe, expect, it } from "vitest";

import {
  type ContactFilter,
  contactPath,
  contactsPath,
  filterQuery,
  readFilter,
  USUAL,
} from "./contact-filter";

const everything: ContactFilter = {
  search: "joão & maria",
  status: "replied",
  folder: "trash",
  assigned: "me",
  order: "newest",
  cursor: "AbC-_",
};
const nothing = USUAL;

describe("the filter in the address", () => {
  it("comes back as it went", () => {
    for (const filter of [everything, nothing, { ...nothing, folder: "spam" as const }]) {
      expect(readFilter(new URLSearchParams(filterQuery(filter)))).toEqual(filter);
    }
  });

  it("leaves out what is as usual", () => {
    expect(contactsPath(nothing)).toBe("/admin/contacts");
    expect(contactPath("0190", { ...nothing, status: "new" })).toBe("/admin/contacts/0190?status=new");
  });

  it("ignores what it doesn't know", () => {
    expect(readFilter(new URLSearchParams("status=lost&folder=attic&order=oldest&x=1"))).toEqual(nothing);
  });
});
