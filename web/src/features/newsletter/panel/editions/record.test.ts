import { expect, it } from "vitest";

import { withoutStyles } from "./mail-look";
import { BLANK, editionSchema, inputOf } from "./record";

it("sends a blank pace as null and omits an unchanged one", () => {
  expect(inputOf({ subject: "Maio", pace: "" })).toEqual({ subject: "Maio", pace: null });
  expect(inputOf({ pace: "600" })).toEqual({ pace: 600 });
  expect(inputOf({ subject: "Maio" })).toEqual({ subject: "Maio" });
});

it.each(["9", "100001", "1,5", "-10"])("refuses the pace %s", (pace) => {
  expect(editionSchema.safeParse({ ...BLANK, subject: "Maio", pace }).success).toBe(false);
});

it("removes the addresses of pictures, not their descriptions, from a mail without pictures", () => {
  const html = '<body class="paper"><img class="muted" src="https://x.example/a.png" alt="Rack"></body>';
  expect(withoutStyles(html, "no-pictures")).toContain('alt="Rack"');
  expect(withoutStyles(html, "no-pictures")).not.toContain("src=");
  expect(withoutStyles(html, "light")).toContain("src=");
});
