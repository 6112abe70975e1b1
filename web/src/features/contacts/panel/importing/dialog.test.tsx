import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";

import type { ContactImport, ContactImportResult, ImportColumns } from "@/api/types";
import { ImportContactsDialog, lacksNames, statusHint, summaryOf } from "./dialog";
import { resultOf } from "./recent-imports";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("rows that were left out remain listed after the import", async () => {
  const result = {
    columns: { name: 0 },
    headings: ["Nome"],
    example: ["Ana"],
    created: 1,
    left_out: [{ line: 3, name: "Bia", reason: "Sem e-mail nem telefone." }],
  };
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "GET") return Response.json([]);
    const { dry_run } = (await request.json()) as ContactImport;
    return Response.json({ ...result, is_applied: !dry_run });
  });
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ImportContactsDialog onClose={() => undefined} />
    </QueryClientProvider>,
  );
  await user.upload(screen.getByLabelText(/Escolha um arquivo/), new File(["Nome\nAna\nBia"], "a.csv"));
  await screen.findByRole("heading", { name: "Linhas que ficam de fora" });
  await user.click(screen.getByRole("button", { name: "Importar" }));
  await screen.findByRole("heading", { name: "Linhas que ficaram de fora" });
  const rows = within(screen.getByRole("region", { name: "Linhas de fora" }));
  expect(rows.getByText("Linha 3: Bia")).toBeTruthy();
  expect(rows.getByText("Sem e-mail nem telefone.")).toBeTruthy();
});

it("summary of an import names only the counts above zero", () => {
  const result = { created: 2, waiting: 1, existing: 0, duplicates: 3, suppressed: 0, invalid: 1 };
  expect(summaryOf(result as ContactImportResult)).toBe(
    "2 contatos novos (1 aguarda resposta), 3 com e-mail ou telefone já cadastrado ou repetido no arquivo, 1 inválido",
  );
  expect(summaryOf({ ...result, existing: 1, duplicates: 0, invalid: 0 } as ContactImportResult)).toBe(
    "2 contatos novos (1 aguarda resposta), 1 linha já importada antes ou idêntica a outra do arquivo",
  );
});

it("hint says which status rows without one get", () => {
  const columns = { name: 0, status: null } as ImportColumns;
  expect(statusHint({ columns })).toMatch(/^Sem coluna de status, todos entram como Arquivado/);
  expect(statusHint({ columns: { ...columns, status: 1 } })).toMatch(/^Linhas sem status/);
});

it("import without a column of names is noticed if it has contacts to add", () => {
  const columns = { name: null, email: 0 } as ImportColumns;
  expect(lacksNames({ columns, created: 3 })).toBe(true);
  expect(lacksNames({ columns, created: 0 })).toBe(false);
  expect(lacksNames({ columns: { ...columns, name: 1 }, created: 3 })).toBe(false);
});

it("result of an undone import names the contacts that remain", () => {
  expect(resultOf({ deleted: 1, skipped: 0 })).toBe("1 contato foi para a lixeira.");
  expect(resultOf({ deleted: 12, skipped: 2 })).toBe(
    "12 contatos foram para a lixeira; 2 foram mantidos, porque alguém mexeu neles.",
  );
});
