/** A labeled control with its hint and its error, connected for assistive technology. */
import { clsx } from "clsx/lite";
import { ChevronDown, CircleAlert } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";

interface FieldProps {
  id: string;
  label: string;
  /** Text after the label, such as "optional". */
  note?: string | undefined;
  hint?: string | undefined;
  error?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}

export function Field({ id, label, note, hint, error, className, children }: FieldProps) {
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {label}
        {note ? (
          <>
            {" "}
            <span className="text-muted font-normal">({note})</span>
          </>
        ) : null}
      </label>
      {children}
      {hint ? (
        <p id={`${id}-hint`} className="text-muted mt-1.5 text-sm">
          {hint}
        </p>
      ) : null}
      <p
        id={`${id}-error`}
        hidden={!error}
        className="text-danger mt-1.5 flex items-start gap-1.5 text-sm font-semibold"
      >
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span>{error}</span>
      </p>
    </div>
  );
}

const control =
  "block w-full rounded-md border bg-surface px-3.5 text-base text-ink placeholder:text-muted focus-visible:outline-offset-0";

/** Returns the attributes that connect a control to its Field. */
export function controlProps(id: string, error: string | undefined, hint = false, className?: string) {
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return {
    id,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": described || undefined,
    className: clsx(control, error ? "border-danger" : "border-control hover:border-ink", className),
  };
}

interface TextFieldProps extends Omit<ComponentProps<"input">, "className"> {
  id: string;
  label: string;
  note?: string;
  hint?: string;
  error?: string | undefined;
  className?: string;
}

export function TextField({ id, label, note, hint, error, className, ...input }: TextFieldProps) {
  return (
    <Field id={id} label={label} note={note} hint={hint} error={error} className={className}>
      <input {...input} {...controlProps(id, error, Boolean(hint), "h-12")} />
    </Field>
  );
}

/** Draws the arrow of a select whose native one is hidden. */
export function SelectBox({ children }: { children: ReactNode }) {
  return (
    <div className="relative">
      {children}
      <ChevronDown aria-hidden className="pointer-events-none absolute inset-y-0 right-3.5 my-auto size-5" />
    </div>
  );
}
