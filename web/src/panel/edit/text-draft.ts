/** A text that is sent once with an idempotency key. The browser stores it until it is sent or discarded. */
import { useState } from "react";

import { newKey } from "@/lib/new-key";
import { readLocalDraft, removeLocalDraft, writeLocalDraft } from "./local-draft";

export interface TextDraft {
  text: string;
  /** Idempotency key of the request that sends this text. */
  key: string;
}

/**
 * Returns the draft with this name in the browser's storage, and the function that changes and stores it. Without a stored
 * draft it has the text `start`. An empty text and `start` aren't stored.
 */
export function useTextDraft(name: string, start = "") {
  const [draft, setDraft] = useState(() => readTextDraft(name, start));

  function change(text: string): void {
    // A changed text needs a new key: the server knows the key with the former text.
    const changed: TextDraft = { text, key: newKey() };
    setDraft(changed);
    if (text.trim() === "" || text.trim() === start.trim()) removeLocalDraft(name);
    else writeLocalDraft(name, changed);
  }

  return { draft, change, remove: () => removeLocalDraft(name) };
}

/** Adds a text to the stored draft with this name, before what it has. */
export function prependToTextDraft(name: string, text: string): void {
  const { text: later } = readTextDraft(name, "");
  const joined = [text, later].filter(Boolean).join("\n\n");
  const changed: TextDraft = { text: joined, key: newKey() };
  writeLocalDraft(name, changed);
}

/** Returns the stored draft, or one with the text `start`. Earlier releases stored drafts without a key. */
function readTextDraft(name: string, start: string): TextDraft {
  const stored = readLocalDraft(name);
  const [text, key] = [stored?.["text"], stored?.["key"]];
  return {
    text: typeof text === "string" ? text : start,
    key: typeof key === "string" ? key : newKey(),
  };
}
