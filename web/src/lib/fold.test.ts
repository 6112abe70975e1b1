// @vitest-environment node
import { expect, it } from "vitest";

import { fold } from "./fold";

it("folded text has no accents, capitals or extra spaces, as on the server", () => {
  expect(fold("  João  AÇÃO\nﬁm ")).toBe("joao acao fim");
});
