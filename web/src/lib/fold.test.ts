// @vitest-environment node
import { expect, it } from "vitest";

import { fold } from "./fold";

it("folds accents, case and spaces as the server does", () => {
  expect(fold("  João  AÇÃO\nﬁm ")).toBe("joao acao fim");
});
