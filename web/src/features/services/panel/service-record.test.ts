import { expect, it } from "vitest";

import { changedFields, clashes, pick } from "@/panel/edit/merge";
import { SERVICE } from "./service-record";
import type { ServiceValues } from "./service-values";

const lines = (...texts: string[]) => texts.map((text) => ({ text }));

const base: ServiceValues = {
  title: "Backup",
  category: "Cloud e Backup",
  page: "cloud",
  description: "Cópias diárias.",
  features: lines("Um", "Dois"),
  icon: "💾",
  is_active: true,
  is_featured: false,
};

it("finds what differs, lists included, whatever lines are empty", () => {
  expect(changedFields(SERVICE, base, { ...base, features: lines("Um ", "", "Dois") })).toEqual([]);
  const after: ServiceValues = { ...base, page: "erp", features: lines("Dois", "Um"), is_active: false };
  expect(changedFields(SERVICE, base, after)).toEqual(["page", "features", "is_active"]);
  expect(pick(after, ["page", "is_active"])).toEqual({ page: "erp", is_active: false });
});

it("asks only about fields that both have changed, each to something else", () => {
  const mine: ServiceValues = { ...base, title: "Backup A", icon: "☁️", description: "Cópias." };
  const theirs: ServiceValues = { ...base, title: "Backup B", icon: "☁️", is_featured: true };
  expect(clashes(SERVICE, base, mine, theirs)).toEqual(["title"]);
  expect(clashes(SERVICE, base, mine, base)).toEqual([]);
});

it("puts fields into words", () => {
  expect(SERVICE.textOf(base, "page")).toBe("Nuvem e Virtualização");
  expect(SERVICE.textOf(base, "features")).toBe("Um\nDois");
  expect([SERVICE.textOf(base, "is_active"), SERVICE.textOf(base, "is_featured")]).toEqual(["Sim", "Não"]);
});
