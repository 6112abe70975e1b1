import { expect, it } from "vitest";

import { Failure, reasonOf } from "./failure";
import { HttpError } from "./http";

it("shows what was said for people", () => {
  expect(reasonOf(new HttpError("E-mail já cadastrado.", 409))).toBe("E-mail já cadastrado.");
  expect(reasonOf(new Failure("Cancelado."), "Erro na requisição")).toBe("Cancelado.");
});

it("never shows the browser's own words", () => {
  const missing = new TypeError("Failed to fetch dynamically imported module: /assets/x.js");
  expect(reasonOf(missing)).toBe("Tente novamente mais tarde.");
  expect(reasonOf(missing, "Verifique suas credenciais")).toBe("Tente novamente mais tarde.");
  expect(reasonOf("?")).toBe("Tente novamente mais tarde.");
});

it("has something to say for a server that never answered", () => {
  expect(reasonOf(new HttpError("", 0))).toBe("Tente novamente mais tarde.");
  expect(reasonOf(new HttpError("", 0), "Verifique suas credenciais")).toBe("Verifique suas credenciais");
});
