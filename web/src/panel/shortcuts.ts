/**
 * Single-key shortcuts. They don't run while the user types, and can be switched off, because speech input triggers them
 * by accident.
 */
import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from "react";

import { local } from "@/lib/storage";

type Shortcuts = Readonly<Record<string, () => void>>;

const STORAGE_KEY = "panel_shortcuts";
/** Elements in which letters have a meaning; in a menu they select the choice that starts with them. */
const TYPED_INTO = "input, textarea, select, [role=menu], [contenteditable]:not([contenteditable=false])";
const listeners = new Set<() => void>();

/**
 * Runs the function of the pressed key, named as in KeyboardEvent.key, while enabled. `windows` is the number of open
 * windows with which it runs, so that a screen behind a window ignores the key.
 */
export function useShortcuts(shortcuts: Shortcuts, enabled = true, windows: number | "any" = 0): void {
  const [on] = useShortcutsSwitch();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (windows === "any" || openWindows() === windows) runShortcut(event, shortcuts);
  });
  // A layout effect, so that shortcuts work as soon as the screen is visible.
  useLayoutEffect(() => {
    if (!enabled || !on) return;
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [enabled, on]);
}

export function useShortcutsSwitch(): [on: boolean, set: (on: boolean) => void] {
  return [useSyncExternalStore(subscribe, areOn), setOn];
}

export function runShortcut(event: KeyboardEvent, shortcuts: Shortcuts): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.isComposing || isTyping(event.target)) return;
  const run = Object.hasOwn(shortcuts, event.key) ? shortcuts[event.key] : undefined;
  if (!run) return;
  event.preventDefault();
  run();
}

const openWindows = () => document.querySelectorAll("[role=dialog]").length;

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest(TYPED_INTO) !== null;
}

function areOn(): boolean {
  return local.read(STORAGE_KEY) !== "off";
}

function setOn(on: boolean): void {
  if (on) local.remove(STORAGE_KEY);
  else local.write(STORAGE_KEY, "off");
  listeners.forEach((changed) => changed());
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}
