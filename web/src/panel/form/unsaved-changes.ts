/**
 * What has been typed and not saved yet. A form says so here; the frame of the panel asks before it leads elsewhere, and
 * the browser before it closes the tab.
 */
import { useEffect, useEffectEvent, useState } from "react";

/** What each form does when somebody leaves it although it isn't saved. */
const forms = new Map<object, () => void>();
let question: (() => Promise<boolean>) | undefined;

interface UnsavedChanges {
  /** Nothing is unsaved any more, from now on: for whoever leaves the screen right after saving. */
  forget: () => void;
}

/** Keeps people from losing what is unsaved while `isDirty`. `onGivenUp` is called when they leave it all the same. */
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

/** Somebody has said that they leave, whatever is unsaved. */
export function giveUpChanges(): void {
  for (const giveUp of forms.values()) giveUp();
}

/** What is typed is about something that is gone from the screen: nobody is asked, and what the browser keeps stays kept. */
export function forgetChanges(): void {
  for (const form of forms.keys()) remove(form);
}

/** Says how people are asked before they leave where no link leads. */
export function onLeaving(ask: () => Promise<boolean>): () => void {
  question = ask;
  return () => (question = undefined);
}

/** Whether somebody leaves, having been asked where something is unsaved. */
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

/** The browser has words of its own for the question. */
function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
