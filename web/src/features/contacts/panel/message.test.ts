import { expect, it } from "vitest";

import { splitMessage } from "./message";

it("message of the contact form is split into service and text", () => {
  expect(splitMessage("Serviço de interesse: Automação e IA\n\nBom dia.\n\nQueremos um orçamento.")).toEqual({
    service: "Automação e IA",
    text: "Bom dia.\n\nQueremos um orçamento.",
  });
});

it("message with 'Não informado' has no service", () => {
  expect(splitMessage("Serviço de interesse: Não informado\n\nBom dia.")).toEqual({
    service: null,
    text: "Bom dia.",
  });
});

it("message without a service line is not split", () => {
  for (const text of [
    "",
    "Olá",
    "Serviço de interesse: Outro",
    "Sobre o Serviço de interesse: Outro\n\nOi",
  ]) {
    expect(splitMessage(text)).toEqual({ service: null, text });
  }
});
