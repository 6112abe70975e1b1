import { X } from "lucide-react";
import type { RefObject } from "react";
import { useNavigation } from "react-router";

import { Button } from "@/panel/controls/button";
import { SearchField } from "@/panel/list/search-field";
import { Select } from "@/panel/controls/select";
import { useSearchBox } from "@/panel/list/use-search-box";
import { isRole, ROLES } from "./role";
import type { UserList } from "./use-user-list";
import { isFiltered } from "./user-filter";

interface UserToolbarProps {
  list: UserList;
  searchRef: RefObject<HTMLInputElement | null>;
  /** A window is open above the list. */
  held: boolean;
}

export function UserToolbar({ list: { filter, show }, searchRef, held }: UserToolbarProps) {
  const opening = useNavigation().state !== "idle";
  const box = useSearchBox(filter.search, (search) => show({ search }, { replace: true }), held || opening);
  return (
    <search className="mb-3 flex flex-wrap items-center gap-2">
      <SearchField
        box={box}
        ref={searchRef}
        label="Buscar usuários"
        placeholder="Buscar por email ou nome..."
        shortcut="/"
      />
      <Select
        aria-label="Filtrar por perfil"
        value={filter.role ?? ""}
        onChange={({ target: { value } }) => show({ role: isRole(value) ? value : null })}
      >
        <option value="">Todos os perfis</option>
        {ROLES.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      {isFiltered(filter) && (
        <Button variant="ghost" onClick={() => show({ search: "", role: null })}>
          <X aria-hidden />
          Limpar filtros
        </Button>
      )}
    </search>
  );
}
