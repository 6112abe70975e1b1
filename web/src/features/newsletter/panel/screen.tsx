/** The list of newsletter subscriptions with their consents. */
import { useQuery } from "@tanstack/react-query";
import { MailPlus } from "lucide-react";
import { useState } from "react";

import { readSession } from "@/api/session";
import type { Subscription } from "@/api/types";
import { paths } from "@/lib/paths";
import { Button } from "@/panel/controls/button";
import { ConfirmDialog } from "@/panel/dialog/confirm-dialog";
import { SiteFormLink } from "@/panel/feedback/empty-state";
import { ExportButton } from "@/panel/list/export-button";
import { focusRow } from "@/panel/list/focus-row";
import { type EmptyTexts, ListPage } from "@/panel/list/list-page";
import { ViewTabs } from "@/panel/list/list-tabs";
import { type ListState, useListState } from "@/panel/list/use-list-state";
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

const TABS = [
  { value: null, label: "Todas" },
  ...STATUSES.map(({ value, plural }) => ({ value, label: plural })),
];

const EMPTY: EmptyTexts = {
  icon: MailPlus,
  title: "Nenhuma inscrição ainda",
  text: "Quem deixa o e-mail no blog recebe um link e entra na lista ao confirmar. Aqui ficam o texto que cada um aceitou e as datas, como a LGPD pede.",
  action: <SiteFormLink path={paths.newsletter} />,
};

export function NewsletterScreen() {
  const list = useListState(SUBSCRIPTIONS);
  const { filter, show } = list;
  const [deleting, setDeleting] = useState<Subscription | null>(null);
  const nothingFound: EmptyTexts = {
    title: "Nenhuma inscrição encontrada",
    text: "Pendentes viram confirmadas quando o dono do endereço usa o link do e-mail; depois de 30 dias sem confirmação, são apagadas.",
    action: <Button onClick={() => show(SUBSCRIPTIONS.defaults)}>Ver todas</Button>,
  };
  return (
    <Screen title="Newsletter" actions={readSession()?.user.role === "admin" && <Export filter={filter} />}>
      <StatusTabs list={list} />
      <ListPage
        list={list}
        query={subscriptionPage}
        search="Buscar por e-mail…"
        texts={{ one: "inscrição", many: "inscrições" }}
        caption="Inscrições na newsletter, da mais recente à mais antiga"
        columns={columnsOf(setDeleting)}
        cards={CARDS}
        empty={filter.status ? nothingFound : EMPTY}
        nothingFound={nothingFound}
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

function StatusTabs({ list }: { list: ListState<SubscriptionFilter> }) {
  const { data: summary } = useQuery(subscriptionSummary);
  const all = summary && summary.pending + summary.confirmed + summary.unsubscribed;
  return (
    <ViewTabs
      label="Status"
      list={list}
      param="status"
      options={TABS}
      countOf={(status) => ({ value: status ? summary?.[status] : all })}
      keep={{ search: list.filter.search }}
    />
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
      onClosed={() => focusRow(subscription.id)}
    >
      <strong className="text-ink font-medium break-all">{subscription.email}</strong> sai da lista na hora, e
      com a inscrição some também o registro do consentimento. Não há como desfazer.
    </ConfirmDialog>
  );
}
