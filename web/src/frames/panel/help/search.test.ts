import { expect, it } from "vitest";

import { ADMIN_MENU, MENU } from "@/frames/panel/menu";
import { partsFor } from "./search";
import { PARTS } from "./topics";

const TOPICS = PARTS.flatMap((part) => part.topics);
const titles = (search: string, isAdmin = true) =>
  partsFor(search, isAdmin).flatMap(({ topics }) => topics.map(({ title }) => title));

it("topic is found if it contains all words, without regard to accents and case", () => {
  expect(titles("convite xadrez")).toEqual([]);
  expect(titles("convidar SENHA")).toEqual(["Gerenciar Usuários"]);
  expect(titles("texto alternativo")).toEqual(["Mídia"]);
  expect(titles("")).toHaveLength(TOPICS.length);
});

it("editors get no topics for administrators", () => {
  expect(titles("", false)).not.toContain("Gerenciar Usuários");
  expect(titles("", false)).toContain("Gerenciar Contatos");
});

it("every screen of the menu has a topic", () => {
  const explained = TOPICS.map(({ path }) => path);
  expect(
    [...MENU, ...ADMIN_MENU].map(({ path }) => path).filter((path) => !explained.includes(path)),
  ).toEqual([]);
});

it("ids of topics are unique", () => {
  expect(new Set(TOPICS.map(({ id }) => id)).size).toBe(TOPICS.length);
});
