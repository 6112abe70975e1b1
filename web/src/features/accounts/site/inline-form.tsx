/** A form that replaces the button that opened it, and focuses its field. */
import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";

import { button } from "@/ui/button";
import { TextField } from "@/ui/field";
import { type FormOptions, useForm } from "./use-form";

interface InlineFormProps extends Omit<FormOptions, "leaves"> {
  label: string;
  field: Omit<ComponentProps<typeof TextField>, "error" | "required"> & { name: string };
  submit: string;
  busyLabel: string;
  cancel: string;
  onCancel: () => void;
  danger?: boolean;
  children?: ReactNode;
}

export function InlineForm(props: InlineFormProps) {
  const { label, field, submit, busyLabel, cancel, onCancel, danger, children, ...options } = props;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>("input:not([hidden])")?.focus(), []);
  const { errors, isBusy, onSubmit } = useForm({ ...options, leaves: true });
  return (
    <form
      ref={form}
      method="post"
      noValidate
      aria-label={label}
      aria-busy={isBusy}
      onSubmit={onSubmit}
      className={danger ? "border-danger mt-5 grid gap-5 rounded-lg border p-5" : "mt-4 grid max-w-sm gap-4"}
    >
      {children}
      <TextField {...field} error={errors[field.name]} required />
      <div className="flex flex-wrap gap-3">
        <button
          type="submit"
          aria-disabled={isBusy}
          className={button(
            danger ? { look: "line", size: "small", className: "border-danger" } : { size: "small" },
          )}
        >
          {isBusy ? busyLabel : submit}
        </button>
        <button type="button" onClick={onCancel} className={button({ look: "quiet", size: "small" })}>
          {cancel}
        </button>
      </div>
    </form>
  );
}
