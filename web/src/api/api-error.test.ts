import { expect, it } from "vitest";

import { ApiError, Failure, messageOf } from "./api-error";
import { serverMessageOf } from "./error-checks";

it("message meant for users is shown", () => {
  expect(messageOf(new ApiError(409, "email_taken", "E-mail já cadastrado."))).toBe("E-mail já cadastrado.");
  expect(messageOf(new Failure("Cancelado."), "Erro na requisição")).toBe("Cancelado.");
});

it("message of a browser error is replaced with the fallback", () => {
  const missing = new TypeError("Failed to fetch dynamically imported module: /assets/x.js");
  expect(messageOf(missing)).toBe("Tente novamente mais tarde.");
  expect(messageOf(missing, "Não foi possível carregar.")).toBe("Não foi possível carregar.");
  expect(messageOf("?")).toBe("Tente novamente mais tarde.");
});

it("empty message is replaced with the fallback", () => {
  const unanswered = new ApiError(0, "unreachable", "");
  expect(messageOf(unanswered)).toBe("Tente novamente mais tarde.");
  expect(messageOf(unanswered, "Verifique suas credenciais")).toBe("Verifique suas credenciais");
});

it("generic message is not shown as the server's message", () => {
  const generic = new ApiError(502, "unknown", "Erro na requisição", { isGeneric: true });
  expect(messageOf(generic)).toBe("Erro na requisição");
  expect(serverMessageOf(generic, "Não salvo.")).toBe("Não salvo.");
  expect(serverMessageOf(new ApiError(409, "conflict", "Já existe."), "Não salvo.")).toBe("Já existe.");
});
