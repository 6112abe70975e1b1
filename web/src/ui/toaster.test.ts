import { expect, it, vi } from "vitest";

import type * as Toaster from "./toaster";

// The setup of the tests mocks this module.
const { positionIn } = await vi.importActual<typeof Toaster>("./toaster");

it("messages are above a bar, but at the top of a low window, where the bar leaves little space", () => {
  for (const isNarrow of [false, true]) {
    expect(positionIn({ isNarrow, isLow: false, hasBar: true })).toBe("bottom-right");
    expect(positionIn({ isNarrow, isLow: true, hasBar: true })).toBe("top-right");
  }
});

it("messages without a bar are at the top of narrow windows only", () => {
  for (const isLow of [false, true]) {
    expect(positionIn({ isNarrow: true, isLow, hasBar: false })).toBe("top-center");
    expect(positionIn({ isNarrow: false, isLow, hasBar: false })).toBe("bottom-right");
  }
});
