import { expect, it } from "vitest";

import { greetingOf } from "./greeting";

it("greeting has the first name of a person, but no company", () => {
  expect(greetingOf("Ana Souza")).toBe("Olá, Ana");
  expect(greetingOf("João D'Ávila-Melo")).toBe("Olá, João");
  expect(greetingOf("Noéme Souza")).toBe("Olá, Noéme");
  for (const name of ["Construtora Horizonte Azul Ltda.", "Padaria Sol", "Acme S/A", "Loja 3", ""])
    expect(greetingOf(name)).toBe("Olá");
});
