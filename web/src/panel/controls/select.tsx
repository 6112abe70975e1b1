import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";

import { cn } from "@/panel/cn";

/** Height of a select beside the inputs of a form. Elsewhere, selects are as high as buttons. */
export const IN_FORM = "h-10";

/** A native select. */
export function Select({ className, ...props }: ComponentProps<"select">) {
  return (
    <span className={cn("relative inline-flex h-9", className)}>
      <select
        className="border-control bg-surface text-ink hover:bg-sunken aria-invalid:border-danger h-full w-full appearance-none rounded-md border pr-8 pl-3 text-base text-ellipsis sm:text-sm"
        {...props}
      />
      <ChevronDown
        className="text-muted pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2"
        aria-hidden
      />
    </span>
  );
}
