import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";

import type { ImportLine, ImportOutcome, ImportResult, RedirectImport } from "@/api/types";
import { ImportDialog, itemOf, summaryOf } from "./import-dialog";

const result = (outcome: ImportOutcome, plan_id: string): ImportResult => ({
  is_applied: false,
  plan_id,
  lines: [
    { line: 1, from_path: "/a", to_url: "/sobre", outcome, is_permanent: true, former: null, reason: null },
  ],
});

/** Opens the dialog and chooses a file. `answer` answers the preview and each import. */
async function choose(answer: (input: RedirectImport) => Response) {
  const inputs: RedirectImport[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const input = (await request.json()) as RedirectImport;
    inputs.push(input);
    return answer(input);
  });
  const user = userEvent.setup();
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ImportDialog onClose={onClose} />
    </QueryClientProvider>,
  );
  await user.upload(screen.getByLabelText(/Escolha um arquivo/), new File(["/a,/sobre"], "a.csv"));
  await screen.findByText("1 novo");
  const importFile = () => user.click(screen.getByRole("button", { name: "Importar" }));
  return { inputs, onClose, importFile };
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("import preview counts lines by outcome", () => {
  const lines = (["created", "refused", "created", "unchanged"] as const).map((outcome) => ({ outcome }));
  expect(summaryOf(lines)).toBe("1 recusado, 2 novos, 1 igual");
});

it("preview remains after a failed import, which can be repeated", async () => {
  let isOffline = true;
  const { onClose, importFile } = await choose(({ dry_run }) => {
    if (dry_run) return Response.json(result("created", "p1"));
    if (isOffline) throw new TypeError("offline");
    return Response.json({ ...result("created", "p1"), is_applied: true });
  });
  await importFile();
  expect(await screen.findByText("Erro ao conectar com o servidor")).toBeTruthy();
  expect(screen.getByRole("listitem").textContent).toContain("/a → /sobre");
  isOffline = false;
  await importFile();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

it("changed plan is shown with a notice instead of being imported", async () => {
  const { inputs, onClose, importFile } = await choose(({ dry_run, plan_id }) => {
    if (dry_run) return Response.json(result("created", "p1"));
    const answer = result("updated", "p2");
    return Response.json({ ...answer, is_applied: plan_id === answer.plan_id });
  });
  await importFile();
  const notice = "Os redirecionamentos mudaram desde a prévia. Confira de novo.";
  expect(await screen.findByText(notice)).toBeTruthy();
  expect(within(screen.getByRole("listitem")).getByText("alterado")).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  await importFile();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(inputs.map(({ plan_id }) => plan_id)).toEqual([undefined, "p1", "p2"]);
});

it("line of a preview has the type, and what it replaces", () => {
  const [line] = result("updated", "1").lines;
  const former = { to_url: "/contato", is_permanent: false };
  const detailOf = (change: Partial<ImportLine>) => line && itemOf({ ...line, ...change }).detail;
  expect(detailOf({})).toBe("permanente");
  expect(detailOf({ former })).toBe("permanente; antes: /contato (temporário)");
  expect(detailOf({ is_permanent: null, reason: "Falta o destino." })).toBe("Falta o destino.");
});
