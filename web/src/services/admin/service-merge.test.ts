import { expect, it } from "vitest";

import { changedFields, clashes, fieldText, pick, type ServiceFields } from "./service-merge";

const base: ServiceFields = {
  title: "Backup",
  category: "Cloud e Backup",
  page: "cloud",
  description: "Cópias diárias.",
  features: ["Um", "Dois"],
  icon: "💾",
  is_active: true,
  is_featured: false,
};

it("finds what differs, lists included", () => {
  expect(changedFields(base, { ...base, features: ["Um", "Dois"] })).toEqual([]);
  const after: ServiceFields = { ...base, page: "erp", features: ["Dois", "Um"], is_active: false };
  expect(changedFields(base, after)).toEqual(["page", "features", "is_active"]);
  expect(pick(after, ["page", "is_active"])).toEqual({ page: "erp", is_active: false });
});

it("asks only about fields that both have changed, each to something else", () => {
  const mine: ServiceFields = { ...base, title: "Backup A", icon: "☁️", description: "Cópias." };
  const theirs: ServiceFields = { ...base, title: "Backup B", icon: "☁️", is_featured: true };
  expect(clashes(base, mine, theirs)).toEqual(["title"]);
  expect(clashes(base, mine, base)).toEqual([]);
});

it("puts fields into words", () => {
  expect(fieldText(base, "page")).toBe("Nuvem e Virtualização");
  expect(fieldText(base, "features")).toBe("Um\nDois");
  expect([fieldText(base, "is_active"), fieldText(base, "is_featured")]).toEqual(["Sim", "Não"]);
});
