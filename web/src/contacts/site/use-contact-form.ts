/** The contact form's behaviour. Its fields stay plain inputs, so that it also works before this has loaded. */
import { useEffect, useRef, useState, type InputEvent, type RefObject, type SubmitEvent } from "react";
import type { ContactForm, ContactFormText, LayoutLabels } from "../../api/types";
import { reasonOf } from "../../kit/failure";
import { showToast } from "../../ui/toast";
import { clearDraft, restoreDraft, saveDraft } from "./contact-draft";
import {
  checkValues,
  contact_fields,
  readValues,
  type ContactField,
  type FieldErrors,
} from "./contact-values";
import { maskPhoneField } from "./phone-mask";

interface Options {
  text: ContactFormText;
  form: ContactForm;
  labels: LayoutLabels;
}

export interface ContactFormState {
  ref: RefObject<HTMLFormElement | null>;
  errors: FieldErrors;
  /** What went wrong with the request as a whole. */
  message: string | null;
  busy: boolean;
  onInput: (event: InputEvent<HTMLFormElement>) => void;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
}

export function useContactForm({ text, form, labels }: Options): ContactFormState {
  const ref = useRef<HTMLFormElement>(null);
  const begun_at = useRef(0);
  const [errors, setErrors] = useState<FieldErrors>(form.errors);
  const [message, setMessage] = useState(form.message ?? (isEmpty(form.errors) ? null : text.errors.summary));
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    const restored = ref.current && restoreDraft(ref.current);
    begun_at.current = restored ?? Date.now();
  }, []);

  function refuse(element: HTMLFormElement, found: FieldErrors) {
    setErrors(found);
    setMessage(text.errors.summary);
    const first = contact_fields.find((field) => found[field]);
    const field = first && element.elements.namedItem(first);
    if (field instanceof HTMLElement) field.focus();
  }

  function onInput(event: InputEvent<HTMLFormElement>) {
    const field = event.target;
    if (field instanceof HTMLInputElement && field.name === "phone") maskPhoneField(field);
    const values = readValues(event.currentTarget);
    saveDraft({ values, begun_at: begun_at.current });
    if (isNamed(field) && errors[field.name]) {
      setErrors({ ...errors, [field.name]: checkValues(values, text.errors)[field.name] });
    }
  }

  async function send(element: HTMLFormElement) {
    const { sendContact } = await import("./send-contact");
    const website = new FormData(element).get("website");
    await sendContact({
      values: readValues(element),
      website: typeof website === "string" ? website : "",
      service_none: text.service_none,
      elapsed_ms: Date.now() - begun_at.current,
      fallback: labels.request_failed,
    });
    clear(element);
    clearDraft();
    setErrors({});
    setMessage(null);
    void showToast({ kind: "success", title: text.sent_title, description: text.sent_text }, labels);
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const element = event.currentTarget;
    if (busy) return;
    const found = checkValues(readValues(element), text.errors);
    if (!isEmpty(found)) {
      refuse(element, found);
      return;
    }
    setErrors({});
    setMessage(null);
    setBusy(true);
    send(element)
      .catch((error: unknown) => {
        const fields = fieldsOf(error);
        if (!isEmpty(fields)) refuse(element, fields);
        const description = reasonOf(error, text.failed_text);
        void showToast({ kind: "error", title: text.failed_title, description }, labels);
      })
      .finally(() => setBusy(false));
  }

  return { ref, errors, message, busy, onInput, onSubmit };
}

/** Not to what it was served with: that may be what the server refused before. */
function clear(element: HTMLFormElement): void {
  for (const name of contact_fields) {
    const field = element.elements.namedItem(name);
    if (field && "value" in field) field.value = "";
  }
}

const isEmpty = (errors: FieldErrors) => Object.keys(errors).length === 0;

const isNamed = (field: EventTarget): field is EventTarget & { name: ContactField } =>
  "name" in field && contact_fields.some((name) => name === field.name);

const fieldsOf = (error: unknown): FieldErrors =>
  typeof error === "object" && error !== null && "fields" in error ? (error.fields as FieldErrors) : {};
