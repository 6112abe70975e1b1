import { afterEach, beforeEach, expect, it } from "vitest";

import { prefillAccount } from "./prefill-account";
import { clearSession, saveSession } from "./session";
import type { User } from "./types";

const signIn = (full_name: string) => {
  const user = { id: full_name, role: "user", full_name, email: `${full_name}@exemplo.com` } as User;
  saveSession({ token: "t", expires_at: "", user });
};

let form: HTMLFormElement;
const valueOf = (name: string) => form.querySelector<HTMLInputElement>(`[name=${name}]`)?.value;
const type = (name: string, text: string) => {
  const field = form.querySelector<HTMLInputElement>(`[name=${name}]`);
  if (field) field.value = text;
};

beforeEach(() => {
  form = document.createElement("form");
  form.innerHTML = '<input name="name"><input name="email">';
});
afterEach(clearSession);

it("only empty fields are filled in", () => {
  type("name", "Bia");
  signIn("ana");
  prefillAccount(form);
  expect([valueOf("name"), valueOf("email")]).toEqual(["Bia", "ana@exemplo.com"]);
});

it("values of an account are removed after signing out, unless the visitor has changed them", () => {
  signIn("ana");
  prefillAccount(form);
  type("name", "Ana Maria");
  clearSession();
  prefillAccount(form);
  expect([valueOf("name"), valueOf("email")]).toEqual(["Ana Maria", ""]);
});

it("values of an account are replaced by those of another one", () => {
  signIn("ana");
  prefillAccount(form);
  signIn("bia");
  prefillAccount(form);
  expect([valueOf("name"), valueOf("email")]).toEqual(["bia", "bia@exemplo.com"]);
});
