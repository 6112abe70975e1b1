import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, configure, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import type { User } from "@/api/types";
import { Palette } from "./palette";

const editor: User = {
  id: "0190",
  email: "ana@exemplo.com.br",
  full_name: "Ana",
  role: "editor",
  email_verified: true,
  must_change_password: false,
  created_at: "2026-01-01T00:00:00Z",
};

// It looks once somebody pauses.
configure({ asyncUtilTimeout: 5_000 });

/** Lets the server answer; until then it is looking. */
let answer: () => void;

beforeEach(() => {
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    const search = searchParams.get("search") ?? "";
    if (pathname !== "/api/contacts") return Response.json(pathname === "/api/blog" ? { posts: [] } : []);
    if (search.endsWith("2")) await new Promise<void>((resolve) => (answer = resolve));
    return Response.json([{ id: search, name: search, company: "", email: "" }]);
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Place />
        <Palette user={editor} onAct={() => undefined} onClose={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Place() {
  return <p data-testid="place">{useLocation().pathname}</p>;
}

const type = (value: string) => fireEvent.change(screen.getByRole("combobox"), { target: { value } });
const press = (key: string) => fireEvent.keyDown(screen.getByRole("combobox"), { key });
const place = () => screen.getByTestId("place").textContent;

it("opens what was found by the words that stand there, once it is found", async () => {
  type("pessoa 1");
  await screen.findByRole("option", { name: "pessoa 1" });
  type("pessoa 2");
  press("Enter");
  expect(place()).toBe("/");
  await waitFor(() => expect(answer).toBeTypeOf("function"));
  expect(place()).toBe("/");
  answer();
  await waitFor(() => expect(place()).toBe("/admin/contacts/pessoa%202"));
});

it("forgets the key when somebody types on", async () => {
  type("pessoa 1");
  press("Enter");
  type("pessoa 10");
  await screen.findByRole("option", { name: "pessoa 10" });
  expect(place()).toBe("/");
});

it("waits for nothing that comes after it", async () => {
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname !== "/api/contacts") await new Promise(() => undefined);
    return Response.json([{ id: "ana", name: "Ana", company: "", email: "" }]);
  });
  type("ana");
  press("Enter");
  await waitFor(() => expect(place()).toBe("/admin/contacts/ana"));
});

it("opens a screen at once, whatever else may be found", () => {
  type("serviços");
  press("Enter");
  expect(place()).toBe("/admin/services");
});

it("doesn't say that there is nothing before it has looked", async () => {
  type("pessoa 1");
  expect(screen.getByRole("status").textContent).toBe("Buscando…");
  await screen.findByRole("option", { name: "pessoa 1" });
  type("x");
  expect(screen.getByRole("status").textContent).toContain("Nada encontrado");
});
