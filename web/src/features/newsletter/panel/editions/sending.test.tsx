import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";

import type { Edition } from "@/api/types";
import { notify } from "@/lib/notify";
import { CancelSending } from "./sending";

afterEach(() => vi.unstubAllGlobals());

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
