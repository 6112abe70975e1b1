/** The services screen: search, list, trash, and the editor for a new service. */
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";

import type { Service } from "@/api/types";
import { Button } from "@/panel/controls/button";
import { ListTabs } from "@/panel/list/list-tabs";
import { useRowKeys } from "@/panel/list/row-keys";
import { SearchField } from "@/panel/list/search-field";
import { DeleteDialog } from "@/panel/record/delete-dialog";
import { recordList, recordTrash } from "@/panel/record/kind";
import { TrashList } from "@/panel/record/trash";
import { Screen } from "@/panel/screen";
import { NewService } from "./editor";
import {
  DEFAULT_FILTER,
  newServicePath,
  type ServiceFilter,
  type ServiceList,
  servicesPath,
  useServiceList,
} from "./filter";
import { Services } from "./list";
import { SERVICE } from "./record";

export function ServicesScreen() {
  const list = useServiceList();
  const { filter, adding } = list;
  return (
    <Screen title="Gerenciar Serviços" actions={!adding && <AddLink list={list} />}>
      <FolderTabs folder={filter.folder} />
      {adding && <NewService key={adding.category} list={list} category={adding.category} />}
      {filter.folder === "trash" ? <Trash /> : <SearchableServices list={list} />}
    </Screen>
  );
}

function AddLink({ list }: { list: ServiceList }) {
  return (
    <Button asChild variant="primary">
      <Link
        to={newServicePath({ ...list.filter, folder: "services" })}
        preventScrollReset
        data-new={SERVICE.key}
      >
        <Plus aria-hidden />
        Adicionar Serviço
      </Link>
    </Button>
  );
}

function SearchableServices({ list }: { list: ServiceList }) {
  const [deleting, setDeleting] = useState<Service | null>(null);
  const { search } = list.filter;
  useRowKeys(list.opened === undefined && list.adding === null, { search, areLoaded: true });
  return (
    <>
      <div role="search" className="mb-3 flex flex-wrap items-center gap-2">
        <SearchField
          search={search}
          onSearch={(text) => list.show({ search: text }, { replace: true })}
          isHeld={list.opened !== undefined || list.adding !== null}
          label="Buscar serviços"
          placeholder="Título, descrição, item, categoria…"
          shortcut="/"
        />
      </div>
      <Services list={list} onDelete={setDeleting} />
      {deleting && (
        <DeleteDialog
          kind={SERVICE}
          value={deleting}
          question="Tem certeza que deseja excluir este serviço?"
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  );
}

function Trash() {
  return (
    <div className="border-line bg-surface overflow-clip rounded-lg border">
      <TrashList
        kind={SERVICE}
        label="Serviços excluídos"
        empty="Serviços excluídos ficam aqui por 30 dias e podem ser restaurados nesse prazo."
        iconOf={({ icon }) => (
          <span className="w-7 shrink-0 text-center text-xl opacity-50" aria-hidden>
            {icon}
          </span>
        )}
        detailOf={({ category }) => category}
      />
    </div>
  );
}

function FolderTabs({ folder }: { folder: ServiceFilter["folder"] }) {
  const tabs = [
    { value: "services", label: "Serviços", count: useQuery(recordList(SERVICE)).data?.length },
    { value: "trash", label: "Lixeira", count: useQuery(recordTrash(SERVICE)).data?.length },
  ] as const;
  return (
    <ListTabs
      label="Pastas"
      tabs={tabs.map(({ value, label, count }) => ({
        label,
        to: servicesPath({ ...DEFAULT_FILTER, folder: value }),
        isCurrent: value === folder,
        count: { value: count },
      }))}
    />
  );
}
