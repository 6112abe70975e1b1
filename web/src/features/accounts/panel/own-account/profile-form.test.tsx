import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, it, vi } from "vitest";

import type { Profile, Role, User } from "@/api/types";
import { SessionProvider } from "@/features/accounts/panel/session";
import { notify } from "@/lib/notify";
import { OwnProfileForm } from "./profile-form";

const calls: string[] = [];

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  calls.length = 0;
});

function show(role: Role, isMailed: boolean, change: Partial<Profile>) {
  vi.stubGlobal("fetch", ({ url, method }: Request) => {
    calls.push(`${method} ${new URL(url).pathname}`);
    return Promise.resolve(
      method === "GET"
        ? Response.json({ configured: isMailed, queued: 0, sent: 0, failed: 0, problem: null })
        : new Response(null, { status: 202 }),
    );
  });
  const profile: Profile = {
    created_at: "2026-11-20T12:00:00Z",
    email: "ana@exemplo.com",
    email_verified: true,
    full_name: "Ana",
    pending_email: null,
    ...change,
  };
  const form = <OwnProfileForm profile={profile} user={{ role } as User} />;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider>
        <RouterProvider router={createMemoryRouter([{ path: "/", element: form }])} />
      </SessionProvider>
    </QueryClientProvider>,
  );
}

const region = () => screen.getByRole("region", { name: "Perfil" });
const pending_email = "nova@exemplo.com";

it("text about a pending email mentions the mail with the link if there is a mail server", async () => {
  show("admin", true, { pending_email });
  expect(await screen.findByText(/pelo link enviado para/)).toBeTruthy();
  expect(screen.queryByRole("link", { name: "E-mails" })).toBeNull();
});

it("text about a pending email mentions no mail without a mail server, and links to the outbox", async () => {
  show("admin", false, { pending_email });
  const link = await screen.findByRole("link", { name: "E-mails" });
  expect(link.getAttribute("href")).toBe("/admin/outbox");
  expect(region().textContent).toContain("será confirmado mais tarde");
  expect(region().textContent).not.toContain("link enviado");
});

it("text about a pending email mentions no mail to editors, who can't see whether there is a mail server", () => {
  show("editor", true, { pending_email });
  expect(region().textContent).toContain(pending_email);
  expect(region().textContent).not.toContain("link enviado");
  expect(calls).toEqual([]);
});

it("user with an unconfirmed email can request another link", async () => {
  const success = vi.spyOn(notify, "success").mockReturnValue(() => undefined);
  show("editor", true, { email_verified: false });
  expect(region().textContent).toContain("O seu e-mail ainda não foi confirmado.");
  fireEvent.click(screen.getByRole("button", { name: "Pedir link de confirmação" }));
  await waitFor(() => expect(success.mock.calls[0]?.[0]).toBe("Pedido registrado"));
  expect(calls).toEqual(["POST /api/auth/email-verification"]);
});

it("Ctrl+S saves the profile without moving the focus", async () => {
  vi.spyOn(notify, "success").mockReturnValue(() => undefined);
  show("editor", true, {});
  const button = screen.getByRole("button", { name: "Salvar perfil" });
  button.focus();
  fireEvent.keyDown(button, { key: "s", ctrlKey: true });
  await waitFor(() => expect(calls).toEqual(["PUT /api/auth/profile"]));
  expect(document.activeElement).toBe(button);
});

it("user with a confirmed email can't request a link", () => {
  show("admin", true, {});
  expect(screen.queryByRole("button", { name: /link/ })).toBeNull();
  expect(calls).toEqual([]);
});
