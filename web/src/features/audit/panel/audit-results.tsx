/** What stands where the events are: rows, their placeholders, or the reason why there are none. */
import type { UseQueryResult } from "@tanstack/react-query";
import { ScrollText, SearchX } from "lucide-react";

import { messageOf } from "@/api/api-error";
import { Button } from "@/panel/controls/button";
import { EmptyState } from "@/panel/feedback/empty-state";
import { formatCount } from "@/panel/format";
import { LoadingFailed } from "@/panel/feedback/loading-failed";
import { EVERYTHING, isFiltered } from "./audit-filter";
import type { AuditPage } from "./audit-queries";
import { AuditTable } from "./audit-table";
import type { AuditList } from "./use-audit-list";

interface AuditResultsProps {
  page: UseQueryResult<AuditPage>;
  list: AuditList;
}

export function AuditResults({ page, list }: AuditResultsProps) {
  const { data } = page;
  return (
    <>
      <p role="status" className="text-muted mb-2 min-h-6 text-sm">
        {data ? formatCount(data.total, "evento", "eventos") : page.isError ? "" : "Carregando registro…"}
      </p>
      <div className="border-line bg-surface overflow-clip rounded-lg border">
        <Rows page={page} list={list} />
      </div>
    </>
  );
}

function Rows({ page, list }: AuditResultsProps) {
  if (page.isError && !page.data) {
    return (
      <LoadingFailed
        title="Erro ao carregar o registro"
        reason={messageOf(page.error, "Tente novamente mais tarde.")}
        busy={page.isFetching}
        onRetry={() => void page.refetch()}
      />
    );
  }
  if (page.data?.events.length === 0) return <NoEvents list={list} />;
  return <AuditTable events={page.data?.events} list={list} isStale={page.isPlaceholderData} />;
}

function NoEvents({ list: { filter, show } }: { list: AuditList }) {
  if (isFiltered(filter) || filter.cursor) {
    return (
      <EmptyState
        icon={SearchX}
        title="Nenhum evento encontrado"
        action={<Button onClick={() => show(EVERYTHING)}>Limpar filtros</Button>}
      >
        A busca olha pessoas, ações, nomes, valores e endereços, sem diferenciar acentos nem maiúsculas.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={ScrollText} title="Nenhum evento ainda">
      Acessos, alterações e exportações aparecem aqui assim que acontecem.
    </EmptyState>
  );
}
