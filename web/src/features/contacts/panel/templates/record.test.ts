import { expect, it } from "vitest";

import type { Contact } from "@/api/types";
import { describeFilling, fillTemplate, refusePlaceholders, templateSchema, unknownProblem } from "./record";

it("placeholders are replaced, and a text in which some are left is not sent", () => {
  const message = "Serviço de interesse: Suporte\n\nOi";
  const contact = { name: "Ana Souza", company: "", message } as Contact;
  const text = fillTemplate("Olá, {nome} ({empresa}), sobre {serviço}: {responsável}", contact, "Bia");
  expect(text).toBe("Olá, Ana ({empresa}), sobre Suporte: Bia");
  expect(() => refusePlaceholders(text)).toThrow(
    "Este contato não tem empresa: troque {empresa} por um texto.",
  );
  expect(() => refusePlaceholders(text.replace("({empresa})", ""))).not.toThrow();
});

it("placeholders are filled regardless of case and accents, and unknown ones are not sent", () => {
  const contact = { name: "Ana Souza", company: "Padaria Sol", message: "Oi" } as Contact;
  const text = fillTemplate("{Nome}, {EMPRESA}, {responsavel}: {cidade} {x} {2026}", contact, "Bia");
  expect(text).toBe("Ana, Padaria Sol, Bia: {cidade} {x} {2026}");
  expect(() => refusePlaceholders(text)).toThrow(
    "{cidade} não é um campo: troque por um texto, ou use {nome}, {empresa}, {serviço} ou {responsável}.",
  );
  expect(() => refusePlaceholders("{cidade} e {rua}")).toThrow("{cidade} e {rua} não são campos:");
  expect(unknownProblem("{servico} {cidade}, {cidade}")).toMatch(/^\{cidade\} não é um campo/);
  expect(unknownProblem("{servico}")).toBeUndefined();
});

it("composer says what becomes of a placeholder before the text is sent", () => {
  const contact = { name: "Ana Souza", company: "", message: "Oi" } as Contact;
  expect(describeFilling("Olá, {Nome}, {nome} da {empresa}: {responsavel}", contact, "Bia")).toBe(
    "Ao enviar, {Nome} vira “Ana”, {nome} vira “Ana” e {responsavel} vira “Bia”.",
  );
  expect(describeFilling("Olá, {cidade}", contact, "")).toBeUndefined();
  expect(() => refusePlaceholders("{empresa} e {responsavel}")).toThrow(
    "Este contato não tem empresa nem responsável: troque {empresa} e {responsavel} por um texto.",
  );
});

it("template with an unknown placeholder is not saved", () => {
  const check = (text: string) => templateSchema.safeParse({ name: "Visita", text });
  expect(check("Olá, {nome}").success).toBe(true);
  expect(check("Olá, {foo}").error?.issues).toMatchObject([
    { path: ["text"], message: expect.stringMatching(/^\{foo\} não é um campo/) as string },
  ]);
});
