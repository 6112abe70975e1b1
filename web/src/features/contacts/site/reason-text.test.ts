import { expect, it } from "vitest";

import { reasonText } from "./reason-text";

const text = { unsent: "Se preferir, fale agora com a equipe:" };
const none = { phone: "", whatsapp_url: "", email: "" };

it("reason ends with a full stop", () => {
  const company = { ...none, email: "a@exemplo.com.br" };
  expect(reasonText("Erro na requisição", text, company)).toBe(`Erro na requisição. ${text.unsent}`);
  expect(reasonText("Tente novamente mais tarde.", text, company)).toBe(
    `Tente novamente mais tarde. ${text.unsent}`,
  );
});

it("channels are not announced where there are none", () => {
  expect(reasonText("Sem conexão", text, none)).toBe("Sem conexão.");
});
