import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";

import type { Edition } from "@/api/types";
import { notify } from "@/lib/notify";
import { CancelSending, SendingSection } from "./sending";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("edition whose sending starts while the dialog is open isn't canceled", async () => {
  const client = new QueryClient();
  const shown = (state: Edition["state"], etag: string) => (
    <QueryClientProvider client={client}>
      <CancelSending edition={{ value: { id: "1", subject: "Maio", state } as Edition, etag }} />
    </QueryClientProvider>
  );
  const fetch = vi.fn<(request: Request) => Promise<Response>>(() =>
    Promise.resolve(Response.json({ code: "x", message: "x" }, { status: 412 })),
  );
  vi.stubGlobal("fetch", fetch);
  vi.spyOn(notify, "error").mockReturnValue();
  const { rerender } = render(shown("scheduled", '"2"'));
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Cancelar agendamento" }));
  rerender(shown("sending", '"3"'));
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Cancelar agendamento" }));
  await vi.waitFor(() => expect(notify.error).toHaveBeenCalledWith("Nada foi cancelado", expect.anything()));
  expect(fetch.mock.calls[0]?.[0].headers.get("If-Match")).toBe('"2"');
});

it("scheduling without a time shows the error at its field", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ count: 1 })));
  const value = { id: "1", body: "Olá", post_ids: [], interests: [], state: "draft", send_at: null };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SendingSection edition={{ value: value as unknown as Edition, etag: '"2"' }} isDirty={false} />
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Agendar" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Agendar" }));
  expect(dialog.getByText("Preencha este campo.")).toBeTruthy();
  expect(document.activeElement).toBe(dialog.getByLabelText("Enviar em"));
});
