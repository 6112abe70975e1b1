/**
 * The text of a search field. A search starts when typing pauses, and the text follows changes of the URL. While `held`,
 * such as after a row was opened, it waits, because a search would navigate away from the row.
 */
import { useEffect, useEffectEvent, useState } from "react";

const PAUSE_MS = 250;

export interface SearchBox {
  text: string;
  setText: (text: string) => void;
  /** Starts the search now. */
  commit: () => void;
}

/** `current` is the search in the URL; `search` changes it. */
export function useSearchBox(current: string, search: (text: string) => void, held = false): SearchBox {
  const [text, setText] = useState(current);
  const [known, setKnown] = useState(current);
  const [sent, setSent] = useState<string | null>(null);
  if (current !== known) {
    setKnown(current);
    setSent(null);
    // After a search from this field, the text may already be longer.
    if (current !== sent) setText(current);
  }
  const commit = useEffectEvent(() => {
    if (text.trim() !== current) request(text);
  });
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => commit(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, held]);

  function request(value: string): void {
    setSent(value.trim());
    search(value.trim());
  }

  return { text, setText, commit: () => request(text) };
}
