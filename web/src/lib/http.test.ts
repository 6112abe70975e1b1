import { expect, it, vi } from "vitest";

import { call } from "./http";

function answerWith(body: string, status: number) {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(body, { status })));
}

it("shows the server's own message", async () => {
  answerWith('{"message":"E-mail já cadastrado.","code":"email_taken"}', 409);
  await expect(call("POST", "/api/x", { fallback: "Erro na requisição" })).rejects.toThrow(
    "E-mail já cadastrado.",
  );
});

it("falls back when the answer is not JSON", async () => {
  answerWith("<h1>Bad gateway</h1>", 502);
  await expect(call("POST", "/api/x", { fallback: "Erro na requisição" })).rejects.toThrow(
    "Erro na requisição",
  );
});

it("names the status when the message is empty", async () => {
  answerWith('{"message":""}', 418);
  await expect(call("POST", "/api/x", { fallback: "Erro na requisição" })).rejects.toThrow("HTTP 418");
});

it("takes an answer without a body", async () => {
  answerWith("", 202);
  await expect(call("POST", "/api/x", { fallback: "Erro na requisição" })).resolves.toBeUndefined();
});
