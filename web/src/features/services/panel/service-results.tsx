/** What stands where the services are: the categories, their placeholders, or the reason why there are none. */
import type { UseQueryResult } from "@tanstack/react-query";
import { PackagePlus, SearchX } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";

import { messageOf } from "@/api/api-error";
import type { Service } from "@/api/types";
import { Button } from "@/panel/controls/button";
import { EmptyState } from "@/panel/feedback/empty-state";
import { formatCount } from "@/panel/format";
import { LoadingFailed } from "@/panel/feedback/loading-failed";
import { Skeleton } from "@/panel/feedback/skeleton";
import { useRestoreService } from "./service-changes";
import { groupsOf, newServicePath } from "./service-filter";
import { ServiceGroup } from "./service-group";
import type { ServiceList } from "./use-service-list";

interface ServiceResultsProps {
  query: UseQueryResult<Service[]>;
  list: ServiceList;
  onDelete: (service: Service) => void;
}

export function ServiceResults({ query, list, onDelete }: ServiceResultsProps) {
  const { data } = query;
  if (!data && query.isError) return <Failed query={query} />;
  if (!data) return <Placeholders />;
  if (data.length === 0 && !list.adding) return <NoServices list={list} />;
  return <Found services={data} list={list} onDelete={onDelete} />;
}

interface FoundProps extends Omit<ServiceResultsProps, "query"> {
  services: readonly Service[];
}

function Found({ services, list, onDelete }: FoundProps) {
  const { filter, opened } = list;
  const pinned = useOpened(services, opened);
  const isMissing = opened !== undefined && !services.some(({ id }) => id === opened);
  // One that a colleague deletes while it is edited stays, with what was typed.
  const shown = isMissing && pinned ? [...services, pinned] : services;
  const groups = groupsOf(shown, filter.search, opened);
  const found = groups.reduce((sum, { services }) => sum + services.length, 0);
  return (
    <>
      <p role="status" className="text-muted mb-4 text-sm">
        {describe(found, filter.search !== "")}
      </p>
      {isMissing && <Missing service={pinned} list={list} />}
      {groups.length === 0 && <NothingFound list={list} />}
      <div className="grid gap-7">
        {groups.map((group) => (
          <ServiceGroup key={group.category} group={group} list={list} onDelete={onDelete} />
        ))}
      </div>
    </>
  );
}

function Failed({ query }: { query: UseQueryResult<Service[]> }) {
  return (
    <LoadingFailed
      title="Erro ao carregar serviços"
      reason={messageOf(query.error, "Tente novamente mais tarde.")}
      busy={query.isFetching}
      onRetry={() => void query.refetch()}
    />
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

/** The service that is being edited, as it was last seen. */
function useOpened(services: readonly Service[], id: string | undefined): Service | undefined {
  const [seen, setSeen] = useState<Service>();
  const found = services.find((service) => service.id === id);
  if (found && found !== seen) setSeen(found);
  return seen?.id === id ? seen : undefined;
}

interface MissingProps {
  /** What it was, if it was seen before it went. */
  service: Service | undefined;
  list: ServiceList;
}

/** A link to a service that is in the trash or gone, or one that somebody deletes while it is edited. */
function Missing({ service, list }: MissingProps) {
  const restore = useRestoreService();
  return (
    <p className="bg-warning-soft text-warning mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg px-4 py-3 text-sm">
      {service ? (
        <>
          <span className="grow">
            Outra pessoa excluiu este serviço agora. O que você digitou continua aqui: restaure-o para salvar.
          </span>
          <Button size="sm" busy={restore.isPending} onClick={() => restore.mutate(service)}>
            Restaurar
          </Button>
        </>
      ) : (
        <>
          <span className="grow">Este serviço não existe mais. Talvez esteja na lixeira.</span>
          <Button size="sm" onClick={() => list.show({ folder: "trash" })}>
            Ver a lixeira
          </Button>
        </>
      )}
    </p>
  );
}

function describe(found: number, searched: boolean): string {
  const count = formatCount(found, "serviço", "serviços");
  return searched ? `${count} ${found === 1 ? "encontrado" : "encontrados"}` : count;
}
