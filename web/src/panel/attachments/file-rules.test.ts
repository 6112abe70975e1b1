import { expect, it } from "vitest";

import { DOCUMENTS, DOCUMENTS_AND_DATA, problemOf, readAttached } from "./file-rules";

const file = (name: string, bytes: number) => {
  const made = new File(["x"], name);
  Object.defineProperty(made, "size", { value: bytes });
  return made;
};
const MB = 1024 * 1024;

it("file of another type, too large or one too many is refused with a reason", () => {
  const check = (name: string, bytes: number, others: number[] = []) =>
    problemOf(
      file(name, bytes),
      others.map((bytes) => ({ bytes })),
      DOCUMENTS,
    );
  expect(check("Proposta.PDF", 10 * MB)).toBeNull();
  expect(check("logo.svg", 10)).toContain("Tipo de arquivo não aceito");
  expect(check("dados.zip", 10)).toContain("Tipo de arquivo não aceito");
  expect(problemOf(file("dados.zip", 10), [], DOCUMENTS_AND_DATA)).toBeNull();
  expect(check("a.pdf", 0)).toContain("vazio");
  expect(check("a.pdf", 10 * MB + 1)).toContain("até 10 MB");
  expect(check("a.pdf", 1, [1, 1, 1, 1, 1])).toContain("até 5 anexos");
  expect(check("a.pdf", 8 * MB, [8 * MB])).toContain("15 MB no total");
});

it("only complete files of a stored draft are read", () => {
  const stored = { id: "1", name: "a.pdf", bytes: 3 };
  expect(readAttached([stored, null, { id: 1 }, "x"])).toEqual([stored]);
  expect(readAttached(undefined)).toEqual([]);
});
