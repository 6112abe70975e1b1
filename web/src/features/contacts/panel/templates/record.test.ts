import { expect, it } from "vitest";

import type { Contact } from "@/api/types";
import { fillTemplate, refusePlaceholders } from "./record";

it("placeholders are replaced, and a text in which some are left is not sent", () => {
  const message = "Serviço de interesse: Suporte\n\nOi";
  const contact = { name: "Ana Souza", company: "", message } as Contact;
  const text = fillTemplate("Olá, {nome} ({empresa}), sobre {serviço}: {responsável}", contact, "Bia");
  expect(text).toBe("Olá, Ana ({empresa}), sobre Suporte: Bia");
  expect(() => refusePlaceholders(text)).toThrow("Complete {empresa} antes de enviar");
  expect(() => refusePlaceholders(text.replace("({empresa})", ""))).not.toThrow();
});
