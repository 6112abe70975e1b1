/**
 * Single-key shortcuts. They never fire while somebody types, and they can be switched off for good, because people
 * who speak to their computer trigger them by accident.
 */
import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from "react";

import { local } from "@/lib/storage";

type Shortcuts = Readonly<Record<string, () => void>>;

const STORAGE_KEY = "panel_shortcuts";
/** A menu takes letters too: they lead to the choice that begins so. */
const TYPED_INTO = "input, textarea, select, [role=menu], [contenteditable]:not([contenteditable=false])";
const listeners = new Set<() => void>();

/**
 * Calls the shortcut of the key pressed, `enabled` allowing. Names are those of KeyboardEvent.key. They belong to a screen
 * with `windows` open above it: what lies behind another one hears nothing.
 */
export function useShortcuts(shortcuts: Shortcuts, enabled = true, windows: number | "any" = 0): void {
  const [on] = useShortcutsSwitch();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (windows === "any" || openWindows() === windows) runShortcut(event, shortcuts);
  });
  // They work as soon as the screen can be seen.
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
