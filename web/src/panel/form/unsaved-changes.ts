/** Unsaved input of all forms. The panel asks before leaving it, and the browser before closing the tab. */
import { useEffect, useEffectEvent, useState } from "react";

/** The unsaved forms, each with the function that discards its input. */
const forms = new Map<object, () => void>();
let question: (() => Promise<boolean>) | undefined;
/** Whether a dialog is asking about its own input. */
let isAsking = false;

interface UnsavedChanges {
  /** Marks the form as saved before the next render, so that leaving right after saving doesn't ask. */
  forget: () => void;
}

/** Makes the panel ask before leaving while `isDirty`. Calls `onDiscard` if the user leaves anyway. */
export function useUnsavedChanges(isDirty: boolean, onDiscard?: () => void): UnsavedChanges {
  const [form] = useState(() => ({ forget: () => remove(form) }));
  const discard = useEffectEvent(() => onDiscard?.());
  useEffect(() => {
    if (!isDirty) return;
    add(form, () => discard());
    return () => remove(form);
  }, [form, isDirty]);
  return form;
}

export function hasUnsavedChanges(): boolean {
  return forms.size > 0;
}

/** Discards all unsaved input, after the user has confirmed leaving. */
export function discardChanges(): void {
  for (const discard of forms.values()) discard();
}

/** Forgets all unsaved forms without asking, for a record that the screen stops showing. Their local drafts remain. */
export function forgetChanges(): void {
  for (const form of forms.keys()) remove(form);
}

/** Sets the question that `mayLeave` asks. Returns a function that removes it. */
export function onLeaving(ask: () => Promise<boolean>): () => void {
  question = ask;
  return () => (question = undefined);
}

/** Prevents a second question by the panel while the calling component, which asks about the input of a dialog, is shown. */
export function useOwnQuestion(): void {
  useEffect(() => {
    isAsking = true;
    return () => {
      isAsking = false;
    };
  }, []);
}

/** Returns whether a dialog is asking about its own input. */
export function hasOwnQuestion(): boolean {
  return isAsking;
}

/** Asks about unsaved input, if there is any, and returns whether the user wants to leave. */
export function mayLeave(): Promise<boolean> {
  return (hasUnsavedChanges() && question?.()) || Promise.resolve(true);
}

function add(form: object, discard: () => void): void {
  forms.set(form, discard);
  window.addEventListener("beforeunload", preventClosing);
}

function remove(form: object): void {
  forms.delete(form);
  if (forms.size === 0) window.removeEventListener("beforeunload", preventClosing);
}

function preventClosing(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
