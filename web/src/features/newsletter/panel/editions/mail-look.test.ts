import { expect, it } from "vitest";

import { withoutStyles } from "./mail-look";

it("removes the addresses of pictures, not their descriptions, from a mail without pictures", () => {
  const html = '<body class="paper"><img class="muted" src="https://x.example/a.png" alt="Rack"></body>';
  expect(withoutStyles(html, "no-pictures")).toContain('alt="Rack"');
  expect(withoutStyles(html, "no-pictures")).not.toContain("src=");
  expect(withoutStyles(html, "light")).toContain("src=");
});
