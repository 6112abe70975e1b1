import { describe, expect, it } from "vitest";

import { describeState } from "./mail-state";

describe("describeState", () => {
  it("says why a message is still in the queue", () => {
    const label = (attempts: number, configured: boolean) =>
      describeState({ state: "queued", attempts }, configured).label;
    expect(label(0, false)).toBe("Aguardando configuração");
    expect(label(0, true)).toBe("Na fila");
    expect(label(2, true)).toBe("Nova tentativa");
  });

  it("says how a message ended, whatever is configured now", () => {
    expect(describeState({ state: "sent", attempts: 1 }, false).label).toBe("Enviado");
    expect(describeState({ state: "failed", attempts: 9 }, false).label).toBe("Não enviado");
  });
});
