/**
 * A search box that asks when typing pauses, and follows the address when that changes on its own. While `held`, as when
 * a row was opened before the pause, it waits: to ask would lead away from what was opened.
 */
import { useEffect, useEffectEvent, useState } from "react";

const PAUSE_MS = 250;

export interface SearchBox {
  text: string;
  setText: (text: string) => void;
  /** Asks now. */
  commit: () => void;
}

export function useSearchBox(asked: string, ask: (text: string) => void, held = false): SearchBox {
  const [text, setText] = useState(asked);
  const [known, setKnown] = useState(asked);
  const [sent, setSent] = useState<string | null>(null);
  if (asked !== known) {
    setKnown(asked);
    setSent(null);
    // What was asked for here is in the box already, perhaps with more typed since.
    if (asked !== sent) setText(asked);
  }
  const commit = useEffectEvent(() => {
    if (text.trim() !== asked) request(text);
  });
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => commit(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, held]);

  function request(value: string): void {
    setSent(value.trim());
    ask(value.trim());
  }

  return { text, setText, commit: () => request(text) };
}
