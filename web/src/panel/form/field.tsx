/** Labeled fields of forms, with an optional hint and error. */
import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";

import { cn } from "@/panel/cn";
import { IN_FORM, Select } from "@/panel/controls/select";
import { Unbroken } from "@/ui/unbroken";

interface LabelProps {
  label: string;
  /** Shows the label to screen readers only. */
  isLabelHidden?: boolean | undefined;
  hint?: string | undefined;
  error?: string | undefined;
}

/** A control below its label and above its hint and error. The control has `describedProps`. */
function Labeled(props: LabelProps & { id: string; children: ReactNode }) {
  const { id, label, isLabelHidden = false, hint, error, children } = props;
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className={isLabelHidden ? "sr-only" : "text-sm font-medium"}>
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="text-muted text-xs">
          <Unbroken text={hint} />
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-danger text-sm">
          {error}
        </p>
      )}
    </div>
  );
}

/** Returns the attributes with which screen readers announce hint and error. */
function describedProps(id: string, { hint, error }: Omit<LabelProps, "label">) {
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return {
    id,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": described || undefined,
  };
}

const INPUT =
  "h-10 w-full rounded-md border border-control bg-surface px-3 text-base text-ink placeholder:text-muted aria-invalid:border-danger read-only:text-muted sm:text-sm";

type FieldProps = ComponentProps<"input"> & LabelProps;

/** A labeled input. Screen readers announce its hint and error with it. */
export function Field(props: FieldProps) {
  const { id: ownId, label, isLabelHidden, hint, error, className, ...input } = props;
  const generatedId = useId();
  const id = ownId ?? generatedId;
  return (
    <Labeled id={id} label={label} isLabelHidden={isLabelHidden} hint={hint} error={error}>
      <input className={cn(INPUT, className)} {...describedProps(id, { hint, error })} {...input} />
    </Labeled>
  );
}

/** A password field with a button that shows the password. */
export function PasswordField(props: Omit<FieldProps, "type" | "className">) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="relative">
      <Field {...props} type={isShown ? "text" : "password"} className="pr-11" />
      {/* Beside the input, below the height of the label. */}
      <button
        type="button"
        className="text-muted hover:text-ink absolute top-7.5 right-1 grid size-8 place-items-center rounded-md"
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
      >
        <Icon className="size-4" aria-hidden />
        <span className="sr-only">Mostrar senha</span>
      </button>
    </div>
  );
}

/** A labeled text area. Screen readers announce its hint and error with it. */
export function TextArea(props: ComponentProps<"textarea"> & LabelProps) {
  const { id: ownId, label, isLabelHidden, hint, error, className, ...area } = props;
  const generatedId = useId();
  const id = ownId ?? generatedId;
  return (
    <Labeled id={id} label={label} isLabelHidden={isLabelHidden} hint={hint} error={error}>
      <textarea
        rows={3}
        className={cn(
          "border-control bg-surface text-ink placeholder:text-muted aria-invalid:border-danger read-only:text-muted field-sizing-content min-h-20 w-full rounded-md border px-3 py-2 text-base sm:text-sm",
          className,
        )}
        {...describedProps(id, { hint, error })}
        {...area}
      />
    </Labeled>
  );
}

/** A labeled select. Screen readers announce its hint and error with it. */
export function SelectField(props: ComponentProps<"select"> & LabelProps) {
  const { label, isLabelHidden, hint, error, ...select } = props;
  const id = useId();
  return (
    <Labeled id={id} label={label} isLabelHidden={isLabelHidden} hint={hint} error={error}>
      <Select className={IN_FORM} {...describedProps(id, { hint, error })} {...select} />
    </Labeled>
  );
}

interface FormFieldProps<Fields extends FieldValues> extends Omit<
  ComponentProps<typeof Field>,
  "form" | "name" | "error"
> {
  form: UseFormReturn<Fields>;
  name: Path<Fields>;
}

/** A text field of a form, with its error: `<FormField form={form} name="title" label="Título" />`. */
export function FormField<Fields extends FieldValues>({ form, name, ...field }: FormFieldProps<Fields>) {
  const { error } = form.getFieldState(name, form.formState);
  return <Field autoComplete="off" error={error?.message} {...field} {...form.register(name)} />;
}
