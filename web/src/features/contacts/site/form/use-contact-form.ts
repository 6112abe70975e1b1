/** The behavior of the contact form. Its fields are uncontrolled inputs, because the form also works without scripts. */
import {
  type InputEvent,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";

import { ApiError, messageOf } from "@/api/api-error";
import { readSession } from "@/api/session";
import type { ContactForm, ContactFormText, LayoutLabels, UnsentFile } from "@/api/types";
import type * as chosenFiles from "@/features/contacts/site/files/chosen-files";
import type { ChosenFile } from "@/features/contacts/site/files/chosen-files";
import { prefillAccount } from "@/lib/prefill-account";
import { loadToaster, showToast } from "@/ui/toast";
import { isTextControl, restoreDraft, saveDraft } from "./contact-draft";
import {
  checkValues,
  CONTACT_FIELDS,
  type ContactField,
  type FieldErrors,
  readValues,
} from "./contact-values";
import { maskPhoneField } from "./phone-mask";
import type { SentContact } from "./send-contact";
import type { SentMessage } from "./sent-message";
import { Typing } from "./typing";

type FilesCode = typeof chosenFiles;

interface Options {
  text: ContactFormText;
  form: ContactForm;
  labels: LayoutLabels;
}

interface ContactFormState {
  ref: RefObject<HTMLFormElement | null>;
  errors: FieldErrors;
  /** Error about the whole form. */
  message: string | null;
  /** Text of the button while the form is sent; null otherwise. */
  busy: string | null;
  /** The chosen service; empty if there is none. */
  service: string;
  /** The sent contact and the component that shows it; null until it is sent, and when the visitor starts another one. */
  sent: { contact: SentContact; unsentFiles: UnsentFile[]; SentMessage: typeof SentMessage } | null;
  /** The chosen files, with the code that shows and sends them; null without files. */
  files: (FilesCode & { list: ChosenFile[] }) | null;
  /** The message that could not be sent, and the reason. */
  unsent: { reason: string; message: string } | null;
  onNewMessage: () => void;
  onRemoveFile: (file: File) => void;
  onInput: (event: InputEvent<HTMLFormElement>) => void;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
}

// Over 60 lines, because each hook extracted from it adds to the script of a public page.
export function useContactForm(options: Options): ContactFormState {
  const { text, form, labels } = options;
  const ref = useRef<HTMLFormElement>(null);
  const begunAt = useRef(0);
  const [typing] = useState(() => new Typing());
  const [errors, setErrors] = useState<FieldErrors>(form.errors);
  const [message, setMessage] = useState(form.message ?? (isEmpty(form.errors) ? null : text.errors.summary));
  const [busy, setBusy] = useState<string | null>(null);
  const [files, setFiles] = useState<ContactFormState["files"]>(null);
  const [service, setService] = useState(form.values.service);
  const [sent, setSent] = useState<ContactFormState["sent"]>(null);
  const [unsent, setUnsent] = useState<ContactFormState["unsent"]>(
    form.failure ? { reason: form.failure, message: form.values.message } : null,
  );

  const readChosen = useEffectEvent(
    (input: HTMLInputElement) => void readFiles(input).catch(() => undefined),
  );
  useEffect(() => {
    const restored = ref.current && restoreDraft(ref.current);
    // Visitors can fill in the form before this script starts, so the time counts from the opening of the page.
    begunAt.current = restored ?? Date.now() - performance.now();
    const element = ref.current;
    if (!element) return undefined;
    setService(readValues(element).service);
    const input = element.elements.namedItem("files");
    if (input instanceof HTMLInputElement && input.files?.length) readChosen(input);
    return prefillAccount(element, () => readSession()?.user);
  }, []);

  function showErrors(element: HTMLFormElement, found: FieldErrors) {
    setErrors(found);
    setMessage(isEmpty(found) ? null : text.errors.summary);
    focusFirst(element, found);
  }

  function onInput({ target, nativeEvent, currentTarget }: InputEvent<HTMLFormElement>) {
    prepareToSend();
    if (target instanceof HTMLInputElement && target.type === "file") {
      // If this fails, sending the form tries it again.
      readFiles(target).catch(() => undefined);
      return;
    }
    if (isNamed(target)) typing.record(nativeEvent, target.name);
    if (target instanceof HTMLInputElement && target.name === "phone") maskPhoneField(target);
    const values = readValues(currentTarget);
    setService(values.service);
    saveDraft(currentTarget, begunAt.current);
    if (isNamed(target) && errors[target.name]) {
      setErrors({ ...errors, [target.name]: checkValues(values, text.errors)[target.name] });
    }
  }

  /** Adds the files in the input to the chosen ones, with the code that is loaded for them. */
  async function readFiles(input: HTMLInputElement) {
    const code = await import("@/features/contacts/site/files/chosen-files");
    const chosen = [...(input.files ?? [])];
    // So that the same file can be chosen again after its removal.
    input.value = "";
    // At once, because the form may be sent next.
    flushSync(() =>
      setFiles((earlier) => {
        const all = [...(earlier?.list.map(({ file }) => file) ?? []), ...chosen];
        return { ...code, list: code.checkFiles(all, text.files) };
      }),
    );
  }

  function onRemoveFile(removed: File) {
    setFiles((earlier) => {
      const rest = earlier?.list.map(({ file }) => file).filter((file) => file !== removed);
      return earlier && rest?.length ? { ...earlier, list: earlier.checkFiles(rest, text.files) } : null;
    });
    ref.current?.querySelector<HTMLElement>("#files")?.focus();
  }

  function fail(element: HTMLFormElement, error: unknown) {
    const fields = error instanceof ApiError ? error.fields : {};
    const description = messageOf(error);
    if (!isEmpty(fields)) showErrors(element, fields);
    else setUnsent({ reason: description, message: readValues(element).message });
    void showToast({ kind: "error", title: text.failed_title, description }, labels);
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    const element = event.currentTarget;
    // The browser sent the form before this script started. The server recognizes the repetition only if the browser sends it.
    if (element.dataset["sent"]) return;
    event.preventDefault();
    if (busy !== null) return;
    const found = checkValues(readValues(element), text.errors);
    showErrors(element, found);
    if (!isEmpty(found)) return;
    const input = element.elements.namedItem("files");
    if (input instanceof HTMLInputElement && input.files?.length) {
      readFiles(input).then(
        () => element.requestSubmit(),
        (error: unknown) => fail(element, error),
      );
      return;
    }
    if (files?.list.some(({ problem }) => problem)) {
      setMessage(text.errors.summary);
      focusFiles(element);
      return;
    }
    setUnsent(null);
    setBusy(text.sending);
    const onStored = () => files && setBusy(text.files.sending);
    send(element, options, { typing, begunAt: begunAt.current, files, onStored })
      .then(setSent, (error: unknown) => fail(element, error))
      .finally(() => setBusy(null));
  }

  function onNewMessage() {
    setSent(null);
    setFiles(null);
    setService("");
    if (ref.current) startAgain(ref.current);
  }

  return {
    ref,
    errors,
    message,
    busy,
    service,
    files,
    sent,
    unsent,
    onNewMessage,
    onRemoveFile,
    onInput,
    onSubmit,
  };
}

/** Focuses the first field that has an error. */
function focusFirst(form: HTMLFormElement, errors: FieldErrors): void {
  const first = CONTACT_FIELDS.find((field) => errors[field]);
  const field = first && form.elements.namedItem(first);
  if (field instanceof HTMLElement) field.focus();
}

/** Focuses the input for files, which the visitor may have collapsed. */
function focusFiles(form: HTMLFormElement): void {
  const input = form.querySelector<HTMLElement>("#files");
  input?.closest("details")?.setAttribute("open", "");
  input?.focus();
}

/** Focuses the message of the empty form. */
function startAgain(form: HTMLFormElement): void {
  const message = form.elements.namedItem("message");
  // The form is hidden until the next frame.
  requestAnimationFrame(() => message instanceof HTMLElement && message.focus());
}

interface Input {
  typing: Typing;
  begunAt: number;
  files: ContactFormState["files"];
  /** Called when the contact is stored, before its files are sent. */
  onStored: () => void;
}

/** Sends the form, then its files, and empties it. Returns the sent contact with the component that shows it. */
async function send(element: HTMLFormElement, { text, labels }: Options, input: Input) {
  const { typing, begunAt, files, onStored } = input;
  const [{ sendContact }, { SentMessage }] = await loadSender();
  const website = new FormData(element).get("website");
  const values = readValues(element);
  const contact = await sendContact({
    values,
    fileNames: files?.list.map(({ file }) => file.name) ?? [],
    website: typeof website === "string" ? website : "",
    elapsed_ms: typing.isByHand(values) ? Math.round(Date.now() - begunAt) : undefined,
    fallback: labels.request_failed,
    unanswered: text.failed_text,
  });
  clear(element);
  onStored();
  const unsentFiles = files ? await files.sendFiles(contact, files.list, text.files) : [];
  void showToast({ kind: "success", title: text.sent_title, description: contact.sent_text }, labels);
  return { contact, unsentFiles, SentMessage };
}

/** Loads the code that sends the form, and the component that is shown instead of it afterward. */
const loadSender = () => Promise.all([import("./send-contact"), import("./sent-message")]);

/** Preloads the code for sending and for toasts while the user types, in case the connection is lost later. */
function prepareToSend(): void {
  void loadSender().catch(() => undefined);
  void loadToaster();
}

/** Empties the fields. `reset` restores the account's values, but also what the server rendered, which may be invalid. */
function clear(element: HTMLFormElement): void {
  element.reset();
  for (const name of CONTACT_FIELDS) {
    const field = element.elements.namedItem(name);
    if (isTextControl(field) && !field.dataset["prefilled"]) field.value = "";
  }
}

const isEmpty = (errors: FieldErrors) => Object.keys(errors).length === 0;

const isNamed = (field: EventTarget): field is EventTarget & { name: ContactField } =>
  "name" in field && CONTACT_FIELDS.some((name) => name === field.name);
