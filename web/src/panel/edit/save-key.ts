/** Saves the open editor with Ctrl+S or Cmd+S, wherever the focus is. The browser's dialog doesn't open. */
import { type RefObject, useEffect, useEffectEvent, useRef } from "react";

/** Selects modal dialogs, but not popovers: Radix positions those beside their button and marks them with `data-side`. */
const MODALS = "[role=dialog]:not([data-side])";

interface SaveKeyProps {
  ref: RefObject<HTMLFormElement | null>;
  "data-editor": true;
}

/** Returns the props of the form that the keys save. A form under a dialog isn't saved. */
export function useSaveKey(save: (form: HTMLFormElement) => void): SaveKeyProps {
  const form = useRef<HTMLFormElement>(null);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isSaveKey(event)) return;
    event.preventDefault();
    if (!event.repeat && form.current && form.current === openEditor()) save(form.current);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
  return { ref: form, "data-editor": true };
}

function isSaveKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === "s" && (ctrlKey || metaKey) && !altKey;
}

/** Returns the editor in the uppermost dialog, or on the screen. Of several, returns the one with the focus, if any has it. */
function openEditor(): HTMLFormElement | undefined {
  const uppermost = [...document.querySelectorAll(MODALS)].at(-1) ?? document;
  const forms = [...uppermost.querySelectorAll<HTMLFormElement>("form[data-editor]")];
  const shown = forms.filter((form) => form.closest("[hidden]") === null);
  return shown.length > 1 ? shown.find((form) => form.contains(document.activeElement)) : shown[0];
}
