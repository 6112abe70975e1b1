import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, it, vi } from "vitest";

import { MySteps } from "./my-steps";

afterEach(() => vi.unstubAllGlobals());

it("link says that there are more steps than were counted", async () => {
  const summary = { next_steps: 10_000, more_than_counted: ["next_steps"] };
  vi.stubGlobal("fetch", ({ url }: Request) =>
    Promise.resolve(Response.json(url.endsWith("/summary") ? summary : [])),
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <MySteps refetchInterval={60_000} className="" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(await screen.findByRole("link", { name: "Ver todos os 10.000+" })).toBeTruthy();
});
