import { type ComponentProps, useId } from "react";

import { cn } from "@/panel/cn";

interface TextAreaProps extends ComponentProps<"textarea"> {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
}

/** A labeled text area with a hint and an error, which screen readers announce with it. */
export function TextArea({ id: ownId, label, hint, error, className, ...area }: TextAreaProps) {
  const generatedId = useId();
  const id = ownId ?? generatedId;
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <textarea
        id={id}
        rows={3}
        className={cn(
          "border-control bg-surface text-ink placeholder:text-muted aria-invalid:border-danger read-only:text-muted field-sizing-content min-h-20 w-full rounded-md border px-3 py-2 text-base sm:text-sm",
          className,
        )}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        {...area}
      />
      {hint && (
        <p id={`${id}-hint`} className="text-muted text-xs">
          {hint}
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
