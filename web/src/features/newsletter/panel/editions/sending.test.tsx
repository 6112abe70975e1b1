import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";

import type { Edition } from "@/api/types";
import { notify } from "@/lib/notify";
import { CancelSending } from "./sending";

afterEach(() => vi.unstubAllGlobals());

it("message about a canceled schedule says if the sending had started", async () => {
  const edition = { id: "1", subject: "Maio", state: "scheduled" } as Edition;
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ ...edition, state: "canceled" })));
  vi.spyOn(notify, "success").mockReturnValue(() => undefined);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CancelSending edition={edition} />
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Cancelar agendamento" }));
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Cancelar agendamento" }));
  await vi.waitFor(() => expect(notify.success).toHaveBeenCalledWith("Envio cancelado", "Maio"));
});
