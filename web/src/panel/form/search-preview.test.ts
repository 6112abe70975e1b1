import { expect, it } from "vitest";

import { lengthHint, shortened } from "./search-preview";

const range = { from: 3, to: 10 };

it("hint rates the length of a text", () => {
  expect(lengthHint("", range)).toBe("O ideal é de 3 a 10 caracteres.");
  expect(lengthHint("é", range)).toBe("1 caractere. Curto: o ideal é de 3 a 10.");
  expect(lengthHint("  abcdefghij ", range)).toBe("10 caracteres. Bom tamanho.");
  expect(lengthHint("abcdefghijk", range)).toBe(
    "11 caracteres. Longo: os buscadores cortam depois de cerca de 10.",
  );
});

it("long text is cut after a word, or within a long word", () => {
  expect(shortened("suporte de TI", range)).toBe("suporte …");
  expect(shortened("suportetécnico", range)).toBe("suportetéc …");
  expect(shortened("suporte", range)).toBe("suporte");
});
