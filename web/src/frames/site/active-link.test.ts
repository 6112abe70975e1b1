import { expect, it } from "vitest";

import { ariaCurrent } from "./active-link";

it.each([
  ["/", "/", "page"],
  ["/", "/sobre", undefined],
  ["/", "", undefined],
  ["/servicos", "/servicos", "page"],
  ["/servicos", "/servicos/banco-dados", "true"],
  ["/servicos", "/servicos-antigos", undefined],
  ["/contato", "/contato/", "page"],
  ["/contato#orcamento", "/contato", "page"],
])("aria-current of a link to '%s' on page '%s' is %o", (url, path, current) => {
  expect(ariaCurrent(url, path)).toBe(current);
});
