import type { FieldValues, Path, UseFormReturn } from "react-hook-form";

/** Shows the server's error of each field beside it, and focuses the first of these fields. */
export function showFieldErrors<Values extends FieldValues>(
  error: unknown,
  form: UseFormReturn<Values>,
): void {
  if (!(error instanceof Error) || !("fields" in error)) return;
  const shown = Object.keys(form.getValues()) as Path<Values>[];
  const fields = error.fields as Readonly<Record<string, string>>;
  shown
    .filter((name) => fields[name] !== undefined)
    .forEach((name, index) =>
      form.setError(name, { message: fields[name] ?? "" }, { shouldFocus: index === 0 }),
    );
}
