/** The part of `islands.ts` that needs React. */
import type { ComponentType } from "react";
import { flushSync } from "react-dom";
import { hydrateRoot } from "react-dom/client";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Hydrates a component at once, so that no event is lost between the load of its script and its hydration. */
export function hydrate(container: Element, Component: ComponentType<object>, props: object): void {
  const fields = fieldsOf(container);
  const focused = document.activeElement;
  // Translators and password managers change the HTML. React then replaces it, with empty fields.
  const onRecoverableError = () => undefined;
  flushSync(() => hydrateRoot(container, <Component {...props} />, { onRecoverableError }));
  if (fields.every((field) => field.isConnected)) return;
  const replaced = fieldsOf(container);
  for (const field of fields) {
    const next = replaced.find(({ id, name }) => id === field.id && name === field.name);
    if (!next) continue;
    copyInput(field, next);
    if (field === focused) next.focus();
  }
}

const fieldsOf = (container: Element) => [...container.querySelectorAll<Field>("input, textarea, select")];

function copyInput(from: Field, to: Field): void {
  if (!(from instanceof HTMLInputElement && to instanceof HTMLInputElement)) to.value = from.value;
  else if (from.type === "file") to.files = from.files;
  else if (from.type === "checkbox" || from.type === "radio") to.checked = from.checked;
  else to.value = from.value;
}
