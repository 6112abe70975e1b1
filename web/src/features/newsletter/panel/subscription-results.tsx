/** What stands where the subscriptions are: rows, their placeholders, or the reason why there are none. */
import type { UseQueryResult } from "@tanstack/react-query";
import { MailPlus, SearchX } from "lucide-react";

import { messageOf } from "@/api/api-error";
import type { Subscription } from "@/api/types";
import { paths } from "@/lib/paths";
import { Button } from "@/panel/controls/button";
import { EmptyState } from "@/panel/feedback/empty-state";
import { formatCount } from "@/panel/format";
import { LoadingFailed } from "@/panel/feedback/loading-failed";
import type { SubscriptionPage } from "./subscription-queries";
import { SubscriptionTable } from "./subscription-table";
import type { SubscriptionList } from "./use-subscription-list";

interface SubscriptionResultsProps {
  page: UseQueryResult<SubscriptionPage>;
  list: SubscriptionList;
  onDelete: (subscription: Subscription) => void;
}

export function SubscriptionResults({ page, list, onDelete }: SubscriptionResultsProps) {
  const { data } = page;
  const told = data ? formatCount(data.total, "inscrição", "inscrições") : "Carregando inscrições…";
  return (
    <>
      <p role="status" className="text-muted mb-2 min-h-6 text-sm">
        {page.isError && !data ? "" : told}
      </p>
      <div className="border-line bg-surface overflow-clip rounded-lg border">
        <Rows page={page} list={list} onDelete={onDelete} />
      </div>
    </>
  );
}

function Rows({ page, list, onDelete }: SubscriptionResultsProps) {
  if (page.isError && !page.data) {
    return (
      <LoadingFailed
        title="Erro ao carregar inscrições"
        reason={messageOf(page.error, "Tente novamente mais tarde.")}
        busy={page.isFetching}
        onRetry={() => void page.refetch()}
      />
    );
  }
  if (page.data?.subscriptions.length === 0) return <NoSubscriptions list={list} />;
  return (
    <SubscriptionTable
      subscriptions={page.data?.subscriptions}
      isStale={page.isPlaceholderData}
      onDelete={onDelete}
    />
  );
}

/** Says why the list is empty and how subscriptions get there. */
function NoSubscriptions({ list: { filter, show } }: { list: SubscriptionList }) {
  if (filter.search || filter.status || filter.cursor) {
    return (
      <EmptyState
        icon={SearchX}
        title="Nenhuma inscrição encontrada"
        action={<Button onClick={() => show({ search: "", status: null })}>Ver todas</Button>}
      >
        Pendentes viram confirmadas quando o dono do endereço usa o link do e-mail; depois de 30 dias sem
        confirmação, são apagadas.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={MailPlus}
      title="Nenhuma inscrição ainda"
      action={
        <Button asChild>
          <a href={paths.newsletter} target="_blank" rel="noreferrer">
            Ver o formulário do site
          </a>
        </Button>
      }
    >
      Quem deixa o e-mail no blog recebe um link e entra na lista ao confirmar. Aqui ficam o texto que cada um
      aceitou e as datas, como a LGPD pede.
    </EmptyState>
  );
}
