/** What the site has mailed, what it couldn't, and why. */
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { MailCheck, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { Link, Navigate } from "react-router";

import { messageOf } from "@/api/api-error";
import { Button } from "@/panel/controls/button";
import { EmptyState } from "@/panel/feedback/empty-state";
import { formatCount } from "@/panel/format";
import { LoadingFailed } from "@/panel/feedback/loading-failed";
import { Screen } from "@/panel/screen";
import { useRetryAll } from "./outbox-changes";
import { type OutboxPage, outboxPage, outboxSummary } from "./outbox-queries";
import { OutboxTable } from "./outbox-table";
import { SendingPaused } from "./sending-paused";
import { SetupBanner } from "./setup-banner";
import { StateTabs } from "./state-tabs";
import { outboxPath, useOutboxFilter } from "./use-outbox-list";

export function OutboxScreen({ alert }: { alert?: ReactNode }) {
  const filter = useOutboxFilter();
  const page = useQuery(outboxPage(filter));
  const { data: summary } = useQuery(outboxSummary);
  // The last page has lost its last one.
  const isOver = page.data?.messages.length === 0 && filter.cursor !== "" && !page.isPlaceholderData;
  if (isOver) return <Navigate replace to={outboxPath({ ...filter, cursor: "" })} />;
  return (
    <Screen title="E-mails" actions={summary && (summary.failed > 0 || summary.problem) && <RetryAll />}>
      {alert}
      {summary?.problem && <SendingPaused problem={summary.problem} className="mb-5" />}
      {summary?.configured === false && <SetupBanner waiting={summary.queued} />}
      <StateTabs filter={filter} summary={summary} />
      <p role="status" className="text-muted mb-2 min-h-6 text-sm">
        {page.data
          ? formatCount(page.data.total, "e-mail", "e-mails")
          : page.isError
            ? ""
            : "Carregando e-mails…"}
      </p>
      <div className="border-line bg-surface overflow-clip rounded-lg border">
        <Messages page={page} configured={summary?.configured ?? true} />
      </div>
      {page.data && (page.data.next !== null || filter.cursor !== "") && (
        <nav aria-label="Páginas" className="mt-3 flex justify-end gap-2">
          {filter.cursor !== "" && (
            <PageLink to={outboxPath({ ...filter, cursor: "" })}>Mais recentes</PageLink>
          )}
          {page.data.next !== null && (
            <PageLink to={outboxPath({ ...filter, cursor: page.data.next })}>Mais antigos</PageLink>
          )}
        </nav>
      )}
    </Screen>
  );
}

function RetryAll() {
  const retry = useRetryAll();
  return (
    <Button once busy={retry.isPending} disabled={retry.isPending} onClick={() => retry.mutate()}>
      {!retry.isPending && <RotateCw aria-hidden />}
      Reenviar todos
    </Button>
  );
}

function PageLink({ to, children }: { to: string; children: string }) {
  return (
    <Button asChild>
      <Link to={to}>{children}</Link>
    </Button>
  );
}

function Messages({ page, configured }: { page: UseQueryResult<OutboxPage>; configured: boolean }) {
  if (page.isError && !page.data) {
    return (
      <LoadingFailed
        title="Erro ao carregar e-mails"
        reason={messageOf(page.error, "Tente novamente mais tarde.")}
        busy={page.isFetching}
        onRetry={() => void page.refetch()}
      />
    );
  }
  if (page.data?.messages.length === 0) {
    return (
      <EmptyState icon={MailCheck} title="Nenhum e-mail aqui">
        Tudo o que o site envia aparece nesta lista por 90 dias: avisos de contatos, confirmações, convites e
        avisos de segurança das contas.
      </EmptyState>
    );
  }
  return (
    <OutboxTable messages={page.data?.messages} configured={configured} isStale={page.isPlaceholderData} />
  );
}
