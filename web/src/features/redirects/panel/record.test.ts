import { expect, it } from "vitest";

import { fieldRules } from "@/panel/edit/record-fields";
import { REDIRECT, type RedirectFields, REDIRECTS, redirectSchema } from "./record";

const base: RedirectFields = { from_path: "/antiga", to_url: "/sobre", is_permanent: true };

it("list filter round-trips through the URL", () => {
  expect(REDIRECTS.url({ search: "nós", cursor: "" })).toBe("/admin/redirects?search=n%C3%B3s");
  expect(REDIRECTS.read(new URLSearchParams("search=a&cursor=c"))).toEqual({ search: "a", cursor: "c" });
});

it("changes of two people to different fields are merged", () => {
  const { merge } = fieldRules(REDIRECT);
  const mine = { ...base, to_url: "/contato" };
  expect(merge(base, mine, { ...base, is_permanent: false })).toEqual({
    draft: { ...mine, is_permanent: false },
    conflicts: [],
  });
});

it("changes of two people to the same field conflict", () => {
  const mine = { ...base, to_url: "/contato" };
  const [conflict] = fieldRules(REDIRECT).merge(base, mine, { ...base, to_url: "/blog" }).conflicts;
  expect(conflict).toEqual({ name: "to_url", label: "Destino", mine: "/contato", theirs: "/blog" });
});

it("both addresses of a redirect are required", () => {
  const problems = redirectSchema.safeParse({ ...base, from_path: " ", to_url: "" }).error?.issues;
  expect(problems?.map(({ path, message }) => [path[0], message])).toEqual([
    ["from_path", "Preencha este campo."],
    ["to_url", "Preencha este campo."],
  ]);
});
