import { expect, it } from "vitest";

import { readState } from "./list-state";

it("finds its way back in the history entry, and does without one", () => {
  expect(readState({ trail: ["", "AbC"] })).toEqual({ trail: ["", "AbC"] });
  expect(readState(null)).toEqual({ trail: [] });
  expect(readState({ trail: "AbC" })).toEqual({ trail: [] });
  expect(readState({ trail: [1, "AbC"] })).toEqual({ trail: ["AbC"] });
});
