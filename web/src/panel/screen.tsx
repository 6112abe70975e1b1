/** The frame of a screen. Its heading names the browser tab, and takes the focus when the user navigates to it. */
import { type ReactNode, useEffect, useRef } from "react";

import { usePageTitle } from "./page-title";

interface ScreenProps {
  title: string;
  /** Shown beside the heading. */
  actions?: ReactNode;
  children: ReactNode;
}

/** Whether this is the first screen since the page was loaded. It doesn't take the focus from the start of the page. */
let isFirst = true;

export function Screen({ title, actions, children }: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  usePageTitle(title);
  useEffect(() => {
    if (!isFirst) heading.current?.focus();
    isFirst = false;
  }, []);
  return (
    <div className="w-full max-w-[120rem] px-4 py-5 sm:px-6 lg:px-8 lg:py-7">
      <div className="mb-4 flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold tracking-tight outline-none">
          {title}
        </h1>
        {actions}
      </div>
      {children}
    </div>
  );
}
