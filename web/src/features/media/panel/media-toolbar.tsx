import { X } from "lucide-react";

import { Button } from "@/panel/controls/button";
import { SearchField } from "@/panel/list/search-field";
import { Select } from "@/panel/controls/select";
import { useSearchBox } from "@/panel/list/use-search-box";
import { ALL, folderOf, FOLDERS, formatOf, FORMATS, isFiltered } from "./media-filter";
import type { MediaList } from "./use-media-list";

interface MediaToolbarProps {
  list: Pick<MediaList, "filter" | "show">;
  /** A picture is open: to search now would lead away from it. */
  held?: boolean;
}

export function MediaToolbar({ list: { filter, show }, held = false }: MediaToolbarProps) {
  const box = useSearchBox(filter.search, (search) => show({ search }, { replace: true }), held);
  return (
    <search className="mb-3 flex flex-wrap items-center gap-2">
      <SearchField box={box} label="Buscar imagens" placeholder="Nome ou texto alternativo…" />
      <Select
        aria-label="Filtrar por pasta"
        value={filter.folder ?? ""}
        onChange={({ target: { value } }) => show({ folder: folderOf(value) })}
      >
        <option value="">Todas as pastas</option>
        <Options choices={FOLDERS} />
      </Select>
      <Select
        aria-label="Filtrar por tipo"
        value={filter.format ?? ""}
        onChange={({ target: { value } }) => show({ format: formatOf(value) })}
      >
        <option value="">Todos os tipos</option>
        <Options choices={FORMATS} />
      </Select>
      {isFiltered(filter) && (
        <Button variant="ghost" onClick={() => show({ ...ALL, trash: filter.trash })}>
          <X aria-hidden />
          Limpar filtros
        </Button>
      )}
    </search>
  );
}

function Options({ choices }: { choices: readonly { value: string; label: string }[] }) {
  return choices.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
