/**
 * A button with a menu of choices. Unlike in a native select, arrow keys move between the choices without choosing one. The
 * menu isn't modal, because Radix would lock scrolling with a <style> element, which `style-src 'self'` refuses.
 */
import { ChevronDown } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { type ReactNode, useState } from "react";

import { Button } from "./button";

interface ChoiceMenuProps {
  /** Accessible name; contains the visible text. */
  label: string;
  children: ReactNode;
  choices: readonly { value: string; label: string }[];
  /** Keeps the menu closed while a chosen action is running. */
  busy: boolean;
  onChoose: (value: string) => void;
}

export function ChoiceMenu({ label, children, choices, busy, onChoose }: ChoiceMenuProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={(opens) => setOpen(opens && !busy)}>
      <DropdownMenu.Trigger asChild>
        <Button size="sm" aria-label={label} aria-disabled={busy}>
          {children}
          <ChevronDown aria-hidden />
        </Button>
      </DropdownMenu.Trigger>
      {/* Not in a portal, so that screen readers find the menu in its section. */}
      <DropdownMenu.Content
        align="start"
        sideOffset={6}
        collisionPadding={12}
        className="appearing border-line bg-surface shadow-high z-50 max-h-(--radix-dropdown-menu-content-available-height) max-w-[calc(100vw-1.5rem)] min-w-40 overflow-y-auto rounded-lg border p-1"
      >
        {choices.map(({ value, label }) => (
          <DropdownMenu.Item
            key={value}
            className="data-highlighted:bg-sunken flex min-h-9 items-center rounded-md px-3 py-1.5 text-sm wrap-anywhere outline-none select-none"
            onSelect={() => onChoose(value)}
          >
            {label}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
