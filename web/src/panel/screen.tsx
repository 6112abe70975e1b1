/** The frame of a screen. Its heading names the browser tab, and takes the focus when the user navigates to it. */
import { type ReactNode, useEffect, useRef } from "react";

import { cn } from "./cn";
import { usePageTitle } from "./page-title";

interface ScreenProps {
  title: string;
  /** Shown beside the heading. */
  actions?: ReactNode;
  /** Whether the screen has exactly the height of the window on large screens, and its parts scroll by themselves. */
  isFilled?: boolean;
  /** Whether an open record takes the place of the heading on small screens. Screen readers still find it. */
  isCovered?: boolean;
  children: ReactNode;
}

/** Whether this is the first screen since the page was loaded. It doesn't take the focus from the start of the page. */
let isFirst = true;

export function Screen({ title, actions, isFilled = false, isCovered = false, children }: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  usePageTitle(title);
  useEffect(() => {
    if (!isFirst) heading.current?.focus();
    isFirst = false;
  }, []);
  return (
    <div
      className={cn(
        "w-full px-4 py-5 sm:px-6 lg:px-8",
        isCovered && "max-lg:py-0",
        isFilled
          ? "lg:flex lg:h-[calc(100dvh-3.25rem)] lg:flex-col lg:pt-3 lg:pb-0"
          : "max-w-[120rem] lg:py-7",
      )}
    >
      <div
        className={cn(
          "mb-4 flex min-h-9 shrink-0 flex-wrap items-center justify-between gap-x-4 gap-y-2",
          isFilled && "lg:mb-1.5",
          isCovered && "max-lg:sr-only",
        )}
      >
        <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold tracking-tight outline-none">
          {title}
        </h1>
        {actions}
      </div>
      {children}
    </div>
  );
}
