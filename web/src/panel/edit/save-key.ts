import type { KeyboardEvent } from "react";

/** Whether a key press is Ctrl+S or Cmd+S. */
export function isSaveKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === "s" && (ctrlKey || metaKey) && !altKey;
}

/** `onKeyDown` handler of a form: Ctrl+S or Cmd+S saves instead of opening the browser's dialog. */
export function onSaveKey(save: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (!isSaveKey(event)) return;
    event.preventDefault();
    if (!event.repeat) save();
  };
}
