import { expect, it, vi } from "vitest";

import { call } from "./call";

const post = () => call("POST", "/api/x", { fallback: "Erro na requisição" });

function answerWith(body: string, status: number) {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(body, { status })));
}

it("refused call rejects with the server's message", async () => {
  answerWith('{"message":"E-mail já cadastrado.","code":"email_taken"}', 409);
  await expect(post()).rejects.toThrow("E-mail já cadastrado.");
});

it("refusal that is not JSON rejects with the fallback", async () => {
  answerWith("<h1>Bad gateway</h1>", 502);
  await expect(post()).rejects.toThrow("Erro na requisição");
});

it("refusal with an empty message names the status", async () => {
  answerWith('{"message":""}', 418);
  await expect(post()).rejects.toThrow("HTTP 418");
});

it("answer without a body resolves to undefined", async () => {
  answerWith("", 202);
  await expect(post()).resolves.toBeUndefined();
});

it("unanswered call rejects with the `unanswered` message", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await expect(post()).rejects.toMatchObject({ status: 0, message: "" });
  const options = { fallback: "", unanswered: "Verifique suas credenciais" };
  await expect(call("POST", "/api/x", options)).rejects.toThrow("Verifique suas credenciais");
});
