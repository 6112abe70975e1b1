import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, configure, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import type { Role, User } from "@/api/types";
import { knownGroups } from "./entries";
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

// The search starts after a pause in typing.
configure({ asyncUtilTimeout: 5_000 });

/** Answers the pending search. */
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
        <ShownPath />
        <Palette user={editor} onAct={() => undefined} onClose={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function ShownPath() {
  const location = useLocation();
  return (
    <p data-testid="path" data-state={JSON.stringify(location.state)}>
      {location.pathname + location.search}
    </p>
  );
}

const type = (value: string) => fireEvent.change(screen.getByRole("combobox"), { target: { value } });
const press = (key: string) => fireEvent.keyDown(screen.getByRole("combobox"), { key });
const shownPath = () => screen.getByTestId("path").textContent;

it("Enter opens the result of the current query when it arrives", async () => {
  type("pessoa 1");
  await screen.findByRole("option", { name: "pessoa 1" });
  type("pessoa 2");
  press("Enter");
  expect(shownPath()).toBe("/");
  await waitFor(() => expect(answer).toBeTypeOf("function"));
  expect(shownPath()).toBe("/");
  answer();
  await waitFor(() => expect(shownPath()).toBe("/admin/contacts/pessoa%202"));
});

it("typing after Enter prevents opening a result", async () => {
  type("pessoa 1");
  press("Enter");
  type("pessoa 10");
  await screen.findByRole("option", { name: "pessoa 10" });
  expect(shownPath()).toBe("/");
});

it("Enter doesn't wait for groups below the first result", async () => {
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname !== "/api/contacts") await new Promise(() => undefined);
    return Response.json([{ id: "ana", name: "Ana", company: "", email: "" }]);
  });
  type("ana");
  press("Enter");
  await waitFor(() => expect(shownPath()).toBe("/admin/contacts/ana"));
});

it("Enter opens a screen without waiting for the search", () => {
  type("serviços");
  press("Enter");
  expect(shownPath()).toBe("/admin/services");
});

it("Enter opens a view of the contacts and the dialog that records one", () => {
  type("atrasados");
  press("Enter");
  expect(shownPath()).toBe("/admin/contacts?view=late");
  type("novo contato");
  press("Enter");
  // The list behind the dialog remains filtered.
  expect(shownPath()).toBe("/admin/contacts?view=late");
  expect(screen.getByTestId("path").dataset["state"]).toContain('"value":"new"');
});

it("screens are found by what is on them, but not by a short word that may be a name", () => {
  const screens = (query: string) =>
    knownGroups(query, { role: "admin" }).map(({ entries }) => entries[0]?.label);
  expect(screens("logo")).toEqual(["Configurações Gerais"]);
  expect(screens("horario")).toEqual(["Configurações de Contato"]);
  expect(screens("lgpd")).toEqual(["Privacidade"]);
  expect(screens("ana")).toEqual([]);
});

it("each role finds its screens and actions only", () => {
  const found = (role: Role, query = "") =>
    knownGroups(query, { role }).flatMap(({ entries }) => entries.map(({ label }) => label));
  expect(found("support")).toContain("Gerenciar Contatos");
  expect(found("support")).not.toContain("Escrever post");
  expect(found("support")).toEqual(expect.arrayContaining(["Novo contato", "Modelos de Resposta"]));
  expect(found("support", "meus")).toEqual(["Meus Avisos", "Meus", "Meus passos"]);
  expect(found("writer")).toContain("Escrever post");
  expect(found("writer")).not.toContain("Gerenciar Contatos");
  expect(found("writer", "meus")).toEqual([]);
  expect(found("editor")).not.toContain("Novo usuário");
});

it("text about an empty result is shown only after the search", async () => {
  type("pessoa 1");
  expect(screen.getByRole("status").textContent).toBe("Buscando…");
  await screen.findByRole("option", { name: "pessoa 1" });
  type("x");
  expect(screen.getByRole("status").textContent).toContain("Nada encontrado");
});
