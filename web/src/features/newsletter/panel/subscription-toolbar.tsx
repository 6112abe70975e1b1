import { X } from "lucide-react";
import type { RefObject } from "react";
import { useNavigation } from "react-router";

import { Button } from "@/panel/controls/button";
import { SearchField } from "@/panel/list/search-field";
import { useSearchBox } from "@/panel/list/use-search-box";
import type { SubscriptionList } from "./use-subscription-list";

interface SubscriptionToolbarProps {
  list: SubscriptionList;
  searchRef: RefObject<HTMLInputElement | null>;
}

export function SubscriptionToolbar({ list: { filter, show }, searchRef }: SubscriptionToolbarProps) {
  const opening = useNavigation().state !== "idle";
  const box = useSearchBox(filter.search, (search) => show({ search }, { replace: true }), opening);
  return (
    <search className="mb-3 flex flex-wrap items-center gap-2">
      <SearchField
        box={box}
        ref={searchRef}
        label="Buscar inscrições"
        placeholder="Buscar por e-mail…"
        shortcut="/"
      />
      {filter.search !== "" && (
        <Button variant="ghost" onClick={() => show({ search: "" })}>
          <X aria-hidden />
          Limpar busca
        </Button>
      )}
    </search>
  );
}
