/** The outbox: messages that are queued, sent or failed. */
import { useQuery } from "@tanstack/react-query";
import { MailCheck, RotateCw } from "lucide-react";
import type { ReactNode } from "react";

import type { OutboxSummary } from "@/api/types";
import { Button } from "@/panel/controls/button";
import { ListPage } from "@/panel/list/list-page";
import { ViewTabs } from "@/panel/list/list-tabs";
import { countIn } from "@/panel/list/summary-count";
import { type ListState, useListState } from "@/panel/list/use-list-state";
import { Screen } from "@/panel/screen";
import { CARDS, columnsOf } from "./list";
import { SendingPaused, SetupBanner, WithheldAlert } from "./notices";
import { OUTBOX, type OutboxFilter, outboxPage, outboxSummary, useRetryAll } from "./queries";
import { STATES } from "./record";

export function OutboxScreen({ alert }: { alert?: ReactNode }) {
  const list = useListState(OUTBOX);
  const { data: summary } = useQuery(outboxSummary);
  return (
    <Screen title="E-mails" actions={summary && (summary.failed > 0 || summary.problem) && <RetryAll />}>
      {alert}
      {summary?.problem && <SendingPaused problem={summary.problem} className="mb-5" />}
      <WithheldAlert className="mb-5" />
      {summary?.configured === false && summary.refused_sender === null && (
        <SetupBanner waiting={summary.queued} />
      )}
      <StateTabs list={list} summary={summary} />
      <ListPage
        list={list}
        query={outboxPage}
        texts={{ one: "e-mail", many: "e-mails" }}
        caption="E-mails, do mais recente ao mais antigo"
        columns={columnsOf(summary?.configured ?? true)}
        cards={CARDS}
        empty={{
          icon: MailCheck,
          title: "Nenhum e-mail aqui",
          text: "Tudo o que o site envia aparece nesta lista por 90 dias: avisos de contatos, confirmações, convites e avisos de segurança das contas.",
        }}
      />
    </Screen>
  );
}

interface StateTabsProps {
  list: ListState<OutboxFilter>;
  summary: OutboxSummary | undefined;
}

function StateTabs({ list, summary }: StateTabsProps) {
  return (
    <ViewTabs
      label="Situação"
      list={list}
      param="state"
      options={[{ value: null, label: "Todos" }, ...STATES]}
      countOf={(state) => ({
        ...countIn(summary, ...(state ? [state] : STATES.map(({ value }) => value))),
        tone: state === "failed" && summary?.failed ? "danger" : undefined,
      })}
    />
  );
}

function RetryAll() {
  const retry = useRetryAll();
  return (
    <Button once busy={retry.isPending} onClick={() => retry.mutate()}>
      {!retry.isPending && <RotateCw aria-hidden />}
      Reenviar todos
    </Button>
  );
}
