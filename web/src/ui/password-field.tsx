/** A password field with a button that shows the password. */
import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";

import { controlProps, Field } from "./field";

interface PasswordFieldProps extends Omit<ComponentProps<"input">, "className" | "type"> {
  id: string;
  label: string;
  hint?: string;
  error?: string | undefined;
  /** Accessible name of the button. */
  showLabel: string;
}

export function PasswordField({ id, label, hint, error, showLabel, ...input }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field {...{ id, label, hint, error }}>
      <div className="relative">
        <input
          {...input}
          type={isShown ? "text" : "password"}
          {...controlProps(id, error, Boolean(hint), "h-12 pr-13")}
        />
        <button
          type="button"
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
          className="text-muted hover:text-ink absolute inset-y-0 right-1 my-auto grid size-10 place-items-center rounded-md border border-transparent noscript:hidden"
        >
          <Icon aria-hidden className="size-5" />
          <span className="sr-only">{showLabel}</span>
        </button>
      </div>
    </Field>
  );
}
