import { useEffect, useEffectEvent } from "react";

/** Calls `onEscape` on Esc while enabled, before anything else: a window around the list stays open. */
export function useEscape(enabled: boolean, onEscape: () => void): void {
  const escape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    onEscape();
  });
  useEffect(() => {
    if (!enabled) return;
    const listener = (event: KeyboardEvent) => escape(event);
    window.addEventListener("keydown", listener, { capture: true });
    return () => window.removeEventListener("keydown", listener, { capture: true });
  }, [enabled]);
}
