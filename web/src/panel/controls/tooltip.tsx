import { Tooltip as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";

const DELAY_MS = 700;
const SKIP_DELAY_MS = 300;

/** Matches devices without hovering. Returning the focus to a button after a dialog would open its tooltip there. */
const NO_HOVER = matchMedia("(hover: none)");

export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={DELAY_MS} skipDelayDuration={SKIP_DELAY_MS}>
      {children}
    </Radix.Provider>
  );
}

/** Shows what an icon button does. The button has its own `aria-label`, which may also name the record. */
export function Tooltip({ label, children }: { label: string; children: ReactElement }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild onFocus={(event) => NO_HOVER.matches && event.preventDefault()}>
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={6}
          className="bg-night text-on-night shadow-high z-60 rounded-md px-2 py-1 text-xs"
        >
          {label}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
