import { type ComponentProps, useId } from "react";

import { cn } from "@/panel/cn";
import { describedProps, Labeled, type LabelProps } from "@/panel/form/labeled";

/** A labeled text area with a hint and an error, which screen readers announce with it. */
export function TextArea(props: ComponentProps<"textarea"> & LabelProps) {
  const { id: ownId, label, hint, error, className, ...area } = props;
  const generatedId = useId();
  const id = ownId ?? generatedId;
  return (
    <Labeled id={id} label={label} hint={hint} error={error}>
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
