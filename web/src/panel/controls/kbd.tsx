import type { ReactNode } from "react";

/** Name of the modifier key of shortcuts on this system. */
export const COMMAND = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl";

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="border-line bg-surface text-muted inline-grid h-5 min-w-5 place-items-center rounded-sm border px-1 font-sans text-xs">
      {children}
    </kbd>
  );
}
