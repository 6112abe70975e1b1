/**
 * Single-key shortcuts. They don't run while the user types. They can be switched off, because speech input triggers them by
 * accident.
 */
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useSyncExternalStore } from "react";

import { readPreferences, savePreferences, subscribe } from "./preferences";

type Shortcuts = Readonly<Record<string, () => void>>;

/** Elements that use letter keys themselves: text fields, and menus, where a letter selects an item. */
const TYPED_INTO = "input, textarea, select, [role=menu], [contenteditable]:not([contenteditable=false])";

interface ShortcutOptions {
  isEnabled?: boolean;
  /** Number of open dialogs at which the shortcuts run. By default it is 0, so that a screen behind a dialog ignores the keys. */
  dialogs?: number | "any";
}

/** Runs `shortcuts[event.key]` on a key press. */
export function useShortcuts(shortcuts: Shortcuts, options: ShortcutOptions = {}): void {
  const { isEnabled = true, dialogs = 0 } = options;
  const [areAllEnabled] = useShortcutsEnabled();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (dialogs === "any" || countDialogs() === dialogs) runShortcut(event, shortcuts);
  });
  // A layout effect, so that shortcuts work as soon as the screen is visible.
  useLayoutEffect(() => {
    if (!isEnabled || !areAllEnabled) return;
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [isEnabled, areAllEnabled]);
}

/** Returns whether the user wants shortcuts, and the function that changes it. */
export function useShortcutsEnabled(): [areEnabled: boolean, setEnabled: (areEnabled: boolean) => void] {
  const areEnabled = useSyncExternalStore(subscribe, () => readPreferences().shortcuts);
  return [areEnabled, (shortcuts) => void savePreferences({ shortcuts })];
}

/** Runs the shortcut of a key press, unless the user types or holds a modifier key other than Shift. */
export function runShortcut(event: KeyboardEvent, shortcuts: Shortcuts): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.isComposing || isTyping(event.target)) return;
  const run = Object.hasOwn(shortcuts, event.key) ? shortcuts[event.key] : undefined;
  if (!run) return;
  event.preventDefault();
  run();
}

interface EscapeOptions {
  isEnabled?: boolean;
  /** Element in which the focus must be. By default, the key is ignored in fields, where it may clear or close something. */
  within?: RefObject<HTMLElement | null>;
}

const FIELDS = "input:not([type=checkbox]), textarea, select";

/** Runs `cancel` on Esc, unless a dialog is open or something else has used the key, such as a menu that closes. */
export function useEscape(cancel: () => void, { isEnabled = true, within }: EscapeOptions = {}): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, defaultPrevented, isComposing } = event;
    if (key !== "Escape" || defaultPrevented || isComposing || countDialogs() > 0) return;
    if (!(target instanceof Element)) return;
    if (within ? within.current?.contains(target) : !target.matches(FIELDS)) cancel();
  });
  useEffect(() => {
    if (!isEnabled) return;
    // On the window, so that all other listeners come first.
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [isEnabled]);
}

const countDialogs = () => document.querySelectorAll("[role=dialog]").length;

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest(TYPED_INTO) !== null;
}
