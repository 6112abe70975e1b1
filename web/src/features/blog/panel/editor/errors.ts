/** Errors of a post's fields, found by the editor or by the server. */
import type { ApiError } from "@/api/api-error";
import {
  fieldId,
  type FieldName,
  type PostFormFields,
  SCHEDULE,
  withShownDates,
} from "@/features/blog/panel/fields";
import { fromLocal } from "@/lib/sao-paulo";
import { missing } from "./record";

export type Errors = Partial<Record<FieldName, string>>;

const DATES = ["publish_at", "unpublish_at"] as const satisfies readonly FieldName[];

/** Returns the errors of a refused request, by field. */
export function serverErrors(error: ApiError): Errors {
  return error.code === "slug_taken" ? { slug: error.message } : { ...error.fields };
}

/** Returns only the errors of the schedule. They remain after an autosave, which doesn't save the schedule. */
export function scheduleErrors(errors: Errors): Errors {
  return Object.fromEntries(SCHEDULE.flatMap((name) => (errors[name] ? [[name, errors[name]]] : [])));
}

/** Returns the errors that the editor detects without the server: missing required fields and invalid dates. */
export function localErrors(fields: PostFormFields): Errors {
  const errors = [
    ...missing(fields).map((name) => [name, "Preencha este campo."]),
    ...invalidDates(fields).map((name) => [name, "Complete a data e a hora."]),
  ];
  return Object.fromEntries(errors) as Errors;
}

/**
 * Returns the names of incomplete and invalid dates. An incomplete date has an empty value, so its input element is checked
 * too.
 */
export function invalidDates(fields: PostFormFields): FieldName[] {
  const shown = withShownDates(fields);
  return DATES.filter(
    (name) => isIncomplete(fieldId(name)) || (shown[name] !== "" && fromLocal(shown[name]) === null),
  );
}

function isIncomplete(id: string): boolean {
  const input = document.getElementById(id);
  return input instanceof HTMLInputElement && input.validity.badInput;
}

/** Focuses the field of the first error. */
export function focusFirst(errors: Errors): void {
  const [name] = Object.keys(errors) as FieldName[];
  if (name) document.getElementById(fieldId(name))?.focus();
}
