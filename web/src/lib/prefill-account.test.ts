import { beforeEach, expect, it, onTestFinished, vi } from "vitest";

import { clearSession, readSession, saveSession } from "@/api/session";
import type { User } from "@/api/types";
import { prefillAccount } from "./prefill-account";

const ana = { id: "1", role: "user", full_name: "Ana", email: "ana@exemplo.com" } as User;
const bia = { id: "2", role: "user", full_name: "Bia", email: "bia@exemplo.com" } as User;

let form: HTMLFormElement;
const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
const type = (name: string, text: string) => (field(name).value = text);
const signIn = (user: User) => saveSession({ token: "x", expires_at: "", user });
const start = () => onTestFinished(prefillAccount(form, () => readSession()?.user));
const shows = (name: string, email: string) =>
  vi.waitFor(() => expect([field("name").value, field("email").value]).toEqual([name, email]));

beforeEach(() => {
  clearSession();
  form = document.createElement("form");
  form.innerHTML = '<input name="name"><input name="email">';
});

it("only empty fields are filled in", async () => {
  type("name", "Bia");
  signIn(ana);
  start();
  await shows("Bia", ana.email);
});

it("values that the server rendered stay", async () => {
  field("name").defaultValue = "Bia";
  signIn(ana);
  start();
  await shows("Bia", ana.email);
  clearSession();
  await shows("Bia", "");
});

it("values of an account are removed when the session ends, unless the visitor has changed them", async () => {
  signIn(ana);
  start();
  type("name", "Ana Maria");
  clearSession();
  await shows("Ana Maria", "");
});

it("values of an account are replaced by those of another one", async () => {
  signIn(ana);
  start();
  signIn(bia);
  await shows(bia.full_name, bia.email);
});

it("a field that the visitor has emptied stays empty", async () => {
  signIn(ana);
  start();
  type("name", "");
  signIn({ ...ana, email: "nova@exemplo.com" });
  await shows("", "nova@exemplo.com");
});

it("a value that the visitor types after signing out stays, even if it was the account's", async () => {
  signIn(ana);
  start();
  clearSession();
  await shows("", "");
  type("email", ana.email);
  signIn(bia);
  await shows(bia.full_name, ana.email);
});

it("account values are set as defaults, which browsers do not restore after going back in history", () => {
  signIn(ana);
  start();
  expect(field("name").value).toBe(ana.full_name);
  expect(field("name").defaultValue).toBe(ana.full_name);
});
