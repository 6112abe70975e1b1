import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, renderHook, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, it, vi } from "vitest";

import type { User } from "@/api/types";
import { usePageTitle } from "@/panel/page-title";
import { contactSummary } from "../queries";
import { NewContactsCount } from "./new-contacts";
import { keepPush } from "./push";

vi.mock("./push", () => ({
  keepPush: vi.fn(() => Promise.resolve()),
  onNotificationClick: () => () => undefined,
}));

const badge = { setAppBadge: vi.fn(() => Promise.resolve()), clearAppBadge: () => Promise.resolve() };
const cache = new QueryClient();
const shown = (user: User) => (
  <QueryClientProvider client={cache}>
    <MemoryRouter>
      <NewContactsCount user={user} />
    </MemoryRouter>
  </QueryClientProvider>
);

afterEach(() => {
  cleanup();
  cache.clear();
  vi.clearAllMocks();
  vi.unstubAllGlobals();
});

it("notifications on this device follow a sign-in while the panel is open", () => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const user = { id: "u1" } as User;
  const { rerender } = render(shown(user));
  rerender(shown(user));
  expect(keepPush).toHaveBeenCalledTimes(1);
  rerender(shown({ ...user }));
  expect(keepPush).toHaveBeenCalledTimes(2);
});

it("title says that there are more new contacts than were counted", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ new: 10_000, more_than_counted: ["new"] })));
  render(shown({ id: "u1" } as User));
  renderHook(() => usePageTitle("Contatos"));
  await waitFor(() => expect(document.title).toMatch(/^\(10\.000\+\) Contatos/));
  cleanup();
  renderHook(() => usePageTitle("Contatos"));
  expect(document.title).toMatch(/^Contatos/);
});

it("number on the icon is set again after each answer", async () => {
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator) as Navigator, badge));
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ new: 3, more_than_counted: [] })));
  render(shown({ id: "u1" } as User));
  await waitFor(() => expect(badge.setAppBadge).toHaveBeenCalledWith(3));
  badge.setAppBadge.mockClear();
  await cache.invalidateQueries(contactSummary);
  await waitFor(() => expect(badge.setAppBadge).toHaveBeenCalledWith(3));
});
