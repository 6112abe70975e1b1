import { expect, it } from "vitest";

import { lengthHint, shortened } from "./text-length";

const range = { from: 3, to: 10 };

it("says what length is good", () => {
  expect(lengthHint("", range)).toBe("O ideal é de 3 a 10 caracteres.");
  expect(lengthHint("é", range)).toBe("1 caractere. Curto: o ideal é de 3 a 10.");
  expect(lengthHint("  abcdefghij ", range)).toBe("10 caracteres. Bom tamanho.");
  expect(lengthHint("abcdefghijk", range)).toBe(
    "11 caracteres. Longo: os buscadores cortam depois de cerca de 10.",
  );
});

it("cuts where search engines do", () => {
  expect(shortened("suporte de TI", range)).toBe("suporte …");
  expect(shortened("suportetécnico", range)).toBe("suportetéc …");
  expect(shortened("suporte", range)).toBe("suporte");
});
