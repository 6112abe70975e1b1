import { type ReactNode, type Ref, useId } from "react";

import { cn } from "@/panel/cn";

interface AccountSectionProps {
  title: string;
  /** Used to focus the title when the section appears. */
  titleRef?: Ref<HTMLHeadingElement>;
  /** Shown beside the title. */
  state?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A titled section of the screens about the user's own account. */
export function AccountSection({ title, titleRef, state, className, children }: AccountSectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={cn("border-line bg-surface rounded-lg border p-5 sm:p-6", className)}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2
          id={id}
          ref={titleRef}
          tabIndex={titleRef ? -1 : undefined}
          className="text-base font-semibold outline-none"
        >
          {title}
        </h2>
        {state}
      </div>
      {children}
    </section>
  );
}
