/** Behavior of the contact form. Its fields are plain inputs, so that the form works without scripts, too. */
import { useEffect, useRef, useState, type InputEvent, type RefObject, type SubmitEvent } from "react";

import type { ContactForm, ContactFormText, LayoutLabels } from "@/api/types";
import { ApiError, messageOf } from "@/api/api-error";
import { readSession } from "@/lib/session";
import { loadToaster, showToast } from "@/ui/toast";
import { clearDraft, restoreDraft, saveDraft } from "./contact-draft";
import {
  checkValues,
  contact_fields,
  readValues,
  type ContactField,
  type ContactValues,
  type FieldErrors,
} from "./contact-values";
import { maskPhoneField } from "./phone-mask";
import type { SentContact } from "./send-contact";
import type { SentPanel } from "./sent-panel";
import { Typing } from "./typing";

interface Options {
  text: ContactFormText;
  form: ContactForm;
  labels: LayoutLabels;
}

interface ContactFormState {
  ref: RefObject<HTMLFormElement | null>;
  errors: FieldErrors;
  /** Error of the form as a whole. */
  message: string | null;
  busy: boolean;
  /** The sent message and its panel, until the user starts another one. */
  sent: { contact: SentContact; Panel: typeof SentPanel } | null;
  /** The message that could not be sent, and the reason. */
  unsent: { reason: string; message: string } | null;
  onAgain: () => void;
  onInput: (event: InputEvent<HTMLFormElement>) => void;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
}

export function useContactForm({ text, form, labels }: Options): ContactFormState {
  const ref = useRef<HTMLFormElement>(null);
  const { errors, message, refuse, checkAgain, accept } = useErrors(text, form);
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState<ContactFormState["sent"]>(null);
  const [unsent, setUnsent] = useState<ContactFormState["unsent"]>(
    form.failure ? { reason: form.failure, message: form.values.message } : null,
  );
  const { observe, elapsed } = useTyping(ref);

  function onInput(event: InputEvent<HTMLFormElement>) {
    const field = event.target;
    prepareToSend();
    if (field instanceof HTMLInputElement && field.name === "phone") maskPhoneField(field);
    observe(event);
    if (isNamed(field)) checkAgain(field.name, event.currentTarget);
  }

  async function send(element: HTMLFormElement) {
    setSent(await sendForm(element, elapsed, { text, form, labels }));
    accept();
    void showToast({ kind: "success", title: text.sent_title, description: text.sent_text }, labels);
  }

  function fail(element: HTMLFormElement, error: unknown) {
    const fields = fieldsOf(error);
    const description = messageOf(error);
    if (!isEmpty(fields)) refuse(element, fields);
    else setUnsent({ reason: description, message: readValues(element).message });
    void showToast({ kind: "error", title: text.failed_title, description }, labels);
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
    accept();
    setUnsent(null);
    setBusy(true);
    send(element)
      .catch((error: unknown) => fail(element, error))
      .finally(() => setBusy(false));
  }

  function onAgain() {
    setSent(null);
    const first = ref.current?.elements.namedItem("message");
    // After the form is rendered again.
    requestAnimationFrame(() => first instanceof HTMLElement && first.focus());
    if (ref.current) prefillAccount(ref.current);
  }

  return { ref, errors, message, busy, sent, unsent, onAgain, onInput, onSubmit };
}

/** The errors of the fields, and the message about the form as a whole. */
function useErrors(text: ContactFormText, form: ContactForm) {
  const [errors, setErrors] = useState<FieldErrors>(form.errors);
  const [message, setMessage] = useState(form.message ?? (isEmpty(form.errors) ? null : text.errors.summary));

  /** Shows errors, and focuses the first field that has one. */
  function refuse(element: HTMLFormElement, found: FieldErrors) {
    setErrors(found);
    setMessage(text.errors.summary);
    const first = contact_fields.find((field) => found[field]);
    const field = first && element.elements.namedItem(first);
    if (field instanceof HTMLElement) field.focus();
  }

  /** Updates the error of a field that has one, while it is corrected. */
  function checkAgain(name: ContactField, element: HTMLFormElement) {
    if (errors[name]) setErrors({ ...errors, [name]: checkValues(readValues(element), text.errors)[name] });
  }

  function accept() {
    setErrors({});
    setMessage(null);
  }

  return { errors, message, refuse, checkAgain, accept };
}

/** Restores the draft, stores it at each input, and measures how long the form was typed. */
function useTyping(ref: RefObject<HTMLFormElement | null>) {
  const begun_at = useRef(0);
  const [typing] = useState(() => new Typing());

  useEffect(() => {
    const restored = ref.current && restoreDraft(ref.current);
    // The form could be filled in since the page was opened, before this script started.
    begun_at.current = restored ?? Date.now() - performance.now();
    if (ref.current) prefillAccount(ref.current);
  }, [ref]);

  function observe({ target, nativeEvent, currentTarget }: InputEvent<HTMLFormElement>) {
    if (isNamed(target)) typing.see(nativeEvent, target.name);
    saveDraft({ values: readValues(currentTarget), begun_at: begun_at.current });
  }

  /** Returns the milliseconds since typing began, or undefined if something else filled in a field. */
  function elapsed(values: ContactValues): number | undefined {
    return typing.isByHand(values) ? Math.round(Date.now() - begun_at.current) : undefined;
  }

  return { observe, elapsed };
}

/** Prefills the form with the signed-in user's account. */
function prefillAccount(form: HTMLFormElement): void {
  const user = readSession()?.user;
  if (!user) return;
  for (const [name, value] of [
    ["name", user.full_name],
    ["email", user.email],
  ] as const) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement && !field.value) field.value = value;
  }
}

/** Sends the form and empties it. Returns the sent contact with the panel that shows it. */
async function sendForm(
  element: HTMLFormElement,
  elapsed: (values: ContactValues) => number | undefined,
  { text, labels }: Options,
) {
  const [{ sendContact }, { SentPanel: Panel }] = await loadWhatSends();
  const website = new FormData(element).get("website");
  const values = readValues(element);
  const contact = await sendContact({
    values,
    website: typeof website === "string" ? website : "",
    service_none: text.service_none,
    elapsed_ms: elapsed(values),
    fallback: labels.request_failed,
    unanswered: text.failed_text,
  });
  clear(element);
  clearDraft();
  return { contact, Panel };
}

/** Loads the code that sends the form, and the panel that replaces the form afterwards. */
const loadWhatSends = () => Promise.all([import("./send-contact"), import("./sent-panel")]);

/** Preloads the code for sending and for toasts while the user types, in case the connection is lost later. */
function prepareToSend(): void {
  void loadWhatSends().catch(() => undefined);
  void loadToaster();
}

/** Empties the fields. `reset` would restore the values that the page was served with, which may be refused ones. */
function clear(element: HTMLFormElement): void {
  for (const name of contact_fields) {
    const field = element.elements.namedItem(name);
    if (field && "value" in field) field.value = "";
  }
}

const isEmpty = (errors: FieldErrors) => Object.keys(errors).length === 0;

const isNamed = (field: EventTarget): field is EventTarget & { name: ContactField } =>
  "name" in field && contact_fields.some((name) => name === field.name);

const fieldsOf = (error: unknown): FieldErrors => (error instanceof ApiError ? error.fields : {});
