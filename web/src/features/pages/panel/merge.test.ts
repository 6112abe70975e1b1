import { describe, expect, it } from "vitest";

import type { Control, FormField } from "@/api/types";
import { changesBetween, merge } from "./merge";

const line = (name: string, label: string): FormField => ({
  name,
  label,
  hint: null,
  control: { kind: "line", max: 100, required: true },
});

const FIELDS: FormField[] = [
  {
    name: "hero",
    label: "Abertura",
    hint: null,
    control: { kind: "group", fields: [line("title", "Título"), line("lead", "Texto")] },
  },
  {
    name: "faq",
    label: "Perguntas",
    hint: null,
    control: {
      kind: "list",
      min: 0,
      max: 9,
      item: {
        label: "Pergunta",
        control: { kind: "group", fields: [line("question", "Pergunta"), line("answer", "Resposta")] },
      },
    },
  },
];
const FORM: Control = { kind: "group", fields: FIELDS };

const document = (title: string, lead: string, ...faq: [string, string][]) => ({
  hero: { title, lead },
  faq: faq.map(([question, answer]) => ({ question, answer })),
});

describe("changes of two people to a page", () => {
  const base = document("a", "b", ["p", "r"], ["p2", "r2"]);

  it("are merged, even in different fields of a list item", () => {
    const mine = document("meu", "b", ["p", "r"], ["p2", "minha"]);
    const theirs = document("a", "deles", ["p", "deles"], ["p2", "r2"]);
    expect(merge(FORM, base, mine, theirs)).toEqual({
      draft: document("meu", "deles", ["p", "deles"], ["p2", "minha"]),
      conflicts: [],
    });
  });

  it("conflict if they are to the same text, and others are merged", () => {
    const { draft, conflicts } = merge(FORM, base, document("meu", "b"), document("deles", "x"));
    expect(conflicts.map(({ label }) => label)).toEqual(["Abertura › Título"]);
    expect(conflicts[0]).toMatchObject({ name: "hero.title", mine: "meu", theirs: "deles" });
    // Both have emptied the list; only they have changed the lead.
    expect(draft).toEqual(document("meu", "x"));
  });

  it("conflict in a whole list if one person changed its length", () => {
    const mine = document("a", "b", ["p", "minha"], ["p2", "r2"]);
    const theirs = document("a", "b", ["p", "r"], ["p2", "r2"], ["p3", "r3"]);
    expect(merge(FORM, base, mine, theirs).conflicts.map(({ name }) => name)).toEqual(["faq"]);
  });

  it("don't conflict if both are the same", () => {
    const both = document("o mesmo", "b");
    expect(merge(FORM, base, both, both).conflicts).toEqual([]);
  });
});

describe("differences between versions", () => {
  it("are listed by field, in the order of the form", () => {
    const before = document("a", "b", ["p", "r"]);
    const after = document("c", "b", ["p", "s"]);
    expect(changesBetween(FORM, before, after)).toEqual([
      { path: "hero.title", field: "Abertura › Título", before: "a", after: "c" },
      { path: "faq.0.answer", field: "Perguntas › Pergunta 1 › Resposta", before: "r", after: "s" },
    ]);
  });

  it("include a whole list if its length changed", () => {
    const changes = changesBetween(FORM, document("a", "b", ["p", "r"]), document("a", "b"));
    expect(changes).toEqual([{ path: "faq", field: "Perguntas", before: "p\nr", after: "" }]);
  });
});
