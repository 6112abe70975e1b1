/** What the forms of accounts share: checking, sending once, and showing what was wrong where it was. */
import { useState, type SubmitEvent } from "react";

import type { LayoutLabels } from "@/api/types";
import { reasonOf } from "@/lib/failure";
import type { HttpError } from "@/lib/http";
import { showToast } from "@/ui/toast";

export type Values = Record<string, string>;

/** The server's error that belongs to no single field. */
export interface Failure {
  reason: string | undefined;
  code: string | undefined;
}

export interface FormOptions {
  check: (values: Values) => Values;
  send: (values: Values, form: HTMLFormElement) => Promise<void>;
  /** The title of what is shown on failure, and what to say when the server never answered. */
  failed: { title: string; text?: string };
  /** Whether the form is done with once it was sent, and another page or part takes its place. */
  leaves?: boolean;
  labels: LayoutLabels;
  /** The server wants something else first. Says whether that has been seen to; otherwise the reason is shown. */
  onRefused?: ((refusal: Partial<HttpError>) => boolean) | undefined;
}

export function useForm({ check, send, failed, leaves = false, labels, onRefused }: FormOptions) {
  const [errors, setErrors] = useState<Values>({});
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);

  function refuse(form: HTMLFormElement, found: Values) {
    setErrors(found);
    const field = form.elements.namedItem(Object.keys(found)[0] ?? "");
    if (field instanceof HTMLElement) field.focus();
  }

  function fail(form: HTMLFormElement, error: unknown) {
    setBusy(false);
    if (onRefused?.(error as Partial<HttpError>)) return;
    const fields = fieldsOf(error);
    const reason = reasonOf(error, failed.text);
    if (Object.keys(fields).length > 0) refuse(form, fields);
    else setFailure({ reason, code: (error as Partial<HttpError>).code });
    void showToast({ kind: "error", title: failed.title, description: reason }, labels);
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (busy) return;
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

  return { errors, failure, busy, onSubmit };
}

function readValues(form: HTMLFormElement): Values {
  const values: Values = {};
  for (const [name, value] of new FormData(form)) {
    // A password is taken as it was typed, spaces included.
    if (typeof value === "string") values[name] = name.includes("password") ? value : value.trim();
  }
  return values;
}

const fieldsOf = (error: unknown): Values =>
  typeof error === "object" && error !== null && "fields" in error ? (error.fields as Values) : {};
