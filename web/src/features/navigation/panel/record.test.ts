import { expect, it } from "vitest";

import type { FooterSection, MenuItem } from "@/api/types";
import { changedFields, fieldRules } from "@/panel/edit/record-fields";
import { fieldOf } from "./editor";
import { FOOTER, MENU, menuInput, sectionDraft, sectionInput } from "./record";

const item: MenuItem = {
  id: "a",
  parent_id: null,
  label: "Blog",
  url: "/blog",
  target: null,
  is_public: true,
  icon: null,
  order: 1,
  is_active: true,
  has_submenu: false,
  updated_at: null,
  deleted_at: null,
};

const section: FooterSection = {
  id: "b",
  title: "Links",
  type: "links",
  content: { links: [{ label: "Blog", url: "/blog", target: null, is_public: true }] },
  order: 1,
  is_active: true,
  updated_at: null,
  deleted_at: null,
};

it("input of a menu item has the target of a linked record instead of its address", () => {
  const target = { kind: "post", id: "7" } as const;
  expect(menuInput({ label: "x", link: { url: "/blog/y", target } })).toEqual({ label: "x", target });
  expect(menuInput({ link: { url: "/blog/y", target: null } })).toEqual({ url: "/blog/y" });
  expect(menuInput({ is_active: false })).toEqual({ is_active: false });
});

it("input of a footer section omits empty links and unchanged content", () => {
  const links = [
    { label: " ", link: { url: "", target: null } },
    { label: "Sobre", link: { url: "/sobre", target: null } },
  ];
  expect(sectionInput({ title: "x", links })).toEqual({
    title: "x",
    content: { links: [{ label: "Sobre", url: "/sobre" }] },
  });
  expect(sectionInput({ title: "x" })).toEqual({ title: "x" });
});

it("preview of a footer section omits links without text or address", () => {
  const links = [
    { label: "Blog", link: { url: "", target: null } },
    { label: "Sobre", link: { url: "/sobre", target: null } },
  ];
  expect(sectionDraft({ ...FOOTER.fieldsOf(section), links }).content?.links).toHaveLength(1);
});

it("fields of a menu item conflict only if both people changed them differently", () => {
  const base = MENU.fieldsOf(item);
  const target = { kind: "page", id: "blog" } as const;
  const mine = { ...base, label: "Artigos", link: { url: "/blog", target } };
  const theirs = { ...base, label: "Textos", icon: "📚" };
  expect(changedFields(MENU, base, mine)).toEqual(["label", "link"]);
  const { merge } = fieldRules(MENU);
  expect(merge(base, mine, theirs).conflicts.map(({ name }) => name)).toEqual(["label"]);
  expect(merge(base, mine, base).conflicts).toEqual([]);
});

it("link to another record is a change even at the same address", () => {
  const base = MENU.fieldsOf(item);
  const service = (id: string) => ({ url: "/servicos/erp", target: { kind: "service", id } as const });
  expect(changedFields(MENU, { ...base, link: service("1") }, { ...base, link: service("2") })).toEqual([
    "link",
  ]);
});

it("removed link is a change of a footer section", () => {
  const fields = FOOTER.fieldsOf(section);
  expect(changedFields(FOOTER, fields, { ...fields, links: [] })).toEqual(["links"]);
});

it("server field names map to form fields", () => {
  expect(
    ["url", "label", "content.links.3.url", "content.links.0.label", "content.description"].map(fieldOf),
  ).toEqual(["link", "label", "links.3.link", "links.0.label", "description"]);
});
