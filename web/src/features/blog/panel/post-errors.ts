/** What is wrong with the fields of a post, as the editor finds it or the server says it. */
import type { ApiError } from "@/api/api-error";
import { fromLocal } from "@/lib/sao-paulo";
import { fieldId, type FieldName, PLAN, type PostFields, withShownDates } from "./post-fields";
import { missing } from "./post-text";

export type Errors = Partial<Record<FieldName, string>>;

const DATES = ["publish_at", "unpublish_at"] as const satisfies readonly FieldName[];

export function errorsOf(error: ApiError): Errors {
  return error.code === "slug_taken" ? { slug: error.message } : { ...error.fields };
}

/** Those that saving by itself, which leaves the plan alone, neither finds nor mends. */
export function planErrors(errors: Errors): Errors {
  return Object.fromEntries(PLAN.flatMap((name) => (errors[name] ? [[name, errors[name]]] : [])));
}

/** What can be told without asking. */
export function faultsOf(fields: PostFields): Errors {
  const faults = [
    ...missing(fields).map((name) => [name, "Preencha este campo."]),
    ...unreadableDates(fields).map((name) => [name, "Complete a data e a hora."]),
  ];
  return Object.fromEntries(faults) as Errors;
}

/** Those that say something and no moment. That one is half filled in only its input knows: the value is empty. */
export function unreadableDates(fields: PostFields): FieldName[] {
  const shown = withShownDates(fields);
  return DATES.filter(
    (name) => isHalfFilled(fieldId(name)) || (shown[name] !== "" && fromLocal(shown[name]) === null),
  );
}

function isHalfFilled(id: string): boolean {
  const input = document.getElementById(id);
  return input instanceof HTMLInputElement && input.validity.badInput;
}

export function focusFirst(errors: Errors): void {
  const [name] = Object.keys(errors) as FieldName[];
  if (name) document.getElementById(fieldId(name))?.focus();
}
