import { render, screen } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";

import { Unbroken } from "./unbroken";

it("'e-mail' and numbers with hyphens are marked to stay on one line", () => {
  expect(renderToStaticMarkup(<Unbroken text="E-mails na regra 3-2-1" />)).toBe(
    '<span><span class="unbroken">E-mail</span>s na regra <span class="unbroken">3-2-1</span></span>',
  );
});

it("other words with hyphens are not marked", () => {
  expect(renderToStaticMarkup(<Unbroken text="bem-vindo" />)).toBe("<span>bem-vindo</span>");
});

it.each(["texto", "por e-mail", "bem-vindo"])("text '%s' that was translated can be changed", (text) => {
  const heading = (shown: string) => (
    <h1>
      <Unbroken text={shown} />
    </h1>
  );
  const { rerender } = render(heading(text));
  // A translator moves the original text.
  const moved = document.createElement("span");
  const title = screen.getByRole("heading");
  const parent = title.querySelector("span") ?? title;
  moved.append(...parent.childNodes);
  parent.append(moved);
  rerender(heading("Novo e-mail"));
  expect(title.textContent).toBe("Novo e-mail");
  rerender(heading("Outro"));
  expect(title.textContent).toBe("Outro");
});
