import { clsx } from "clsx/lite";
import type { LucideIcon } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";

import { Unbroken } from "./unbroken";

interface OutcomeProps {
  icon?: LucideIcon | undefined;
  /** Colors the icon for a problem. */
  isWarning?: boolean;
  title: string;
  lead: string;
  /** True if the page replaces content that had the focus. */
  isFocused?: boolean;
  children: ReactNode;
}

/** A page with the result of a form or a link, or with the question before it. */
export function Outcome({ icon: Icon, isWarning, title, lead, isFocused = false, children }: OutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isFocused) heading.current?.focus();
  }, [isFocused]);
  return (
    <section className="frame py-24 lg:py-36">
      {Icon && (
        <span
          className={clsx(
            "mb-8 flex size-14 items-center justify-center rounded-full",
            isWarning ? "bg-warning-soft text-warning" : "bg-accent text-on-accent",
          )}
        >
          <Icon aria-hidden className="size-7" strokeWidth={2.5} />
        </span>
      )}
      <h1
        ref={heading}
        tabIndex={isFocused ? -1 : undefined}
        className="text-display max-w-[18ch] text-balance outline-none"
      >
        <Unbroken text={title} />
      </h1>
      <p className="text-muted mt-6 max-w-[38rem] text-xl text-pretty wrap-anywhere">
        <Unbroken text={lead} />
      </p>
      {children}
    </section>
  );
}
