import { expect, it } from "vitest";

import { problemsOf } from "./attachments-field";

it("problem of several files is shown once, and different problems name their files", () => {
  const zip = { name: "a.zip", problem: "Tipo não aceito." };
  const svg = { name: "b.svg", problem: "Tipo não aceito." };
  const empty = { name: "c.pdf", problem: "O arquivo está vazio." };
  const good = { name: "d.pdf", problem: undefined };
  expect(problemsOf([good])).toEqual([]);
  expect(problemsOf([zip, good, svg])).toEqual(["Tipo não aceito."]);
  expect(problemsOf([zip, empty, svg])).toEqual([
    "a.zip e b.svg: Tipo não aceito.",
    "c.pdf: O arquivo está vazio.",
  ]);
});
