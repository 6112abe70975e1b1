interface Account {
  full_name: string;
  email: string;
}

const FIELDS = [
  ["name", "full_name"],
  ["email", "email"],
] as const;

/** Fills empty fields with the signed-in user's name and email. Removes those that another account has filled in before. */
export function prefillAccount(form: HTMLFormElement, user: Account | undefined): void {
  for (const [name, key] of FIELDS) {
    const field = form.elements.namedItem(name);
    if (!(field instanceof HTMLInputElement)) continue;
    if (field.value && field.value !== field.dataset["prefilled"]) continue;
    // Empty without a user, so that the same value is the visitor's if it is typed later.
    field.value = field.dataset["prefilled"] = user?.[key] ?? "";
  }
}
