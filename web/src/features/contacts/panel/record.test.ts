import { expect, it } from "vitest";

import { panelPaths } from "@/lib/paths";
import { type ContactFilter, CONTACTS } from "./record";

const { defaults } = CONTACTS;
const full: ContactFilter = {
  search: "joão & maria",
  status: "replied",
  view: "late",
  assigned: "me",
  service: "Suporte & Redes",
  source: "google.com",
  channel: "phone",
  campaign: "natal",
  stage: "proposal",
  from: "2026-11-01",
  to: "2026-11-20",
  order: "newest",
  visao: "tabela",
  closed: "all",
  cursor: "AbC-_",
};

it("contact filter round-trips through the URL", () => {
  for (const filter of [full, defaults, { ...defaults, view: "spam" as const }]) {
    const [, query] = CONTACTS.url(filter).split("?");
    expect(CONTACTS.read(new URLSearchParams(query))).toEqual(filter);
  }
});

it("URL of contacts omits default values", () => {
  expect(CONTACTS.url(defaults)).toBe("/admin/contacts");
  expect(CONTACTS.url({ status: "new" }, panelPaths.contact("0190"))).toBe("/admin/contacts/0190?status=new");
});

it("contact filter ignores unknown values", () => {
  expect(
    CONTACTS.read(new URLSearchParams("status=lost&view=attic&order=oldest&from=ontem&visao=cubo&x=1")),
  ).toEqual(defaults);
});
