import type { FieldValues, Path, UseFormReturn } from "react-hook-form";

/**
 * Shows the server's error of each field beside it, and focuses the first of these fields. `fieldOf` translates a field
 * name of the server to that of the form; by default they are the same.
 */
export function showFieldErrors<Values extends FieldValues>(
  error: unknown,
  form: UseFormReturn<Values>,
  fieldOf = (name: string) => name,
): void {
  if (!(error instanceof Error) || !("fields" in error)) return;
  const shown = Object.keys(form.getValues());
  const positionOf = (name: string) => shown.indexOf(name.split(".")[0] ?? "");
  Object.entries(error.fields as Readonly<Record<string, string>>)
    .map(([name, message]) => ({ name: fieldOf(name), message }))
    .filter(({ name }) => positionOf(name) !== -1)
    .sort((one, other) => positionOf(one.name) - positionOf(other.name))
    .forEach(({ name, message }, index) =>
      form.setError(name as Path<Values>, { message }, { shouldFocus: index === 0 }),
    );
}
