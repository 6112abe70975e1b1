/** A search field, and its text while the user types. */
import { Search } from "lucide-react";
import { type Ref, useEffect, useEffectEvent, useState } from "react";

import { cn } from "@/panel/cn";
import { Kbd } from "@/panel/controls/kbd";

interface SearchFieldProps {
  /** The search in the URL. */
  search: string;
  onSearch: (text: string) => void;
  /** Called on Enter instead of `onSearch`. */
  onSubmit?: (text: string) => void;
  /** Prevents searches while a dialog or an editor is open. */
  isHeld?: boolean;
  /** Accessible name. */
  label: string;
  placeholder: string;
  ref?: Ref<HTMLInputElement>;
  /** Key that focuses the field, shown while it is empty. */
  shortcut?: string;
  /** Sets the width. */
  className?: string;
}

/** A search field that searches while the user types, and at once on Enter. */
export function SearchField(props: SearchFieldProps) {
  const { search, onSearch, onSubmit, isHeld, label, placeholder, ref, shortcut } = props;
  const { className = "w-full sm:w-74" } = props;
  const box = useSearchBox(search, onSearch, isHeld);
  return (
    <form
      className={cn("relative", className)}
      onSubmit={(event) => {
        event.preventDefault();
        if (onSubmit) onSubmit(box.text.trim());
        else box.commit();
      }}
    >
      <Search
        className="text-muted pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2"
        aria-hidden
      />
      <input
        ref={ref}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={200}
        className="peer border-control bg-surface placeholder:text-muted h-9 w-full rounded-md border pr-9 pl-9 text-base placeholder-shown:text-ellipsis sm:text-sm"
        value={box.text}
        onChange={(event) => box.setText(event.target.value)}
        onBlur={box.restartPause}
      />
      {shortcut && (
        <span
          className="pointer-events-none absolute top-2 right-2 hidden lg:peer-placeholder-shown:peer-not-focus:flex"
          aria-hidden
        >
          <Kbd>{shortcut}</Kbd>
        </span>
      )}
    </form>
  );
}

const DEBOUNCE_MS = 250;

export interface SearchBox {
  text: string;
  setText: (text: string) => void;
  /** Starts the search now. */
  commit: () => void;
  /** Restarts the pause before the search, because the user leaves the field, perhaps to open a row. */
  restartPause: () => void;
}

/**
 * The text of a search field. `current` is the search in the URL. When the user pauses typing, `search` is called to change the
 * URL; other changes of the URL change the text. No search starts while `isHeld`, such as after a row was opened, because it
 * would navigate away from the row.
 */
export function useSearchBox(current: string, search: (text: string) => void, isHeld = false): SearchBox {
  const [text, setText] = useState(current);
  const [known, setKnown] = useState(current);
  const [sent, setSent] = useState<string | null>(null);
  const [restarts, setRestarts] = useState(0);
  if (current !== known) {
    setKnown(current);
    setSent(null);
    // After a search from this field, the text may already be longer.
    if (current !== sent) setText(current);
  }
  const searchAfterPause = useEffectEvent(() => {
    if (text.trim() !== current) request(text);
  });
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => searchAfterPause(), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, isHeld, restarts]);

  function request(value: string): void {
    setSent(value.trim());
    search(value.trim());
  }

  return {
    text,
    setText,
    commit: () => request(text),
    restartPause: () => setRestarts((count) => count + 1),
  };
}
