import type { KeyboardEvent } from "react";

/** For the `onKeyDown` of a form: Ctrl S, or Command S, saves instead of opening the browser's own dialog. */
export function onSaveKey(save: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    if (!event.repeat) save();
  };
}
