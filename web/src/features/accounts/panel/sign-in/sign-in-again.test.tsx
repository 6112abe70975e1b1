import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { send } from "@/api/reauthentication";
import { authHeaders, clearSession, readSession, saveSession } from "@/api/session";
import type { Session } from "@/api/types";
import { SessionProvider } from "@/features/accounts/panel/session";
import { SignInAgain } from "./sign-in-again";

const session: Session = {
  token: "first",
  expires_at: "",
  user: {
    id: "1",
    email: "ana@exemplo.com",
    full_name: "Ana",
    role: "admin",
    email_verified: true,
    must_change_password: false,
    created_at: "2026-01-01T00:00:00Z",
  },
};
const refusal = { message: "Entre de novo.", code: "unauthenticated" };
const secondStep = { ...refusal, code: "second_factor_required", challenge: "sealed", factors: ["app"] };

/** Answers of the server by path. The change is refused until the user has signed in again. */
const ANSWERS: Record<string, () => Response> = {
  "/api/auth/me": () => Response.json(session.user),
  "/api/auth/login": () => Response.json(secondStep, { status: 401 }),
  "/api/auth/login/second-factor": () => Response.json({ ...session, token: "second" }),
  "/api/services": () =>
    readSession()?.token === "second" ? Response.json({ id: "7" }) : Response.json(refusal, { status: 401 }),
};

const serve = (answers: typeof ANSWERS) =>
  vi.stubGlobal("fetch", ({ url }: Request) => Promise.resolve(answers[new URL(url).pathname]?.()));

beforeEach(() => {
  saveSession(session);
  serve(ANSWERS);
});
afterEach(() => {
  cleanup();
  clearSession();
  vi.unstubAllGlobals();
});

/** Sends a change after the end of the session, and signs in with the password. The dialog then asks for a code. */
async function sendChange() {
  const user = userEvent.setup();
  render(
    <SessionProvider>
      <button>Salvar</button>
      <SignInAgain user={session.user} />
    </SessionProvider>,
  );
  screen.getByRole("button", { name: "Salvar" }).focus();
  const url = new URL("/api/services", location.origin);
  const changed = send(new Request(url, { method: "POST", headers: authHeaders() }));
  await user.type(await screen.findByLabelText("Senha"), "segredo");
  await user.click(screen.getByRole("button", { name: "Entrar e continuar" }));
  const code = await screen.findByLabelText("Código do aplicativo");
  return { user, code, changed };
}

it("change that failed because the session ended is sent again after a sign-in with a second factor", async () => {
  const { user, changed } = await sendChange();
  await user.click(screen.getByRole("button", { name: "Usar um código de recuperação" }));
  const code = screen.getByLabelText("Código de recuperação");
  expect(document.activeElement).toBe(code);
  await user.type(code, "abcd-efgh");
  await user.click(screen.getByRole("button", { name: "Entrar e continuar" }));
  expect((await changed).status).toBe(200);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Salvar" })));
});

it("sign-in starts again with the password if the second step has expired", async () => {
  const expired = { ...refusal, code: "challenge_expired" };
  serve({ ...ANSWERS, "/api/auth/login/second-factor": () => Response.json(expired, { status: 401 }) });
  const { user, code } = await sendChange();
  await user.type(code, "123456");
  await user.click(screen.getByRole("button", { name: "Entrar e continuar" }));
  expect(await screen.findByLabelText("Senha")).toBeTruthy();
});
