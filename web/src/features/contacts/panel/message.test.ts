import { expect, it } from "vitest";

import { splitMessage } from "./message";

it("takes the service out of a message of the public form", () => {
  expect(splitMessage("Serviço de interesse: Automação e IA\n\nBom dia.\n\nQueremos um orçamento.")).toEqual({
    service: "Automação e IA",
    text: "Bom dia.\n\nQueremos um orçamento.",
  });
});

it("knows no service where the form was sent without one", () => {
  expect(splitMessage("Serviço de interesse: Não informado\n\nBom dia.")).toEqual({
    service: null,
    text: "Bom dia.",
  });
});

it("leaves any other message whole", () => {
  for (const text of [
    "",
    "Olá",
    "Serviço de interesse: Outro",
    "Sobre o Serviço de interesse: Outro\n\nOi",
  ]) {
    expect(splitMessage(text)).toEqual({ service: null, text });
  }
});
