import { expect, it } from "vitest";

import { greetingOf, isBareGreeting, replyStart } from "./greeting";

it("greeting has the first name of a person, but no company", () => {
  expect(greetingOf("Ana Souza")).toBe("Olá, Ana");
  expect(greetingOf("João D'Ávila-Melo")).toBe("Olá, João");
  expect(greetingOf("Noéme Souza")).toBe("Olá, Noéme");
  for (const name of ["Construtora Horizonte Azul Ltda.", "Padaria Sol", "Acme S/A", "Loja 3", ""])
    expect(greetingOf(name)).toBe("Olá");
});

it("start of a reply is recognized with and without the signature", () => {
  const start = replyStart("Ana Souza", "Bia\nVitrine TI");
  expect(start).toBe("Olá, Ana,\n\n\n\nBia\nVitrine TI");
  expect(isBareGreeting(start, "Ana Souza", "Bia\nVitrine TI")).toBe(true);
  expect(isBareGreeting(replyStart("Ana Souza"), "Ana Souza", "Bia\nVitrine TI")).toBe(true);
  expect(isBareGreeting(start.replace("\n\n\n", "\n\nSim.\n\n"), "Ana Souza", "Bia\nVitrine TI")).toBe(false);
});
