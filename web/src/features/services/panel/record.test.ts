import { expect, it } from "vitest";

import { changedFields, fieldRules } from "@/panel/edit/record-fields";
import { groupsOf } from "./filter";
import {
  copyTitle,
  inputOf,
  newValues,
  SERVICE,
  serviceSchema,
  type ServiceValues,
  splitPasted,
} from "./record";

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

it("changed fields include reordered lines but not empty ones", () => {
  expect(changedFields(SERVICE, base, { ...base, features: lines("Um ", "", "Dois") })).toEqual([]);
  const after: ServiceValues = { ...base, page: "erp", features: lines("Dois", "Um"), is_active: false };
  expect(changedFields(SERVICE, base, after)).toEqual(["page", "features", "is_active"]);
});

it("fields of a service conflict only if both people changed them differently", () => {
  const mine: ServiceValues = { ...base, title: "Backup A", icon: "☁️", description: "Cópias." };
  const theirs: ServiceValues = { ...base, title: "Backup B", icon: "☁️", is_featured: true };
  const { merge } = fieldRules(SERVICE);
  const { draft, conflicts } = merge(base, mine, theirs);
  expect(conflicts.map(({ name }) => name)).toEqual(["title"]);
  expect(draft).toEqual({ ...mine, is_featured: true });
  expect(merge(base, mine, base)).toEqual({ draft: mine, conflicts: [] });
});

it("text of a field is a label, lines, or 'Sim' or 'Não'", () => {
  expect(SERVICE.textOf(base, "page")).toBe("Nuvem e Virtualização");
  expect(SERVICE.textOf(base, "features")).toBe("Um\nDois");
  expect([SERVICE.textOf(base, "is_active"), SERVICE.textOf(base, "is_featured")]).toEqual(["Sim", "Não"]);
});

it("pasted lines lose their bullets and numbers", () => {
  expect(splitPasted("• Um\r\n\n - Dois\n3. Três\n 4) Quatro\nPlantão 24/7\n2 links")).toEqual([
    "Um",
    "Dois",
    "Três",
    "Quatro",
    "Plantão 24/7",
    "2 links",
  ]);
});

it("title, category and description are required", () => {
  const problems = serviceSchema.safeParse(newValues(null)).error?.issues.map(({ path }) => path.join("."));
  expect(problems).toEqual(["title", "category", "description"]);
});

it("input for the server omits empty lines and a missing category", () => {
  const values = { ...newValues("Web e Hospedagem"), features: [{ text: " Um " }, { text: " " }] };
  expect(inputOf(values)).toMatchObject({
    category: "Web e Hospedagem",
    page: "development",
    features: ["Um"],
  });
  expect(inputOf(newValues(null))).not.toHaveProperty("category");
});

it("title of a copy is within the limit and doesn't split an emoji", () => {
  expect(copyTitle("Backup")).toBe("Backup (cópia)");
  expect(copyTitle("a".repeat(120))).toHaveLength(120);
  expect(copyTitle(`${"a".repeat(111)}🚀 fim`)).toBe(`${"a".repeat(111)} (cópia)`);
});

it("search of services ignores accents and includes the service that is being edited", () => {
  const service = {
    category: "Cloud e Backup" as const,
    page: "cloud" as const,
    features: ["Cópias diárias"],
    icon: "x",
    is_active: true,
    is_featured: false,
    description: "Texto",
    created_at: "2026-11-20T12:00:00Z",
    updated_at: "2026-11-20T12:00:00Z",
    deleted_at: null,
  };
  const services = [
    { ...service, id: "b", title: "Migração", position: 2 },
    { ...service, id: "a", title: "Backup", position: 1 },
  ];
  const found = (search: string, opened?: string) =>
    groupsOf(services, search, opened).flatMap((group) => group.services.map(({ id }) => id));
  expect(groupsOf(services, "")).toHaveLength(9);
  expect(found("")).toEqual(["a", "b"]);
  expect(found("MIGRACAO")).toEqual(["b"]);
  expect(found("copias")).toEqual(["a", "b"]);
  expect(found("nuvem e virt")).toEqual(["a", "b"]);
  expect(found("migracao", "a")).toEqual(["a", "b"]);
  expect(found("nada disso")).toEqual([]);
});
