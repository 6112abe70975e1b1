import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, it, vi } from "vitest";

import type { Media } from "@/api/types";
import { TooltipProvider } from "@/panel/controls/tooltip";
import { MediaDialog } from "./editor";
import { mediaKeys } from "./queries";
import { MEDIA } from "./record";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const PICTURE: Media = {
  id: "1",
  name: "equipe.png",
  alt: "Antes",
  url: "/media/1.png",
  folder: "blog",
  content_type: "image/png",
  variants: [],
  width: 3,
  height: 2,
  bytes: 10,
  focus_x: 50,
  focus_y: 50,
  created_at: "2026-01-01T12:00:00Z",
  updated_at: "2026-01-01T12:00:00Z",
  deleted_at: null,
};
const DELETED = { ...PICTURE, deleted_at: "2026-02-01T12:00:00Z" };

/**
 * Opens the dialog of a picture, which nothing uses by default. Returns a function that changes the picture on the server and
 * fetches it again.
 */
async function show(
  picture: Media,
  answerUses = () => Response.json([]),
): Promise<(picture: Media) => Promise<void>> {
  vi.spyOn(globalThis, "fetch").mockImplementation((request) =>
    Promise.resolve(isDeletion(request) ? new Response(null, { status: 204 }) : answerUses()),
  );
  const find = vi.spyOn(MEDIA, "find").mockResolvedValue({ value: picture, etag: null });
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const routes = [
    { path: "/admin/media", Component: () => null },
    { path: "/admin/media/:id", Component: MediaDialog },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ["/admin/media/1"] });
  render(
    <QueryClientProvider client={cache}>
      <TooltipProvider>
        <RouterProvider router={router} />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  await screen.findByText(/^Enviada em/);
  return async (changed) => {
    find.mockResolvedValue({ value: changed, etag: null });
    await cache.invalidateQueries({ queryKey: mediaKeys.record("1") });
  };
}

const isDeletion = (request: unknown) => request instanceof Request && request.method === "DELETE";
const alt = () => screen.getByRole<HTMLInputElement>("textbox", { name: /^Texto alternativo/ });

it("form of a picture that another person deletes keeps its input and offers to restore", async () => {
  const fetchAgain = await show(PICTURE);
  await userEvent.setup().type(alt(), " e depois");
  await fetchAgain(DELETED);
  await screen.findByText(/^Outra pessoa excluiu esta imagem agora. O que você digitou continua aqui/);
  expect(alt().value).toBe("Antes e depois");
  expect(screen.getAllByRole("button", { name: "Restaurar" })).toHaveLength(1);
});

it("picture in the trash is shown without a form", async () => {
  await show(DELETED);
  expect(screen.getByText(/^Na lixeira desde/)).toBeDefined();
  expect(screen.queryByRole("textbox")).toBeNull();
});

it("picture whose uses can't be loaded is deleted after a question", async () => {
  await show(PICTURE, () => Response.json({ code: "internal" }, { status: 500 }));
  const user = userEvent.setup();
  const remove = await screen.findByRole<HTMLButtonElement>("button", { name: "Excluir" });
  await vi.waitFor(() => expect(remove.disabled).toBe(false));
  await user.click(remove);
  await screen.findByText(/Não foi possível descobrir onde ela é usada/);
  await user.click(screen.getByRole("button", { name: "Excluir mesmo assim" }));
  await vi.waitFor(() =>
    expect(vi.mocked(fetch).mock.calls.filter(([request]) => isDeletion(request))).toHaveLength(1),
  );
});
