/**
 * What has been typed and not saved yet. A form says so here; the frame of the panel asks before it leads elsewhere, and
 * the browser before it closes the tab.
 */
import { useEffect, useState } from "react";

const forms = new Set<object>();

export interface UnsavedChanges {
  /** Nothing is unsaved any more, from now on: for whoever leaves the screen right after saving. */
  forget: () => void;
}

/** Keeps people from losing what is unsaved while `isDirty`. */
export function useUnsavedChanges(isDirty: boolean): UnsavedChanges {
  const [form] = useState(() => ({ forget: () => remove(form) }));
  useEffect(() => {
    if (!isDirty) return;
    add(form);
    return () => remove(form);
  }, [form, isDirty]);
  return form;
}

export function hasUnsavedChanges(): boolean {
  return forms.size > 0;
}

function add(form: object): void {
  forms.add(form);
  window.addEventListener("beforeunload", ask);
}

function remove(form: object): void {
  forms.delete(form);
  if (forms.size === 0) window.removeEventListener("beforeunload", ask);
}

/** The browser has words of its own for the question. */
function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
