/** The form of a privacy request. With and without scripts, the browser posts it and shows the page that the server returns. */
import { CircleAlert } from "lucide-react";
import { useEffect, useRef, useState } from "react";

import { readSession } from "@/api/session";
import type { PrivacyKindOption, PrivacyRequestForm, PrivacyRequestFormText } from "@/api/types";
import { paths } from "@/lib/paths";
import { prefillAccount } from "@/lib/prefill-account";
import { button } from "@/ui/button";
import { controlProps, Field, TextField } from "@/ui/field";
import { Trap } from "@/ui/trap";

// The limits of the server, which the contract lacks because only browsers send this form.
const MAX_NAME = 120;
const MAX_EMAIL = 254;
const MAX_MESSAGE = 4000;

interface RequestFormProps {
  text: PrivacyRequestFormText;
  kinds: PrivacyKindOption[];
  form: PrivacyRequestForm;
}

export function RequestForm({ text, kinds, form }: RequestFormProps) {
  const { errors, failure } = form;
  const { ref, isBusy, onSubmit } = useRequestForm(errors);
  const hasErrors = Object.keys(errors).length > 0;
  return (
    <form
      ref={ref}
      method="post"
      action={paths.privacyRequest}
      noValidate
      aria-busy={isBusy}
      onSubmit={onSubmit}
      className="relative grid gap-x-6 gap-y-7 sm:grid-cols-2"
    >
      <div
        role="alert"
        hidden={!hasErrors && !failure}
        className="bg-danger-soft text-danger rounded-md px-4 py-3 font-semibold sm:col-span-2"
      >
        {failure ? (
          <>
            {text.failed_title}. {failure}
          </>
        ) : (
          text.summary
        )}
      </div>
      <Kinds legend={text.kind} kinds={kinds} chosen={form.kind} error={errors["kind"]} />
      <Fields text={text} form={form} />
      <Trap id="website" label={text.trap} />
      <div className="sm:col-span-2">
        <button
          type="submit"
          aria-disabled={isBusy}
          className={button({ className: "max-sm:w-full sm:min-w-48" })}
        >
          {isBusy ? text.busy : text.submit}
        </button>
        <p className="text-muted mt-5 max-w-[40rem] text-sm text-pretty">{text.privacy}</p>
      </div>
    </form>
  );
}

function Fields({ text, form }: Pick<RequestFormProps, "text" | "form">) {
  return (
    <>
      <TextField
        id="name"
        name="name"
        label={text.name}
        error={form.errors["name"]}
        // Undefined, because React would set an empty value again after the script has filled in the account.
        defaultValue={form.name || undefined}
        autoComplete="name"
        maxLength={MAX_NAME}
        required
        className="sm:col-span-2"
      />
      <TextField
        id="email"
        name="email"
        type="email"
        label={text.email}
        hint={text.email_hint}
        error={form.errors["email"]}
        defaultValue={form.email || undefined}
        autoComplete="email"
        maxLength={MAX_EMAIL}
        required
        className="sm:col-span-2"
      />
      <Field
        id="message"
        label={text.message}
        note={text.optional}
        hint={text.message_hint}
        error={form.errors["message"]}
        className="sm:col-span-2"
      >
        <textarea
          name="message"
          rows={5}
          maxLength={MAX_MESSAGE}
          defaultValue={form.message}
          {...controlProps("message", form.errors["message"], true, "py-3 leading-normal")}
        />
      </Field>
    </>
  );
}

interface KindsProps {
  legend: string;
  kinds: PrivacyKindOption[];
  chosen: string;
  error: string | undefined;
}

function Kinds({ legend, kinds, chosen, error }: KindsProps) {
  return (
    <fieldset
      data-invalid={error ? true : undefined}
      aria-describedby={error ? "kind-error" : undefined}
      className="sm:col-span-2"
    >
      <legend className="mb-3 text-xl font-bold tracking-tight">{legend}</legend>
      <div className="border-line divide-line divide-y border-y">
        {kinds.map(({ value, text }) => (
          <label
            key={value}
            className="hover:bg-sunken grid cursor-pointer grid-cols-[auto_1fr] gap-x-3.5 px-2 py-3.5"
          >
            <input
              type="radio"
              name="kind"
              value={value}
              defaultChecked={value === chosen}
              aria-labelledby={`kind-${value}`}
              aria-describedby={`kind-${value}-hint`}
              required
              className="accent-accent row-span-2 mt-1 size-4.5"
            />
            <span id={`kind-${value}`} className="font-semibold">
              {text.label}
            </span>
            <span id={`kind-${value}-hint`} className="text-muted text-[0.9375rem] text-pretty">
              {text.hint}
            </span>
          </label>
        ))}
      </div>
      <p
        id="kind-error"
        hidden={!error}
        className="text-danger mt-2 flex items-start gap-1.5 text-sm font-semibold"
      >
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span>{error}</span>
      </p>
    </fieldset>
  );
}

/** Fills in the signed-in visitor's name and email, focuses the first refused field, and sends the form once. */
function useRequestForm(errors: PrivacyRequestForm["errors"]) {
  const ref = useRef<HTMLFormElement>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    const form = ref.current;
    if (!form) return;
    const stopPrefill = prefillAccount(form, () => readSession()?.user);
    // The browser can't go back to the answer to a form. After this, it goes back to the empty form.
    if (Object.keys(errors).length > 0) history.replaceState(history.state, "");
    form.querySelector<HTMLElement>("[aria-invalid=true], [data-invalid] input")?.focus();
    // After going back in history, the browser can show this page as it was: busy.
    const onShow = () => setBusy(false);
    addEventListener("pageshow", onShow);
    return () => {
      stopPrefill();
      removeEventListener("pageshow", onShow);
    };
  }, [errors]);
  const onSubmit = (event: { preventDefault: () => void }) => {
    if (isBusy) event.preventDefault();
    setBusy(true);
  };
  return { ref, isBusy, onSubmit };
}
