import { describe, expect, it } from "vitest";

import { bytes, text } from "./passkeys";

describe("bytes in base64url", () => {
  it.each([[[]], [[0]], [[255, 254, 253]], [[251, 240]], [[1, 2, 3, 4, 5]]])(
    "come back as they went: %j",
    (given) => {
      expect([...bytes(text(Uint8Array.from(given).buffer))]).toEqual(given);
    },
  );

  it("use no character that an address would change", () => {
    expect(text(Uint8Array.from([251, 255, 191]).buffer)).toBe("-_-_");
  });
});
