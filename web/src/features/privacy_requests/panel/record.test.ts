import { expect, it } from "vitest";

import type { PrivacyRequest } from "@/api/types";
import { personHint } from "./record";

it("hint says that erasing completes the request only if it is an open one for deletion", () => {
  const isSaid = (change: Partial<PrivacyRequest>) =>
    personHint({ kind: "deletion", state: "open", closed_at: null, ...change } as PrivacyRequest).includes(
      "Apagar conclui este pedido",
    );
  expect(isSaid({})).toBe(true);
  expect(isSaid({ kind: "access" })).toBe(false);
  expect(isSaid({ state: "unconfirmed" })).toBe(false);
  expect(isSaid({ state: "refused", closed_at: "2026-11-02T12:00:00Z" })).toBe(false);
});
