/** Puts what the server has against a field beside the one that holds it here. */
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";

import { ApiError } from "@/api/api-error";

/** 'content.links.0.url' is the server's name for the link of the first line. */
export function fieldOf(name: string): string {
  return name.replace(/^content\./, "").replace(/(^|\.)url$/, "$1link");
}

export function showRefusals<Values extends FieldValues>(error: unknown, form: UseFormReturn<Values>): void {
  if (!(error instanceof ApiError)) return;
  Object.entries(error.fields).forEach(([name, message], index) =>
    form.setError(fieldOf(name) as Path<Values>, { message }, { shouldFocus: index === 0 }),
  );
}
