import { beforeEach, expect, it } from "vitest";

import { prefillAccount } from "./prefill-account";

const ana = { full_name: "Ana", email: "ana@exemplo.com" };
const bia = { full_name: "Bia", email: "bia@exemplo.com" };

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

it("only empty fields are filled in", () => {
  type("name", "Bia");
  prefillAccount(form, ana);
  expect([valueOf("name"), valueOf("email")]).toEqual(["Bia", ana.email]);
});

it("values of an account are removed after signing out, unless the visitor has changed them", () => {
  prefillAccount(form, ana);
  type("name", "Ana Maria");
  prefillAccount(form, undefined);
  expect([valueOf("name"), valueOf("email")]).toEqual(["Ana Maria", ""]);
});

it("values of an account are replaced by those of another one", () => {
  prefillAccount(form, ana);
  prefillAccount(form, bia);
  expect([valueOf("name"), valueOf("email")]).toEqual([bia.full_name, bia.email]);
});

it("a value that the visitor types after signing out stays, even if it was the account's", () => {
  prefillAccount(form, ana);
  prefillAccount(form, undefined);
  type("email", ana.email);
  prefillAccount(form, undefined);
  expect([valueOf("name"), valueOf("email")]).toEqual(["", ana.email]);
});
