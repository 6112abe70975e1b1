import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, it, vi } from "vitest";

import type { VisitReport, VisitTotals } from "@/api/types";
import { VisitsScreen } from "./screen";

const totals: VisitTotals = { views: 1234, visitors: 90, contacts: 3, missing: 0, whatsapp: 4, phone: 1 };

const report: VisitReport = {
  from: "2026-11-19",
  to: "2026-11-20",
  first_day: "2026-11-01",
  counted_at: "2026-11-20T12:00:00Z",
  is_measured: true,
  totals,
  compared: totals,
  compared_days: 2,
  previous: { ...totals, views: 1000, visitors: 90, contacts: 4, whatsapp: 0, phone: 0 },
  by_day: [
    { day: "2026-11-19", views: 234, visitors: 40, contacts: 1 },
    { day: "2026-11-20", views: 1000, visitors: 50, contacts: 2 },
  ],
  pages: [{ value: "/blog", views: 700, visitors: 60, contacts: 2 }],
  missing: [],
  referrers: [{ value: "", views: 80, visitors: 70, contacts: 1 }],
  campaigns: [],
  clicks: [],
  devices: [],
  vitals: [],
};

afterEach(() => vi.unstubAllGlobals());

/** Shows the screen, and returns the paths that it requests. */
function show(answer: VisitReport = report): string[] {
  const paths: string[] = [];
  vi.stubGlobal("fetch", (request: Request) => {
    const { pathname, search } = new URL(request.url);
    paths.push(pathname + search);
    return Promise.resolve(pathname.endsWith(".csv") ? new Response("dia") : Response.json(answer));
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={["/admin/visits?from=2026-11-19&to=2026-11-20"]}>
        <VisitsScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return paths;
}

/** Returns the texts of a table's cells, row by row. */
async function cells(name: string): Promise<string[][]> {
  const rows = within(await screen.findByRole("table", { name })).getAllByRole("row");
  return rows.map((row) =>
    [...row.children].map((cell) => (cell.querySelector(".max-sm\\:sr-only") ?? cell).textContent),
  );
}

it("table beside the chart has the counts of each day, newest first", async () => {
  show();
  expect(await cells("Visitas por dia, do mais recente ao mais antigo")).toEqual([
    ["Dia", "Visualizações", "Visitantes", "Contatos"],
    ["20/11/2026", "1.000", "50", "2"],
    ["19/11/2026", "234", "40", "1"],
  ]);
  expect(screen.getByText("Ver em tabela").closest("details")).not.toBeNull();
});

it("counts by page and referrer are tables", async () => {
  show();
  expect((await cells("Páginas")).at(-1)).toEqual(["/blog", "700", "60", "2"]);
  expect((await cells("De onde vieram")).at(-1)).toEqual(["Acesso direto", "80", "70", "1"]);
});

it("totals are compared with the previous period, unless it had none", async () => {
  show();
  const shown = async (label: string) =>
    (await screen.findByText(label, { selector: "dt" })).nextElementSibling?.textContent;
  await screen.findByText("1.234");
  const change = (before: string, now: string) => `em relação ao período anterior, de ${before} para ${now}`;
  expect(await shown("Visualizações")).toBe(`1.234+23% ${change("1.000", "1.234")}`);
  expect(await shown("Visitantes")).toBe(`90igual ${change("90", "90")}`);
  expect(await shown("Contatos")).toBe(`3−25% ${change("4", "3")}`);
  expect(await shown("WhatsApp e telefone")).toBe("5");
});

it("period that is shown is exported as CSV", async () => {
  const links: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    links.push(this.download);
  });
  const paths = show();
  fireEvent.click(await screen.findByRole("button", { name: "Exportar CSV" }));
  await waitFor(() => expect(links).toEqual([expect.stringMatching(/^visitas-[\d-]+\.csv$/)]));
  expect(paths).toContain("/api/visits/export.csv?from=2026-11-19&to=2026-11-20");
});

it("screen says that views without JavaScript aren't counted", async () => {
  show();
  const note = (await screen.findByText("O que entra nesta conta")).closest("details");
  expect(note?.textContent).toContain("Ficam de fora quem navega sem JavaScript");
});

it("site that measures nothing now has a notice", async () => {
  show({ ...report, is_measured: false });
  expect(await screen.findByText(/A medição própria está desligada/)).toBeTruthy();
});
