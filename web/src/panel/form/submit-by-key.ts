/** Submits a form by pressing its button, which ignores the press while it is disabled or busy. */
import type { KeyboardEvent } from "react";

/** Submits the form of a field on Ctrl+Enter or Cmd+Enter: `<TextArea onKeyDown={submitByKey} />`. */
export function submitByKey(event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  if (event.currentTarget.form) pressSubmit(event.currentTarget.form);
}

/** Presses the form's button, which may be outside the form's element. A form without a button isn't submitted. */
export function pressSubmit(form: HTMLFormElement): void {
  const buttons = [...form.elements].filter((element) => element instanceof HTMLButtonElement);
  buttons.find(({ type }) => type === "submit")?.click();
}
