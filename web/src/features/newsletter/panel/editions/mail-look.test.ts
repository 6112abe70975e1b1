import { expect, it } from "vitest";

import { withoutStyles } from "./mail-look";

it("mail without pictures has their descriptions but not their addresses", () => {
  const html = '<body class="paper"><img class="muted" src="https://x.example/a.png" alt="Rack"></body>';
  expect(withoutStyles(html, "no-pictures")).toContain('alt="Rack"');
  expect(withoutStyles(html, "no-pictures")).not.toContain("src=");
  expect(withoutStyles(html, "light")).toContain("src=");
});
