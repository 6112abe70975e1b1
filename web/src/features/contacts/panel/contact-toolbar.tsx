import { X } from "lucide-react";
import type { RefObject } from "react";
import { useNavigation, useParams } from "react-router";

import { Button } from "@/panel/controls/button";
import { SearchField } from "@/panel/list/search-field";
import { Select } from "@/panel/controls/select";
import { useSearchBox } from "@/panel/list/use-search-box";
import { AssignedFilter } from "./assigned-filter";
import { isFiltered, ORDERS, UNFILTERED } from "./contact-filter";
import { SaveFilter } from "./saved-filters";
import { isStatus, STATUSES } from "./status";
import type { ContactList } from "./use-contact-list";

interface ContactToolbarProps {
  list: ContactList;
  searchRef: RefObject<HTMLInputElement | null>;
}

export function ContactToolbar({ list: { filter, show }, searchRef }: ContactToolbarProps) {
  const opened = useParams()["id"] !== undefined;
  const opening = useNavigation().state !== "idle";
  const box = useSearchBox(filter.search, (search) => show({ search }, { replace: true }), opened || opening);
  return (
    <search className="mb-3 flex flex-wrap items-center gap-2">
      <SearchField
        box={box}
        ref={searchRef}
        label="Buscar contatos"
        placeholder="Nome, e-mail, empresa, telefone…"
        shortcut="/"
      />
      <Select
        aria-label="Filtrar por status"
        className="max-sm:min-w-0 max-sm:flex-1 max-sm:basis-36"
        value={filter.status ?? ""}
        onChange={({ target: { value } }) => show({ status: isStatus(value) ? value : null })}
      >
        <option value="">Todos os status</option>
        {STATUSES.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <AssignedFilter assigned={filter.assigned} onChange={(assigned) => show({ assigned })} />
      {filter.folder === "inbox" && (
        <Select
          aria-label="Ordenar"
          className="max-sm:min-w-0 max-sm:flex-1 max-sm:basis-36"
          value={filter.order}
          onChange={({ target }) =>
            show({ order: ORDERS.find(({ value }) => value === target.value)?.value ?? filter.order })
          }
        >
          {ORDERS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      )}
      {isFiltered(filter) && (
        <>
          <SaveFilter filter={filter} />
          <Button variant="ghost" onClick={() => show(UNFILTERED)}>
            <X aria-hidden />
            Limpar filtros
          </Button>
        </>
      )}
    </search>
  );
}
