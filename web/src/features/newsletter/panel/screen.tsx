/** The list of newsletter subscriptions with their consents. */
import { useQuery } from "@tanstack/react-query";
import { MailPlus, SearchX } from "lucide-react";
import { useState } from "react";

import type { Subscription } from "@/api/types";
import { paths } from "@/lib/paths";
import { readSession } from "@/lib/session";
import { Button } from "@/panel/controls/button";
import { ConfirmDialog } from "@/panel/dialog/confirm-dialog";
import { EmptyState } from "@/panel/feedback/empty-state";
import { ExportButton } from "@/panel/list/export-button";
import { focusRecord } from "@/panel/list/focus-record";
import { ListTabs } from "@/panel/list/list-tabs";
import { ListToolbar } from "@/panel/list/list-toolbar";
import { RecordList } from "@/panel/list/record-list";
import { type ListState, useListState } from "@/panel/list/use-list-state";
import { useRecords } from "@/panel/list/use-records";
import { Screen } from "@/panel/screen";
import { CARDS, columnsOf } from "./list";
import {
  exportSubscriptions,
  STATUSES,
  type SubscriptionFilter,
  subscriptionPage,
  SUBSCRIPTIONS,
  subscriptionSummary,
  useDeleteSubscription,
} from "./queries";

export function NewsletterScreen() {
  const list = useListState(SUBSCRIPTIONS);
  const records = useRecords(subscriptionPage(list.filter));
  const [deleting, setDeleting] = useState<Subscription | null>(null);
  return (
    <Screen
      title="Newsletter"
      actions={readSession()?.user.role === "admin" && <Export filter={list.filter} />}
    >
      <StatusTabs filter={list.filter} />
      <ListToolbar
        list={list}
        label="Buscar inscrições"
        placeholder="Buscar por e-mail…"
        clear="Limpar busca"
      />
      <RecordList
        list={list}
        records={records}
        texts={{ one: "inscrição", many: "inscrições", loading: "Carregando inscrições…" }}
        caption="Inscrições na newsletter, da mais recente à mais antiga"
        columns={columnsOf(setDeleting)}
        cards={CARDS}
        idOf={({ id }) => id}
        empty={<NoSubscriptions list={list} />}
      />
      {deleting && <DeleteDialog subscription={deleting} onClose={() => setDeleting(null)} />}
    </Screen>
  );
}

function Export({ filter }: { filter: SubscriptionFilter }) {
  return (
    <ExportButton
      label={filter.status === null ? "Exportar confirmadas" : "Exportar CSV"}
      name="newsletter"
      errorTitle="Erro ao exportar inscrições"
      load={() => exportSubscriptions(filter)}
    />
  );
}

function StatusTabs({ filter }: { filter: SubscriptionFilter }) {
  const { data: summary } = useQuery(subscriptionSummary);
  const all = summary && summary.pending + summary.confirmed + summary.unsubscribed;
  const tabOf = (label: string, status: SubscriptionFilter["status"], count: number | undefined) => ({
    label,
    to: SUBSCRIPTIONS.url({ ...filter, status, cursor: "" }),
    isCurrent: filter.status === status,
    count: { value: count },
  });
  const tabs = STATUSES.map(({ value, plural }) => tabOf(plural, value, summary?.[value]));
  return <ListTabs label="Status" tabs={[tabOf("Todas", null, all), ...tabs]} />;
}

function NoSubscriptions({ list: { filter, show } }: { list: ListState<SubscriptionFilter> }) {
  if (filter.search || filter.status || filter.cursor) {
    return (
      <EmptyState
        icon={SearchX}
        title="Nenhuma inscrição encontrada"
        action={<Button onClick={() => show(SUBSCRIPTIONS.defaults)}>Ver todas</Button>}
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

/** Asks before deleting, because a deleted subscription can't be restored. */
function DeleteDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const remove = useDeleteSubscription();
  return (
    <ConfirmDialog
      question="Apagar esta inscrição?"
      action="Apagar"
      busy={remove.isPending}
      onConfirm={() => remove.mutate(subscription, { onSettled: onClose })}
      onClose={onClose}
      onClosed={() => focusRecord(subscription.id)}
    >
      <strong className="text-ink font-medium break-all">{subscription.email}</strong> sai da lista na hora, e
      com a inscrição some também o registro do consentimento. Não há como desfazer.
    </ConfirmDialog>
  );
}
