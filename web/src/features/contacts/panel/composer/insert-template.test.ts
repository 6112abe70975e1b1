import { expect, it } from "vitest";

import { insertTemplate } from "./insert-template";

const at = (position: number) => ({ selectionStart: position, selectionEnd: position });

it("template is inserted on a line of its own", () => {
  expect(insertTemplate("Olá.", at(4), "Temos.")).toEqual({ text: "Olá.\nTemos.", position: 11 });
  expect(insertTemplate("Olá.\n", null, "Temos.").text).toBe("Olá.\nTemos.");
  expect(insertTemplate("Olá. Até.", at(5), "Temos.").text).toBe("Olá. \nTemos.\nAté.");
  expect(insertTemplate("", null, "Temos.").text).toBe("Temos.");
});
