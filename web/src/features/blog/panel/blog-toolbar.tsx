import { X } from "lucide-react";
import type { RefObject } from "react";
import { useNavigation, useParams } from "react-router";

import { Button } from "@/panel/controls/button";
import { SearchField } from "@/panel/list/search-field";
import { Select } from "@/panel/controls/select";
import { useSearchBox } from "@/panel/list/use-search-box";
import { EVERYTHING, SORTS } from "./post-filter";
import type { PostListPlace } from "./use-post-list";

interface BlogToolbarProps {
  place: PostListPlace;
  searchRef: RefObject<HTMLInputElement | null>;
}

export function BlogToolbar({ place: { filter, show }, searchRef }: BlogToolbarProps) {
  const opened = useParams()["id"] !== undefined;
  const opening = useNavigation().state !== "idle";
  const box = useSearchBox(filter.search, (search) => show({ search }, { replace: true }), opened || opening);
  // The trash is short, and in the order in which things got there.
  if (filter.view === "trash") return null;
  return (
    <search className="mb-3 flex flex-wrap items-center gap-2">
      <SearchField
        box={box}
        ref={searchRef}
        label="Buscar posts"
        placeholder="Título, texto, categoria, tag, autor…"
        shortcut="/"
      />
      <Select
        aria-label="Ordenar"
        className="max-sm:min-w-0 max-sm:flex-1 max-sm:basis-36"
        value={filter.sort}
        onChange={({ target }) =>
          show({ sort: SORTS.find(({ value }) => value === target.value)?.value ?? EVERYTHING.sort })
        }
      >
        {SORTS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      {filter.search !== "" && (
        <Button variant="ghost" onClick={() => show({ search: "" })}>
          <X aria-hidden />
          Limpar busca
        </Button>
      )}
    </search>
  );
}
