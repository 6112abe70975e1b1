import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { notify } from "@/lib/notify";
import { ImportContactsDialog } from "./dialog";

const RESULT = {
  columns: {},
  headings: ["Nome"],
  example: ["Ana"],
  left_out: [],
  created: 1,
  is_applied: true,
  import_id: "new",
};

beforeEach(() => {
  vi.spyOn(notify, "success").mockReturnValue(() => undefined);
  vi.stubGlobal("fetch", (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith("/undo")) return Promise.resolve(Response.json({ deleted: 1, skipped: 0 }));
    if (request.method === "POST") return Promise.resolve(Response.json(RESULT));
    const imports = ["new", "old"].map((id) => ({ id, imported_at: "2026-11-27T10:00:00Z", untouched: 1 }));
    return Promise.resolve(Response.json(imports));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("undo of an earlier import doesn't hide the result of the new one", async () => {
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <ImportContactsDialog onClose={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await user.upload(screen.getByLabelText(/Escolha um arquivo/), new File(["Nome\nAna"], "a.csv"));
  await screen.findByText("Contatos importados: 1 contato novo.");
  const undo = async (index: number) => {
    const button = screen.getAllByRole("button", { name: "Desfazer importação" })[index];
    if (button) await user.click(button);
  };
  await undo(1);
  await waitFor(() => expect(notify.success).toHaveBeenCalledTimes(1));
  expect(screen.queryByText(/^Contatos importados/)).not.toBeNull();
  await undo(0);
  await waitFor(() => expect(screen.queryByText(/^Contatos importados/)).toBeNull());
});
