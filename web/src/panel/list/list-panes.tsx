/**
 * A list with the open record beside it. On large screens both are panes that scroll by themselves. On smaller ones, the open
 * record takes the place of the list.
 */
import type { ReactNode } from "react";

import { cn } from "@/panel/cn";

interface ListPanesProps {
  list: ReactNode;
  /** Whether a record is open. */
  isOpen: boolean;
  /** Shown instead of a record. */
  placeholder: ReactNode;
  /** The open record. */
  children: ReactNode;
}

export function ListPanes({ list, isOpen, placeholder, children }: ListPanesProps) {
  return (
    <div className="border-line -mx-4 min-h-0 grow sm:-mx-6 lg:-mx-8 lg:grid lg:grid-cols-[23.75rem_minmax(0,1fr)] lg:grid-rows-[minmax(0,1fr)] lg:border-t">
      <div
        className={cn(
          "border-line px-4 sm:px-6 lg:overflow-y-auto lg:border-r lg:px-4 lg:py-2.5",
          isOpen && "max-lg:hidden",
        )}
      >
        {list}
      </div>
      <div className={cn("min-h-0 min-w-0", !isOpen && "max-lg:hidden")}>
        {isOpen ? children : placeholder}
      </div>
    </div>
  );
}
