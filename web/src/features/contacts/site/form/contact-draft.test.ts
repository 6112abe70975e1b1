import { afterEach, expect, it, onTestFinished } from "vitest";

import { prefillAccount } from "@/lib/prefill-account";
import { restoreDraft, saveAttempt, savedAttempt, saveDraft } from "./contact-draft";

afterEach(() => sessionStorage.clear());

function openForm(): HTMLFormElement {
  const form = document.createElement("form");
  form.innerHTML = '<input name="name"><input name="email"><textarea name="message"></textarea>';
  return form;
}

function type(form: HTMLFormElement, name: string, text: string): void {
  (form.elements.namedItem(name) as HTMLInputElement).value = text;
  saveDraft(form, 1);
}

const valuesOf = (form: HTMLFormElement) => Object.fromEntries(new FormData(form));

it("draft has what was typed, without what the account has filled in", () => {
  const form = openForm();
  onTestFinished(prefillAccount(form, () => ({ full_name: "Ana", email: "ana@exemplo.com" })));
  type(form, "message", "Olá");
  type(form, "name", "Ana Maria");
  const reopened = openForm();
  expect(restoreDraft(reopened)).toBe(1);
  expect(valuesOf(reopened)).toEqual({ name: "Ana Maria", email: "", message: "Olá" });
});

it("attempt to send is part of the draft, with or without typed values", () => {
  const form = openForm();
  const attempt = { content: 1, key: "a", elapsed_ms: undefined };
  saveAttempt(attempt);
  expect(restoreDraft(form)).toBeUndefined();
  type(form, "message", "Olá");
  expect(savedAttempt()).toEqual(attempt);
});
