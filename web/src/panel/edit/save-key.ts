import type { KeyboardEvent } from "react";

/** `onKeyDown` handler of a form: Ctrl+S or Cmd+S saves instead of opening the browser's dialog. */
export function onSaveKey(save: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    if (!event.repeat) save();
  };
}
