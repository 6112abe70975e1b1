import "./switch.css";

import { type ComponentProps, useId } from "react";

import { Unbroken } from "@/ui/unbroken";

interface SwitchProps extends ComponentProps<"input"> {
  label: string;
  hint?: string;
  /** Uses the label as accessible name only. */
  labelHidden?: boolean;
}

/** A checkbox that is announced as a switch. */
export function Switch({ label, hint, labelHidden, ...input }: SwitchProps) {
  const id = useId();
  return (
    <span className="inline-flex items-start gap-2.5">
      <input
        id={id}
        type="checkbox"
        role="switch"
        className="panel-switch"
        aria-describedby={hint && `${id}-hint`}
        {...input}
      />
      <span className={labelHidden ? "sr-only" : "grid"}>
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {hint && (
          <span id={`${id}-hint`} className="text-muted text-xs">
            <Unbroken text={hint} />
          </span>
        )}
      </span>
    </span>
  );
}
