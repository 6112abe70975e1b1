import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { ChangeTable } from "./change-table";

function show(before: string, after: string) {
  const change = { path: "logo_url", field: "Logo da Empresa", before, after };
  const { container } = render(<ChangeTable caption="O que mudou" changes={[change]} isChange />);
  return [...container.querySelectorAll("img")].map((picture) => picture.getAttribute("src"));
}

it("address of a picture from the library is shown with the picture", () => {
  expect(show("/media/company/a1.png", "/media/company/b2.svg")).toEqual([
    "/media/company/a1.png",
    "/media/company/b2.svg",
  ]);
  expect(screen.getByText("/media/company/a1.png")).toBeTruthy();
});

it("text that isn't the address of a picture is shown as text", () => {
  expect(show("", "https://outro.example/media/a.png")).toEqual([]);
  expect(show("Veja /media/a.png", "/media/a.png e /media/b.png")).toEqual([]);
  expect(screen.getByText("vazio")).toBeTruthy();
});
