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
    if (field.value === field.dataset["prefilled"]) field.value = "";
    if (user && !field.value) field.value = field.dataset["prefilled"] = user[key];
  }
}
