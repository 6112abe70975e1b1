import { clsx } from "clsx";
import { Search } from "lucide-react";
import type { Ref, SubmitEvent } from "react";

import { button } from "./button";
import { controlProps } from "./field";

interface SearchFormProps {
  /** Address that answers without scripts. */
  action: string;
  text: { label: string; placeholder: string; submit: string };
  query?: string;
  inputRef?: Ref<HTMLInputElement>;
  className?: string;
  onSubmit?: (event: SubmitEvent<HTMLFormElement>) => void;
}

/** Search form of the blog. */
export function SearchForm({ action, text, query, inputRef, className, onSubmit }: SearchFormProps) {
  return (
    <form role="search" action={action} onSubmit={onSubmit} className={clsx("flex gap-2", className)}>
      <label htmlFor="busca" className="sr-only">
        {text.label}
      </label>
      <input
        ref={inputRef}
        type="search"
        name="busca"
        defaultValue={query}
        placeholder={text.placeholder}
        maxLength={100}
        required
        {...controlProps("busca", undefined, false, "h-12")}
      />
      <button
        type="submit"
        aria-label={text.submit}
        className={button({ look: "line", size: "small", className: "h-12" })}
      >
        <Search aria-hidden className="size-5" />
      </button>
    </form>
  );
}
