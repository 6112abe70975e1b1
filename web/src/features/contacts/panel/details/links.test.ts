import { expect, it } from "vitest";

import { greeting, isLandline, mailLink, phoneLink, whatsappLink } from "./links";

it("phone link has the country code unless the number works in Brazil only", () => {
  expect(phoneLink("(11) 98765-4321")).toBe("tel:+5511987654321");
  expect(phoneLink("(11) 3456-7890")).toBe("tel:+551134567890");
  expect(phoneLink("+351 912 345 678")).toBe("tel:+351912345678");
  expect(phoneLink("011 98765-4321")).toBe("tel:+5511987654321");
  expect(phoneLink("0800 123 4567")).toBe("tel:08001234567");
  expect(phoneLink("+55 0800 123 4567")).toBe("tel:08001234567");
  expect(phoneLink("4004-1234")).toBe("tel:40041234");
});

it("WhatsApp link has the international number and the encoded text", () => {
  expect(whatsappLink("(11) 98765-4321", "Olá & até já?")).toBe(
    "https://wa.me/5511987654321?text=Ol%C3%A1%20%26%20at%C3%A9%20j%C3%A1%3F",
  );
  expect(whatsappLink("+351 912 345 678", "Oi")).toBe("https://wa.me/351912345678?text=Oi");
});

it("greeting names the service unless the sender chose none or 'Outro'", () => {
  expect(greeting(" Ana  Souza", "Vitrine TI", "Suporte Técnico", "form")).toBe(
    "Olá, Ana! Aqui é da Vitrine TI. Recebemos a sua mensagem pelo site sobre Suporte Técnico. Como podemos ajudar?",
  );
  expect(greeting("Ana", "Vitrine TI", null, "form")).toContain("pelo site. Como");
  expect(greeting("Ana", "Vitrine TI", "Outro", "form")).toContain("pelo site. Como");
});

it("number that can't have WhatsApp has no WhatsApp link", () => {
  expect(whatsappLink("0800 123 4567", "Oi")).toBeNull();
  expect(whatsappLink("4004-1234", "Oi")).toBeNull();
  expect(whatsappLink("", "Oi")).toBeNull();
});

it("email address can't add headers to a mail link", () => {
  expect(mailLink("ana@exemplo.com.br")).toBe("mailto:ana@exemplo.com.br");
  expect(mailLink("a?bcc=b@c.d")).toBe("mailto:a%3Fbcc%3Db@c.d");
});

it("landline is a Brazilian number of eight digits that starts with 2 to 5", () => {
  expect(isLandline("(19) 3232-1010")).toBe(true);
  expect(isLandline("+55 19 3232-1010 ramal 22")).toBe(true);
  expect(isLandline("(19) 99812-3344")).toBe(false);
  expect(isLandline("(19) 8812-3344")).toBe(false);
  expect(isLandline("+351 21 345 6789")).toBe(false);
  expect(isLandline("0800 123 4567")).toBe(false);
});
