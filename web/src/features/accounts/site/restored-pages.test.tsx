/** Pages with a user's data that the browser restores from history as they were left. */
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";

import { clearSession, saveSession } from "@/api/session";
import type { LayoutLabels, Session, User } from "@/api/types";
import account from "../../../../../server/content/pages/account.json";
import auth from "../../../../../server/content/pages/auth.json";
import { OwnAccount } from "./own-account/own-account";
import { SignIn } from "./sign-in/sign-in";

const labels = {} as LayoutLabels;

afterEach(() => {
  vi.unstubAllGlobals();
  clearSession();
});

const sessionOf = (name: string): Session => ({
  token: name,
  expires_at: "",
  user: { id: name, role: "user", full_name: name } as User,
});

async function leaveAndReturn(meanwhile: () => void) {
  await act(() => {
    dispatchEvent(new Event("pagehide"));
    meanwhile();
    dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
    return Promise.resolve();
  });
}

it("sign-in page shows neither the password nor a busy button after signing out", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(sessionOf("Ana"))));
  const leave = vi.spyOn(location, "assign").mockImplementation(() => undefined);
  render(<SignIn content={auth} password_min={6} typed={null} labels={labels} />);
  const text = auth.sign_in;
  const form = () => within(screen.getByRole("form", { name: text.tab }));
  const field = (label: string) => form().getByLabelText<HTMLInputElement>(label);
  fireEvent.change(field(text.email), { target: { value: "ana@exemplo.com" } });
  fireEvent.change(field(text.password), { target: { value: "girafa" } });
  fireEvent.click(form().getByRole("button", { name: auth.show_password }));
  fireEvent.submit(field(text.email));
  await waitFor(() => expect(leave).toHaveBeenCalled());
  expect(form().getByRole("button", { name: text.busy })).toBeTruthy();
  await leaveAndReturn(clearSession);
  expect(field(text.email).value).toBe("");
  expect(field(text.password).value).toBe("");
  expect(field(text.password).type).toBe("password");
  expect(form().getByRole("button", { name: text.submit })).toBeTruthy();
});

it("text typed on the sign-in page remains for a visitor who only looked at another page", async () => {
  render(
    <>
      <button aria-disabled>Other busy control</button>
      <SignIn content={auth} password_min={6} typed={null} labels={labels} />
    </>,
  );
  const name = screen.getByLabelText<HTMLInputElement>(auth.sign_up.full_name);
  fireEvent.change(name, { target: { value: "Ana" } });
  await leaveAndReturn(() => undefined);
  expect(screen.getByLabelText<HTMLInputElement>(auth.sign_up.full_name).value).toBe("Ana");
});

describe("account page", () => {
  /** Answers calls with the data of the session's user. Those of `slow` wait for the status. */
  function serveAccounts(slow?: string): (status: number) => void {
    let answer: (status: number) => void = () => undefined;
    const answered = new Promise<number>((resolve) => (answer = resolve));
    const respond = async (path: string, { headers }: RequestInit) => {
      const full_name = new Headers(headers).get("Authorization")?.replace("Bearer ", "");
      const answers: Record<string, unknown> = {
        "/api/auth/profile": { full_name, email: `${full_name}@exemplo.com`, email_verified: true },
        "/api/contacts/mine": [
          { id: "1", title: `Pedido de ${full_name}`, created_at: new Date(), replies: [] },
        ],
        "/api/auth/second-factor": { totp_since: null, passkeys: [], recovery_codes_left: 0 },
      };
      const status = full_name === slow ? await answered : 200;
      return Response.json(answers[path] ?? [], { status });
    };
    vi.stubGlobal("fetch", vi.fn(respond));
    return (status) => answer(status);
  }

  const show = () => render(<OwnAccount content={account} password_min={6} labels={labels} />);
  const name = () => screen.findByLabelText<HTMLInputElement>(account.profile.full_name);

  it("shows the data of another user who has signed in", async () => {
    serveAccounts();
    saveSession(sessionOf("Ana"));
    show();
    fireEvent.change(await name(), { target: { value: "Ana Maria" } });
    await leaveAndReturn(() => undefined);
    expect((await name()).value).toBe("Ana Maria");
    await leaveAndReturn(() => saveSession(sessionOf("Bia")));
    expect((await name()).value).toBe("Bia");
  });

  it.each([200, 401])("ignores a late answer %i to the previous user", async (status) => {
    const leave = vi.spyOn(location, "replace").mockImplementation(() => undefined);
    const answer = serveAccounts("Ana");
    saveSession(sessionOf("Ana"));
    show();
    await waitFor(() => expect(fetch).toHaveBeenCalled());
    await leaveAndReturn(() => saveSession(sessionOf("Bia")));
    await name();
    await act(async () => {
      answer(status);
      await new Promise((done) => setTimeout(done));
    });
    expect(screen.getByRole("heading", { name: "Pedido de Bia" })).toBeTruthy();
    expect(leave).not.toHaveBeenCalled();
  });

  it("shows no data after signing out", async () => {
    const leave = vi.spyOn(location, "replace").mockImplementation(() => undefined);
    serveAccounts();
    saveSession(sessionOf("Ana"));
    show();
    await name();
    await leaveAndReturn(clearSession);
    expect(leave).toHaveBeenCalledOnce();
    expect(screen.queryByLabelText(account.profile.full_name)).toBeNull();
  });
});
