/** Tabs of a screen. All of them stay mounted, so that switching keeps unsaved input. */
import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";

export interface Tab {
  /** Name in the URL. */
  id: string;
  label: string;
  /** Whether the tab has unsaved input. */
  isDirty?: boolean;
  content: ReactNode;
}

interface TabsProps {
  /** Accessible name of the tab list. */
  label: string;
  tabs: readonly Tab[];
  shown: string;
  onShow: (id: string) => void;
}

export function Tabs({ label, tabs, shown, onShow }: TabsProps) {
  return (
    <Radix.Root value={shown} onValueChange={onShow}>
      <Radix.List
        aria-label={label}
        className="border-line mb-5 flex [scrollbar-width:none] gap-1 overflow-x-auto border-b"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.id}
            value={tab.id}
            // Radix moves the focus on a click, and the browser would then show its ring.
            onMouseDown={({ currentTarget }) => currentTarget.focus({ focusVisible: false })}
            className="text-muted hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink -mb-px flex h-10 shrink-0 items-center gap-2 border-b-2 border-transparent px-2.5 text-sm font-medium -outline-offset-2 sm:px-3"
          >
            {tab.label}
            {tab.isDirty && (
              <span className="bg-warning size-1.5 rounded-full">
                <span className="sr-only"> (não salvo)</span>
              </span>
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.id} value={tab.id} forceMount hidden={tab.id !== shown} tabIndex={-1}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
