import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";

import { NewPostSetting } from "./new-posts";

afterEach(() => vi.unstubAllGlobals());

/** Shows the setting of a newsletter with three subscribers. Returns the saved modes. */
function show(): unknown[] {
  const saved: unknown[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "PUT") saved.push(await request.json());
    const { pathname } = new URL(request.url);
    return Response.json(pathname.endsWith("/summary") ? { confirmed: 3 } : { new_post: "off" });
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <NewPostSetting />
    </QueryClientProvider>,
  );
  return saved;
}

const select = () => screen.findByRole<HTMLSelectElement>("combobox", { name: /artigo/ });
const untilEnabled = async () => vi.waitFor(async () => expect((await select()).disabled).toBe(false));

it("sending each new post at once is saved only after a question with the number of subscribers", async () => {
  const saved = show();
  await untilEnabled();
  const user = userEvent.setup();
  await user.selectOptions(await select(), "send");
  expect(await screen.findByText(/3 inscrições confirmadas/)).toBeTruthy();
  expect(saved).toEqual([]);
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Enviar na hora" }));
  await vi.waitFor(() => expect(saved).toEqual([{ new_post: "send" }]));
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("choice to prepare a draft for each new post is saved without a question", async () => {
  const saved = show();
  await untilEnabled();
  await userEvent.setup().selectOptions(await select(), "draft");
  await vi.waitFor(() => expect(saved).toEqual([{ new_post: "draft" }]));
  expect(screen.queryByRole("dialog")).toBeNull();
});
