import { expect, it } from "vitest";

import type { Contact } from "@/api/types";
import { detailOf } from "./changes";

it("closed deal of a contact that waits for a reply says that it still waits", () => {
  const promise = { due_at: "2026-11-20T12:00:00Z" } as unknown as Contact["promise"];
  const waiting = "Ana continua em Aguardando até receber resposta.";
  expect(detailOf({ name: "Ana", stage: "won", promise })).toBe(waiting);
  expect(detailOf({ name: "Ana", stage: "lost", promise })).toBe(waiting);
  expect(detailOf({ name: "Ana", stage: "proposal", promise })).toBe("Ana");
  expect(detailOf({ name: "Ana", stage: "won", promise: null })).toBe("Ana");
});
