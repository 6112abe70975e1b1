/** The outbox: messages that are queued, sent or failed. */
import { useQuery } from "@tanstack/react-query";
import { MailCheck, RotateCw } from "lucide-react";
import type { ReactNode } from "react";

import type { OutboxSummary } from "@/api/types";
import { Button } from "@/panel/controls/button";
import { EmptyState } from "@/panel/feedback/empty-state";
import { ListTabs } from "@/panel/list/list-tabs";
import { RecordList } from "@/panel/list/record-list";
import { useListState } from "@/panel/list/use-list-state";
import { useRecords } from "@/panel/list/use-records";
import { Screen } from "@/panel/screen";
import { CARDS, columnsOf } from "./list";
import { SendingPaused, SetupBanner } from "./notices";
import { OUTBOX, outboxPage, outboxSummary, useRetryAll } from "./queries";
import { STATES } from "./record";

export function OutboxScreen({ alert }: { alert?: ReactNode }) {
  const list = useListState(OUTBOX);
  const records = useRecords(outboxPage(list.filter));
  const { data: summary } = useQuery(outboxSummary);
  return (
    <Screen title="E-mails" actions={summary && (summary.failed > 0 || summary.problem) && <RetryAll />}>
      {alert}
      {summary?.problem && <SendingPaused problem={summary.problem} className="mb-5" />}
      {summary?.configured === false && <SetupBanner waiting={summary.queued} />}
      <StateTabs shown={list.filter.state} summary={summary} />
      <RecordList
        list={list}
        records={records}
        texts={{ one: "e-mail", many: "e-mails", loading: "Carregando e-mails…" }}
        caption="E-mails, do mais recente ao mais antigo"
        columns={columnsOf(summary?.configured ?? true)}
        cards={CARDS}
        idOf={({ id }) => id}
        empty={
          <EmptyState icon={MailCheck} title="Nenhum e-mail aqui">
            Tudo o que o site envia aparece nesta lista por 90 dias: avisos de contatos, confirmações,
            convites e avisos de segurança das contas.
          </EmptyState>
        }
      />
    </Screen>
  );
}

interface StateTabsProps {
  shown: (typeof STATES)[number]["value"] | null;
  summary: OutboxSummary | undefined;
}

function StateTabs({ shown, summary }: StateTabsProps) {
  const all = summary && summary.queued + summary.sent + summary.failed;
  const tabs = STATES.map(({ value, label }) => ({
    label,
    to: OUTBOX.url({ state: value }),
    isCurrent: value === shown,
    count: {
      value: summary?.[value],
      tone: value === "failed" && summary?.failed ? ("danger" as const) : undefined,
    },
  }));
  const first = { label: "Todos", to: OUTBOX.url({}), isCurrent: shown === null, count: { value: all } };
  return <ListTabs label="Status" tabs={[first, ...tabs]} />;
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
