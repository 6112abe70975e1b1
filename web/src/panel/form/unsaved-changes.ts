/** Unsaved input of all forms. The panel asks before leaving it, and the browser before closing the tab. */
import { useEffect, useEffectEvent, useState } from "react";

/** Functions that discard the input of each unsaved form. */
const forms = new Map<object, () => void>();
let question: (() => Promise<boolean>) | undefined;
/** Whether a window asks about its own input. */
let isAsking = false;

interface UnsavedChanges {
  /** Marks the form as saved at once, for leaving the screen right after saving. */
  forget: () => void;
}

/** Makes the panel ask before leaving while `isDirty`. Calls `onGivenUp` if the user leaves anyway. */
export function useUnsavedChanges(isDirty: boolean, onGivenUp?: () => void): UnsavedChanges {
  const [form] = useState(() => ({ forget: () => remove(form) }));
  const giveUp = useEffectEvent(() => onGivenUp?.());
  useEffect(() => {
    if (!isDirty) return;
    add(form, () => giveUp());
    return () => remove(form);
  }, [form, isDirty]);
  return form;
}

export function hasUnsavedChanges(): boolean {
  return forms.size > 0;
}

/** Discards all unsaved input, after the user has confirmed leaving. */
export function giveUpChanges(): void {
  for (const giveUp of forms.values()) giveUp();
}

/** Forgets all unsaved forms without asking, because their record has left the screen. Their local drafts stay. */
export function forgetChanges(): void {
  for (const form of forms.keys()) remove(form);
}

/** Sets the question that `mayLeave` asks. Returns a function that removes it. */
export function onLeaving(ask: () => Promise<boolean>): () => void {
  question = ask;
  return () => (question = undefined);
}

/** While the caller is shown, which asks about the input of its window, the panel doesn't ask as well. */
export function useOwnQuestion(): void {
  useEffect(() => {
    isAsking = true;
    return () => {
      isAsking = false;
    };
  }, []);
}

/** Returns whether a window asks about its own input. */
export function hasOwnQuestion(): boolean {
  return isAsking;
}

/** Asks about unsaved input, if there is any, and returns whether the user wants to leave. */
export function mayLeave(): Promise<boolean> {
  return (hasUnsavedChanges() && question?.()) || Promise.resolve(true);
}

function add(form: object, giveUp: () => void): void {
  forms.set(form, giveUp);
  window.addEventListener("beforeunload", ask);
}

function remove(form: object): void {
  forms.delete(form);
  if (forms.size === 0) window.removeEventListener("beforeunload", ask);
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
