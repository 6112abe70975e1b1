import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { HiddenPictures } from "./hidden-pictures";

it("pictures that the text doesn't show are named", () => {
  const markdown = "![a](https://a.example/1.png) ![b](/media/b.png)";
  render(<HiddenPictures markdown={markdown} advice="Envie o arquivo." />);
  expect(screen.getByRole("status").textContent).toContain("Uma imagem não vai aparecer.");
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "https://a.example/1.png",
  ]);
});

it("text without hidden pictures has no warning", () => {
  render(<HiddenPictures markdown="![b](/media/b.png)" advice="" />);
  expect(screen.getByRole("status").textContent).toBe("");
});
