import { afterEach, describe, expect, it, vi } from "vitest";

import { Failure } from "@/api/api-error";
import { answerChallenge, createPasskey, toBase64Url, toBytes } from "./passkeys";

describe("base64url", () => {
  it.each([[[]], [[0]], [[255, 254, 253]], [[251, 240]], [[1, 2, 3, 4, 5]]])(
    "decodes what it encodes: %j",
    (values) => {
      expect([...toBytes(toBase64Url(Uint8Array.from(values).buffer))]).toEqual(values);
    },
  );

  it("needs no escaping in URLs", () => {
    expect(toBase64Url(Uint8Array.from([251, 255, 191]).buffer)).toBe("-_-_");
  });
});

describe("passkey prompt", () => {
  afterEach(() => vi.unstubAllGlobals());

  const refuseWith = (error: Error) => {
    const refuse = () => Promise.reject(error);
    vi.stubGlobal("navigator", { credentials: { get: refuse, create: refuse } });
  };
  const challenge = () =>
    Promise.resolve({
      challenge: "sealed",
      options: JSON.parse('{"challenge":"AA","user":{"id":"AA"}}') as Record<string, never>,
    });
  const messages = { canceled: "Cancelado.", exists: "Já existe." };

  it.each(["AbortError", "NotAllowedError"])("is reported as canceled after %s", async (name) => {
    refuseWith(new DOMException("", name));
    await expect(answerChallenge(challenge, "Cancelado.")).rejects.toEqual(new Failure("Cancelado."));
    await expect(createPasskey(challenge, "Celular", messages)).rejects.toEqual(new Failure("Cancelado."));
  });

  it("refuses a second passkey of a device", async () => {
    refuseWith(new DOMException("", "InvalidStateError"));
    await expect(createPasskey(challenge, "Celular", messages)).rejects.toEqual(new Failure("Já existe."));
  });

  it("rejects a sign-in with the browser's own error if the user did not cancel", async () => {
    const error = new DOMException("", "SecurityError");
    refuseWith(error);
    await expect(answerChallenge(challenge, "Cancelado.")).rejects.toBe(error);
  });
});
