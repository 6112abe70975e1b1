/** What was deleted in the last 30 days, and the way back. */
import { useQuery } from "@tanstack/react-query";
import { ArchiveRestore, Trash2 } from "lucide-react";

import { messageOf } from "@/api/api-error";
import type { Service } from "@/api/types";
import { Button } from "@/panel/controls/button";
import { EmptyState } from "@/panel/feedback/empty-state";
import { formatDateTime } from "@/panel/format";
import { LoadingFailed } from "@/panel/feedback/loading-failed";
import { Skeleton } from "@/panel/feedback/skeleton";
import { useRestoreService } from "./service-changes";
import { serviceTrash } from "./service-queries";

export function ServiceTrash() {
  const query = useQuery(serviceTrash);
  return (
    <div className="border-line bg-surface overflow-clip rounded-lg border">
      {query.data ? (
        <Deleted services={query.data} />
      ) : query.isError ? (
        <LoadingFailed
          title="Erro ao carregar serviços"
          reason={messageOf(query.error, "Tente novamente mais tarde.")}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <div className="grid gap-4 p-5" role="status" aria-label="Carregando serviços…">
          <Skeleton className="w-1/2" />
          <Skeleton className="w-1/3" />
        </div>
      )}
    </div>
  );
}

function Deleted({ services }: { services: readonly Service[] }) {
  if (services.length === 0) {
    return (
      <EmptyState icon={Trash2} title="A lixeira está vazia">
        Serviços excluídos ficam aqui por 30 dias e podem ser restaurados nesse prazo.
      </EmptyState>
    );
  }
  return (
    <ul className="divide-line divide-y" aria-label="Serviços excluídos">
      {services.map((service) => (
        <DeletedService key={service.id} service={service} />
      ))}
    </ul>
  );
}

function DeletedService({ service }: { service: Service }) {
  const restore = useRestoreService();
  const { icon, title, category, deleted_at } = service;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <span className="w-7 text-center text-xl opacity-50" aria-hidden>
        {icon}
      </span>
      <div className="min-w-0 grow basis-48">
        <h2 className="text-sm font-medium">{title}</h2>
        <p className="text-muted text-xs">
          {category}
          {deleted_at && (
            <>
              {" · excluído em "}
              <time dateTime={deleted_at}>{formatDateTime(deleted_at)}</time>
            </>
          )}
        </p>
      </div>
      <Button
        size="sm"
        once
        busy={restore.isPending}
        aria-label={`Restaurar ${title}`}
        onClick={() => restore.mutate(service)}
      >
        <ArchiveRestore aria-hidden />
        Restaurar
      </Button>
    </li>
  );
}
