import { expect, it, vi } from "vitest";

import { BLANK, EDITION, editionSchema, inputOf } from "./record";

it("blank pace is sent as null and an unchanged one is omitted", () => {
  expect(inputOf({ subject: "Maio", pace: "" })).toEqual({ subject: "Maio", pace: null });
  expect(inputOf({ pace: "600" })).toEqual({ pace: 600 });
  expect(inputOf({ subject: "Maio" })).toEqual({ subject: "Maio" });
});

it.each(["9", "100001", "1,5", "-10"])("pace %s is invalid", (pace) => {
  expect(editionSchema.safeParse({ ...BLANK, subject: "Maio", pace }).success).toBe(false);
});

it("new edition is sent with its idempotency key", async () => {
  const fetch = vi.fn<(request: Request) => Promise<Response>>(() =>
    Promise.resolve(Response.json({}, { status: 201 })),
  );
  vi.stubGlobal("fetch", fetch);
  await EDITION.create({ ...BLANK, subject: "Maio" }, null, "chave");
  vi.unstubAllGlobals();
  expect(fetch.mock.lastCall?.[0].headers.get("Idempotency-Key")).toBe("chave");
});
