import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";

import type { Dashboard, VisitWeek } from "@/api/types";
import { VisitsCard } from "./visits-card";

function show(visits?: VisitWeek) {
  const { container } = render(
    <MemoryRouter>
      <VisitsCard dashboard={visits && ({ visits } as Dashboard)} className="" />
    </MemoryRouter>,
  );
  return [...container.querySelectorAll("div > dt")].map((title) => [
    title.textContent,
    title.nextElementSibling?.textContent,
  ]);
}

it("dashboard shows the visits of the week, with a link to their figures", () => {
  expect(show({ views: 1234, visitors: 56, is_measured: true })).toEqual([
    ["Visualizações", "1.234"],
    ["Visitantes", "56"],
  ]);
  expect(screen.getByText("Últimos 7 dias, sem a equipe e sem robôs.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Ver visitas" }).getAttribute("href")).toBe("/admin/visits?days=7");
});

it("dashboard says that visits aren't measured", () => {
  show({ views: 0, visitors: 0, is_measured: false });
  expect(screen.getByText("A medição própria está desligada.")).toBeTruthy();
});
