/**
 * The services by category, in the order that staff have chosen. Each category is a `ReorderList` instead of a `RecordList`,
 * because its rows can be dragged and a service is edited in place of its row. Empty categories are shown, too.
 */
import { PackagePlus, Plus, SearchX } from "lucide-react";
import { useId, useState } from "react";
import { Link } from "react-router";

import type { Service } from "@/api/types";
import { Button } from "@/panel/controls/button";
import { EmptyState } from "@/panel/feedback/empty-state";
import { Skeleton } from "@/panel/feedback/skeleton";
import { formatCount, formatNumber } from "@/panel/format";
import { ReorderList } from "@/panel/list/reorder-list";
import { useOrder } from "@/panel/record/changes";
import { Records } from "@/panel/record/loading";
import { ServiceEditor } from "./editor";
import { type Group, groupsOf, newServicePath, type ServiceList } from "./filter";
import { SERVICE } from "./record";
import { ServiceRow } from "./row";

interface ServicesProps {
  list: ServiceList;
  onDelete: (service: Service) => void;
}

export function Services({ list, onDelete }: ServicesProps) {
  return (
    <Records kind={SERVICE} placeholder={<Placeholders />}>
      {(services) =>
        services.length === 0 && !list.adding ? (
          <NoServices list={list} />
        ) : (
          <Found services={services} list={list} onDelete={onDelete} />
        )
      }
    </Records>
  );
}

interface FoundProps extends ServicesProps {
  services: readonly Service[];
}

function Found({ services, list, onDelete }: FoundProps) {
  const { filter, opened } = list;
  const lastOpened = useOpened(services, opened);
  const isMissing = opened !== undefined && !services.some(({ id }) => id === opened);
  // If another person deletes the service that is being edited, its editor stays open with the input.
  const shown = isMissing && lastOpened ? [...services, lastOpened] : services;
  const groups = groupsOf(shown, filter.search, opened);
  const deleted = isMissing ? opened : undefined;
  const found = groups.reduce((sum, { services }) => sum + countOf(services, deleted), 0);
  return (
    <>
      <p role="status" className="text-muted mb-4 text-sm">
        {describeCount(found, filter.search !== "")}
      </p>
      {isMissing && !lastOpened && <Missing list={list} />}
      {groups.length === 0 && <NothingFound list={list} />}
      <div className="grid gap-7">
        {groups.map((group) => (
          <CategoryGroup
            key={group.category}
            group={group}
            list={list}
            deleted={deleted}
            onDelete={onDelete}
          />
        ))}
      </div>
    </>
  );
}

interface CategoryGroupProps extends ServicesProps {
  group: Group;
  /** Id of the service that is being edited, if another person has deleted it. */
  deleted: string | undefined;
}

function CategoryGroup({ group, list, deleted, onDelete }: CategoryGroupProps) {
  const { category, services } = group;
  const id = useId();
  const order = useOrder(SERVICE);
  return (
    <section aria-labelledby={id}>
      <div className="mb-2 flex items-center gap-2">
        <h2 id={id} className="text-sm font-semibold">
          {category}
        </h2>
        <span className="text-muted text-xs">{formatNumber(countOf(services, deleted))}</span>
        <Button asChild variant="ghost" size="sm" className="ml-auto">
          <Link to={newServicePath(list.filter, category)} aria-label={`Adicionar em ${category}`}>
            <Plus aria-hidden />
            Adicionar
          </Link>
        </Button>
      </div>
      <div className="border-line bg-surface overflow-clip rounded-lg border" data-kind={SERVICE.key}>
        {services.length === 0 ? (
          <p className="text-muted px-4 py-3 text-sm">Nenhum serviço nesta categoria.</p>
        ) : (
          <ReorderList
            label={`Serviços de ${category}`}
            items={services}
            keyOf={(service) => service.id}
            nameOf={(service) => service.title}
            onReorder={(ordered) => order(category, services, ordered)}
            locked={list.filter.search !== ""}
            className="divide-line divide-y"
          >
            {(service, controls) =>
              service.id === list.opened ? (
                <ServiceEditor
                  key={service.id}
                  service={service}
                  isDeleted={service.id === deleted}
                  list={list}
                />
              ) : (
                <ServiceRow service={service} list={list} controls={controls} onDelete={onDelete} />
              )
            }
          </ReorderList>
        )}
      </div>
    </section>
  );
}

function Placeholders() {
  return (
    <div className="grid gap-7 pt-9" role="status" aria-label="Carregando serviços…">
      {[2, 1, 3].map((rows, group) => (
        <div key={group}>
          <Skeleton className="mb-4 h-4 w-48" />
          <div className="divide-line border-line bg-surface divide-y rounded-lg border">
            {Array.from({ length: rows }, (_, index) => (
              <div key={index} className="grid h-20 content-center gap-2 px-4">
                <Skeleton className="w-1/3" />
                <Skeleton className="w-2/3" />
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

function NoServices({ list }: { list: ServiceList }) {
  return (
    <div className="border-line bg-surface rounded-lg border">
      <EmptyState
        icon={PackagePlus}
        title="Nenhum serviço ainda"
        action={
          <Button asChild variant="primary">
            <Link to={newServicePath(list.filter)}>Adicionar Serviço</Link>
          </Button>
        }
      >
        Cada serviço ativo aparece no site na hora, na página que você escolher. Comece pelo que a sua empresa
        mais vende.
      </EmptyState>
    </div>
  );
}

function NothingFound({ list }: { list: ServiceList }) {
  return (
    <div className="border-line bg-surface rounded-lg border">
      <EmptyState
        icon={SearchX}
        title="Nenhum serviço encontrado"
        action={<Button onClick={() => list.show({ search: "" })}>Limpar busca</Button>}
      >
        A busca olha título, descrição, itens, categoria e página, sem diferenciar acentos nem maiúsculas.
      </EmptyState>
    </div>
  );
}

/** Returns the service that is being edited, as it was when the list last contained it. */
function useOpened(services: readonly Service[], id: string | undefined): Service | undefined {
  const [seen, setSeen] = useState<Service>();
  const found = services.find((service) => service.id === id);
  if (found && found !== seen) setSeen(found);
  return seen?.id === id ? seen : undefined;
}

/** Explains that the service in the URL doesn't exist. It may be in the trash. */
function Missing({ list }: { list: ServiceList }) {
  return (
    <p className="bg-warning-soft text-warning mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg px-4 py-3 text-sm">
      <span className="grow">Este serviço não existe mais. Talvez esteja na lixeira.</span>
      <Button size="sm" onClick={() => list.show({ folder: "trash" })}>
        Ver a lixeira
      </Button>
    </p>
  );
}

/** Counts the services without the deleted one, as the tab does. */
function countOf(services: readonly Service[], deleted: string | undefined): number {
  return services.filter(({ id }) => id !== deleted).length;
}

function describeCount(found: number, isFiltered: boolean): string {
  const count = formatCount(found, "serviço", "serviços");
  return isFiltered ? `${count} ${found === 1 ? "encontrado" : "encontrados"}` : count;
}
