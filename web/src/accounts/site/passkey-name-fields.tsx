/** What a passkey is called, so that its owner knows it again. */
import { useEffect, useRef } from "react";
import type { LayoutLabels, PasskeysText } from "../../api/types";
import { button } from "../../ui/button";
import { TextField } from "../../ui/field";
import { useForm } from "./use-form";

interface PasskeyNameFieldsProps {
  id: string;
  text: PasskeysText;
  labels: LayoutLabels;
  name?: string;
  submit: string;
  failedTitle: string;
  onSubmit: (name: string) => Promise<void>;
  onCancel: () => void;
}

export function PasskeyNameFields(props: PasskeyNameFieldsProps) {
  const { id, text, labels, name, submit, failedTitle, onSubmit: save, onCancel } = props;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>("input")?.focus(), []);
  const { errors, busy, onSubmit } = useForm({
    check: (values) => (values["name"] ? {} : { name: text.name_missing }),
    send: ({ name: typed = "" }) => save(typed),
    failed: { title: failedTitle },
    leaves: true,
    labels,
  });
  return (
    <form
      ref={form}
      method="post"
      noValidate
      aria-label={submit}
      aria-busy={busy}
      onSubmit={onSubmit}
      className="mt-4 grid max-w-sm gap-4"
    >
      <TextField
        id={id}
        name="name"
        label={text.name}
        hint={text.name_hint}
        defaultValue={name}
        error={errors["name"]}
        autoComplete="off"
        maxLength={60}
        required
      />
      <div className="flex flex-wrap gap-3">
        <button type="submit" aria-disabled={busy} className={button({ size: "small" })}>
          {busy ? text.busy : submit}
        </button>
        <button type="button" onClick={onCancel} className={button({ look: "quiet", size: "small" })}>
          {text.cancel}
        </button>
      </div>
    </form>
  );
}
