import { expect, it } from "vitest";

import type { Role } from "@/api/types";
import { ADMIN_MENU, MENU } from "@/frames/panel/menu";
import { partsFor } from "./search";
import { PARTS } from "./topics";

const TOPICS = PARTS.flatMap((part) => part.topics);
const titles = (search: string, role: Role = "admin") =>
  partsFor(search, { role }).flatMap(({ topics }) => topics.map(({ title }) => title));

it("topic is found if it contains all words, without regard to accents and case", () => {
  expect(titles("convite xadrez")).toEqual([]);
  expect(titles("convidar SENHA")).toEqual(["Gerenciar Usuários"]);
  expect(titles("texto alternativo")).toEqual(["Mídia"]);
  expect(titles("")).toHaveLength(TOPICS.length);
});

it("each role gets the topics of its screens", () => {
  expect(titles("", "editor")).toEqual(expect.arrayContaining(["Gerenciar Contatos", "Mídia"]));
  expect(titles("", "editor")).not.toContain("Gerenciar Usuários");
  expect(titles("", "support")).toContain("Gerenciar Contatos");
  expect(titles("", "support")).not.toContain("Mídia");
  expect(titles("", "writer")).toContain("Mídia");
  expect(titles("", "writer")).not.toContain("Gerenciar Contatos");
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
