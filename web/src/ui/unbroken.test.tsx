import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";

import { Unbroken } from "./unbroken";

it("'e-mail' and numbers with hyphens are marked to stay on one line", () => {
  expect(renderToStaticMarkup(<Unbroken text="E-mails na regra 3-2-1" />)).toBe(
    '<span class="unbroken">E-mail</span>s na regra <span class="unbroken">3-2-1</span>',
  );
});

it("other words with hyphens are not marked", () => {
  expect(renderToStaticMarkup(<Unbroken text="bem-vindo" />)).toBe("bem-vindo");
});
