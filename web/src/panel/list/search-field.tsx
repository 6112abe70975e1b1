import { Search } from "lucide-react";
import type { Ref } from "react";

import { Kbd } from "@/panel/controls/kbd";
import type { SearchBox } from "./use-search-box";

interface SearchFieldProps {
  box: SearchBox;
  /** Accessible name. */
  label: string;
  placeholder: string;
  ref?: Ref<HTMLInputElement>;
  /** Key that focuses the field, shown while it is empty. */
  shortcut?: string;
}

/** A search field that searches while the user types, and at once on Enter. */
export function SearchField({ box, label, placeholder, ref, shortcut }: SearchFieldProps) {
  return (
    <form
      className="relative min-w-60 grow sm:max-w-md"
      onSubmit={(event) => {
        event.preventDefault();
        box.commit();
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
