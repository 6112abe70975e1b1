/** The services manager: what the company offers, sorted by category, as the site shows it at the next request. */
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { Link } from "react-router";

import type { Service } from "@/api/types";
import { Button } from "@/panel/controls/button";
import { Screen } from "@/panel/screen";
import { SearchField } from "@/panel/list/search-field";
import { useShortcuts } from "@/panel/shortcuts";
import { useSearchBox } from "@/panel/list/use-search-box";
import { DeleteServiceDialog } from "./delete-service-dialog";
import { FolderTabs } from "./folder-tabs";
import { NewService } from "./new-service";
import { newServicePath } from "./service-filter";
import { serviceList } from "./service-queries";
import { ServiceResults } from "./service-results";
import { ServiceTrash } from "./service-trash";
import { type ServiceList, useServiceList } from "./use-service-list";

export function ServicesScreen() {
  const list = useServiceList();
  const { filter, adding } = list;
  return (
    <Screen title="Gerenciar Serviços" actions={<AddLink list={list} />}>
      <FolderTabs folder={filter.folder} />
      {adding && <NewService key={adding.category} list={list} category={adding.category} />}
      {filter.folder === "trash" ? <ServiceTrash /> : <Services list={list} />}
    </Screen>
  );
}

function AddLink({ list }: { list: ServiceList }) {
  return (
    <Button asChild variant="primary">
      <Link to={newServicePath({ ...list.filter, folder: "services" })} preventScrollReset data-new-service>
        <Plus aria-hidden />
        Adicionar Serviço
      </Link>
    </Button>
  );
}

function Services({ list }: { list: ServiceList }) {
  const query = useQuery(serviceList);
  const search = useRef<HTMLInputElement>(null);
  const isBusy = list.opened !== undefined || list.adding !== null;
  const box = useSearchBox(
    list.filter.search,
    (text) => list.show({ search: text }, { replace: true }),
    isBusy,
  );
  const [doomed, setDoomed] = useState<Service | null>(null);
  useShortcuts(
    {
      "/": () => {
        search.current?.focus();
        search.current?.select();
      },
    },
    doomed === null,
  );
  return (
    <>
      <search className="mb-3 flex flex-wrap items-center gap-2">
        <SearchField
          ref={search}
          box={box}
          label="Buscar serviços"
          placeholder="Título, descrição, item, categoria…"
          shortcut="/"
        />
      </search>
      <ServiceResults query={query} list={list} onDelete={setDoomed} />
      {doomed && <DeleteServiceDialog service={doomed} onClose={() => setDoomed(null)} />}
    </>
  );
}
