/** The state of the account forms: checks values, sends them once, and shows errors beside their fields. */
import { type SubmitEvent, useState } from "react";

import { ApiError, messageOf } from "@/api/api-error";
import type { LayoutLabels } from "@/api/types";
import { showToast } from "@/ui/toast";

export type Values = Record<string, string>;

/** Error of the server that belongs to no single field. */
interface FormFailure {
  reason: string;
  code: string | undefined;
}

export interface FormOptions {
  /** Returns the errors of the fields. */
  check: (values: Values) => Values;
  send: (values: Values, form: HTMLFormElement) => Promise<void>;
  /** Title of the failure message. */
  failed: { title: string };
  /** Whether another page or part replaces the form after it was sent. */
  leaves?: boolean;
  labels: LayoutLabels;
  /** Handles a refusal; returns whether it has. Otherwise the reason is shown. */
  onRefused?: ((refusal: ApiError) => boolean) | undefined;
}

export function useForm({ check, send, failed, leaves = false, labels, onRefused }: FormOptions) {
  const [errors, setErrors] = useState<Values>({});
  const [failure, setFailure] = useState<FormFailure>();
  const [isBusy, setBusy] = useState(false);

  function refuse(form: HTMLFormElement, found: Values) {
    setErrors(found);
    const field = form.elements.namedItem(Object.keys(found)[0] ?? "");
    if (field instanceof HTMLElement) field.focus();
  }

  function fail(form: HTMLFormElement, error: unknown) {
    setBusy(false);
    const refusal = error instanceof ApiError ? error : undefined;
    if (refusal && onRefused?.(refusal)) return;
    const reason = messageOf(error);
    if (refusal && Object.keys(refusal.fields).length > 0) refuse(form, refusal.fields);
    else setFailure({ reason, code: refusal?.code });
    void showToast({ kind: "error", title: failed.title, description: reason }, labels);
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (isBusy) return;
    const values = readValues(form);
    const found = check(values);
    setErrors(found);
    setFailure(undefined);
    if (Object.keys(found).length > 0) {
      refuse(form, found);
      return;
    }
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
