import { expect, it } from "vitest";

import { composeMessage, splitMessage } from "./message";

it("composed message starts with a line for the service", () => {
  expect(composeMessage("Suporte Técnico", "Olá")).toBe("Serviço de interesse: Suporte Técnico\n\nOlá");
  expect(composeMessage("", "Olá")).toBe("Serviço de interesse: Não informado\n\nOlá");
});

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

it("message of a recorded contact may have only the service", () => {
  expect(splitMessage("Serviço de interesse: Outro")).toEqual({ service: "Outro", text: "" });
});

it("message that doesn't start with a service line and a blank line is not split", () => {
  for (const text of ["", "Olá", "Sobre o Serviço de interesse: Outro\n\nOi"]) {
    expect(splitMessage(text)).toEqual({ service: null, text });
  }
});
