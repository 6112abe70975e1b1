import { expect, it } from "vitest";

import { readTrail } from "./use-list-state";

it("history state without a valid trail gives an empty one", () => {
  expect(readTrail({ trail: ["", "AbC"] })).toEqual({ trail: ["", "AbC"] });
  expect(readTrail(null)).toEqual({ trail: [] });
  expect(readTrail({ trail: "AbC" })).toEqual({ trail: [] });
  expect(readTrail({ trail: [1, "AbC"] })).toEqual({ trail: ["AbC"] });
});
