import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, it, vi } from "vitest";

import { notify } from "@/lib/notify";
import { InviteForm } from "./invitation";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("second invitation of an address is explained at its field, with a link to the invited person", async () => {
  const toast = vi.spyOn(notify, "error").mockReturnValue();
  vi.stubGlobal("fetch", ({ method }: Request) => {
    const body = { code: "already_invited", message: "Já há um convite para este e-mail." };
    return Promise.resolve(
      method === "POST" ? Response.json(body, { status: 409 }) : Response.json({ configured: true }),
    );
  });
  const router = createMemoryRouter([{ path: "/", Component: InviteForm }]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText("Nome completo"), "Bia");
  await user.type(screen.getByLabelText("E-mail"), "bia@exemplo.com.br");
  await user.click(screen.getByRole("button", { name: "Enviar convite" }));
  expect(await screen.findByText("Já há um convite para este e-mail.")).toBeTruthy();
  const link = screen.getByRole("link", { name: "Abra a pessoa na lista" });
  expect(link.getAttribute("href")).toContain("search=bia%40exemplo.com.br");
  expect(toast).not.toHaveBeenCalled();
});
