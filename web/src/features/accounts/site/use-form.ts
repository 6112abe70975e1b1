/** The state of the account forms. Checks the values, sends them once, and returns the errors to show beside the fields. */
import { type SubmitEvent, useState } from "react";

import { ApiError, messageOf } from "@/api/api-error";
import type { LayoutLabels } from "@/api/types";
import { showToast } from "@/ui/toast";

export type Values = Record<string, string>;

/** Failure that doesn't belong to a single field. */
interface FormFailure {
  reason: string;
  /** Code of the refusal; undefined for other failures. */
  code: string | undefined;
}

export interface FormOptions {
  /** Returns the errors of the fields. */
  check: (values: Values) => Values;
  send: (values: Values, form: HTMLFormElement) => Promise<void>;
  /** Title of the message about a failure. */
  failed: { title: string };
  /** Whether another page or part replaces the form after it was sent. */
  leaves?: boolean;
  labels: LayoutLabels;
  /** Called with a refusal. Returns true if it was handled, so that its reason isn't shown. */
  onRefused?: ((refusal: ApiError) => boolean) | undefined;
}

export function useForm({ check, send, failed, leaves = false, labels, onRefused }: FormOptions) {
  const [errors, setErrors] = useState<Values>({});
  const [failure, setFailure] = useState<FormFailure>();
  const [isBusy, setBusy] = useState(false);

  /** Shows the errors beside the fields, and focuses the field of the first one. */
  function showErrors(form: HTMLFormElement, found: Values) {
    setErrors(found);
    const field = form.elements.namedItem(Object.keys(found)[0] ?? "");
    if (field instanceof HTMLElement) field.focus();
  }

  function fail(form: HTMLFormElement, error: unknown) {
    setBusy(false);
    const refusal = error instanceof ApiError ? error : undefined;
    if (refusal && onRefused?.(refusal)) return;
    const reason = messageOf(error);
    if (refusal && Object.keys(refusal.fields).length > 0) showErrors(form, refusal.fields);
    else setFailure({ reason, code: refusal?.code });
    void showToast({ kind: "error", title: failed.title, description: reason }, labels);
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (isBusy) return;
    const values = readValues(form);
    const found = check(values);
    showErrors(form, found);
    setFailure(undefined);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    send(values, form).then(
      () => !leaves && setBusy(false),
      (error: unknown) => fail(form, error),
    );
  }

  return { errors, failure, isBusy, onSubmit };
}

function readValues(form: HTMLFormElement): Values {
  const values: Values = {};
  for (const [name, value] of new FormData(form)) {
    // Passwords may start or end with spaces.
    if (typeof value === "string") values[name] = name.includes("password") ? value : value.trim();
  }
  return values;
}
