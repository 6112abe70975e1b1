import { onPageShown } from "./page-shown";

interface Account {
  full_name: string;
  email: string;
}

const FIELDS = [
  ["name", "full_name"],
  ["email", "email"],
] as const;

/**
 * Fills empty fields with the signed-in user's name and email, as long as the session exists. Returns the function that stops it.
 *
 * They are default values, which follow the session until the visitor changes them. Browsers restore only changed values after going
 * back in history, when the user may have signed out.
 */
export function prefillAccount(form: HTMLFormElement, readUser: () => Account | undefined): () => void {
  const prefill = () => {
    const user = readUser();
    for (const [name, key] of FIELDS) {
      const field = form.elements.namedItem(name);
      if (!(field instanceof HTMLInputElement)) continue;
      // The server has rendered what the visitor sent.
      if (field.defaultValue !== (field.dataset["prefilled"] ?? "")) continue;
      field.defaultValue = field.dataset["prefilled"] = user?.[key] ?? "";
    }
  };
  const stop = onPageShown(prefill);
  // The root element is marked each time the session changes, also in another tab.
  const observer = new MutationObserver(prefill);
  observer.observe(document.documentElement, { attributeFilter: ["data-session"] });
  return () => {
    stop();
    observer.disconnect();
  };
}
