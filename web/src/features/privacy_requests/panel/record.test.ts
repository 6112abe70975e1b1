import { expect, it } from "vitest";

import type { PrivacyReply, PrivacyRequest } from "@/api/types";
import { closesUnanswered, personHint } from "./record";

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

it("request is closed unanswered only if a reply is possible and none was sent", () => {
  const isUnanswered = (change: Partial<PrivacyRequest>, deliveries: PrivacyReply["delivery"][] = []) =>
    closesUnanswered(
      { state: "open", email: "ana@exemplo.com", closed_at: null, ...change } as PrivacyRequest,
      "refused",
      deliveries.map((delivery) => ({ delivery })),
    );
  expect(isUnanswered({})).toBe(true);
  expect(isUnanswered({}, ["failed"])).toBe(true);
  expect(isUnanswered({}, ["failed", "queued"])).toBe(false);
  expect(isUnanswered({ state: "unconfirmed" })).toBe(false);
  expect(isUnanswered({ email: "" })).toBe(false);
  expect(isUnanswered({ closed_at: "2026-11-02T12:00:00Z" })).toBe(false);
});
