import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, it, vi } from "vitest";

import { TooltipProvider } from "@/panel/controls/tooltip";
import { NewsletterScreen } from "./screen";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Shows the screen of a newsletter with one interest. The server finds no subscriptions. */
function show(query: string) {
  const answers: Record<string, unknown> = {
    "/api/newsletter/interests": { available: [], offered: [{ slug: "redes", name: "Redes" }] },
    "/api/newsletter/subscriptions/summary": { confirmed: 2, more_than_counted: [] },
  };
  vi.stubGlobal("fetch", ({ url }: Request) =>
    Promise.resolve(
      Response.json(answers[new URL(url).pathname] ?? [], { headers: { "X-Total-Count": "0" } }),
    ),
  );
  const router = createMemoryRouter([{ path: "/admin/newsletter", Component: NewsletterScreen }], {
    initialEntries: [`/admin/newsletter?${query}`],
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TooltipProvider>
        <RouterProvider router={router} />
      </TooltipProvider>
    </QueryClientProvider>,
  );
}

it("tab of a status preserves the search and the interest", async () => {
  show("search=ana&interest=redes");
  const tab = await screen.findByRole("link", { name: /^Confirmadas/ });
  expect(tab.getAttribute("href")).toBe("/admin/newsletter?search=ana&interest=redes&status=confirmed");
});

it("search in all subscriptions that finds none doesn't explain a status", async () => {
  show("search=ana");
  expect(
    await screen.findByText("Confira o e-mail digitado e o assunto de interesse escolhido."),
  ).toBeTruthy();
});
