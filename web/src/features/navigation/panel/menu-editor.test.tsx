import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { notify } from "@/lib/notify";
import { TooltipProvider } from "@/panel/controls/tooltip";
import { MenuEditor } from "./menu-editor";

vi.mock("./site-preview", () => ({ SitePreview: () => null }));

/** The address that has a page. */
const PAGE = "/sobre";
let close: () => void;
/** The answered checks of addresses. */
let checked: (string | null)[];

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(notify, "success").mockReturnValue(() => undefined);
  vi.spyOn(notify, "error").mockReturnValue();
  vi.stubGlobal("fetch", (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== "/api/redirects/trace")
      return Promise.resolve(Response.json({ id: "1", label: "Item" }));
    const address = searchParams.get("address");
    checked.push(address);
    return Promise.resolve(Response.json([{ outcome: address === PAGE ? "page" : "missing" }]));
  });
  checked = [];
  close = vi.fn<() => void>();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TooltipProvider>
        <MemoryRouter>
          <MenuEditor item={null} parent={null} onClose={close} />
        </MemoryRouter>
      </TooltipProvider>
    </QueryClientProvider>,
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Adds an item, without a pause in which the field would check the address. */
async function add(address: string) {
  const user = userEvent.setup();
  await user.type(screen.getByRole("textbox", { name: "Texto do Menu" }), "Item");
  await user.type(screen.getByRole("textbox", { name: "URL/Link" }), address);
  await user.keyboard("{Control>}s{/Control}");
  await vi.waitFor(() => expect(close).toHaveBeenCalledOnce());
}

it("address without a page causes a warning after saving", async () => {
  await add("/nada");
  await vi.waitFor(() =>
    expect(notify.error).toHaveBeenCalledExactlyOnceWith(
      "Não há página em /nada",
      "O link foi salvo. Confira o endereço.",
    ),
  );
});

it("address with a page is saved without a warning", async () => {
  await add(PAGE);
  await vi.waitFor(() => expect(checked).toEqual([PAGE]));
  await act(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  expect(notify.error).not.toHaveBeenCalled();
});
