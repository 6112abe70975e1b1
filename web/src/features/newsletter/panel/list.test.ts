import { expect, it } from "vitest";

import { formatAsked } from "./list";

const MIDNIGHT = "2024-03-10T03:00:00Z";

it.each([
  ["imported with a day shows the day alone", "import", MIDNIGHT, "10/03/2024"],
  ["imported with a time shows the time", "import", "2024-03-10T12:30:00Z", "10/03/2024, 09:30"],
  ["made at midnight on the site shows the time", "form", MIDNIGHT, "10/03/2024, 00:00"],
] as const)("request %s", (_, origin, consented_at, text) => {
  expect(formatAsked({ origin, consented_at })).toBe(text);
});
