import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useId, useState } from "react";

import { cn } from "@/panel/cn";
import { describedProps, Labeled, type LabelProps } from "./labeled";

const INPUT =
  "h-10 w-full rounded-md border border-control bg-surface px-3 text-base text-ink placeholder:text-muted aria-invalid:border-danger read-only:text-muted sm:text-sm";

type FieldProps = ComponentProps<"input"> & LabelProps;

/** A labeled input with a hint and an error, which screen readers announce with it. */
export function Field({ id: ownId, label, hint, error, className, ...input }: FieldProps) {
  const generatedId = useId();
  const id = ownId ?? generatedId;
  return (
    <Labeled id={id} label={label} hint={hint} error={error}>
      <input className={cn(INPUT, className)} {...describedProps(id, { hint, error })} {...input} />
    </Labeled>
  );
}

/** A password field with a button that shows the password. */
export function PasswordField(props: FieldProps) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="relative">
      <Field {...props} type={shown ? "text" : "password"} className="pr-11" />
      <button
        type="button"
        className="text-muted hover:text-ink absolute top-7.5 right-1 grid size-8 place-items-center rounded-md"
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        <Icon className="size-4" aria-hidden />
        <span className="sr-only">Mostrar senha</span>
      </button>
    </div>
  );
}
