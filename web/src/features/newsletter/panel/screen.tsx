/** The list of newsletter subscriptions with their consents. */
import { useQuery } from "@tanstack/react-query";
import { MailPlus, MailWarning, Tags, Upload } from "lucide-react";
import { useState } from "react";

import { readSession } from "@/api/session";
import type { Interest, Subscription, SubscriptionStatus } from "@/api/types";
import { paths } from "@/lib/paths";
import { Button } from "@/panel/controls/button";
import { ConfirmDialog } from "@/panel/dialog/confirm-dialog";
import { SiteFormLink } from "@/panel/feedback/empty-state";
import { ExportButton } from "@/panel/list/export-button";
import { focusRow } from "@/panel/list/focus-row";
import { type EmptyTexts, ListPage } from "@/panel/list/list-page";
import { ViewTabs } from "@/panel/list/list-tabs";
import { FilterSelect } from "@/panel/list/list-toolbar";
import { countIn } from "@/panel/list/summary-count";
import { type ListState, useListState } from "@/panel/list/use-list-state";
import { Screen } from "@/panel/screen";
import { ImportDialog } from "./import/dialog";
import { InterestsDialog } from "./interests/dialog";
import { interests } from "./interests/record";
import { CARDS, columnsOf } from "./list";
import {
  exportSubscriptions,
  STATUSES,
  type SubscriptionFilter,
  subscriptionPage,
  SUBSCRIPTIONS,
  subscriptionSummary,
  useDeleteSubscription,
  useResumeSubscription,
} from "./queries";
import { ReportsDialog } from "./reports/dialog";
import { NewsletterTabs } from "./tabs";

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

/** Explanations of the statuses, shown if no subscription with the status is found. */
const EXPLANATIONS: Readonly<Record<SubscriptionStatus, string>> = {
  pending:
    "Pendentes viram confirmadas quando o dono do endereço usa o link do e-mail; depois de 30 dias sem confirmação, são apagadas.",
  confirmed: "Confirmadas são as inscrições de quem usou o link do e-mail. Só elas recebem a newsletter.",
  paused:
    "Uma inscrição é pausada quando as entregas falham várias vezes, como com a caixa de entrada cheia. Você pode retomá-la.",
  refused:
    "Uma inscrição é recusada quando o endereço não existe mais ou o dono marca um e-mail como spam. Só ele pode se inscrever de novo.",
  unsubscribed: "Canceladas são as inscrições encerradas pelo dono do endereço, pelo link de cada e-mail.",
};

export function NewsletterScreen() {
  const list = useListState(SUBSCRIPTIONS);
  const { filter, show } = list;
  const [deleting, setDeleting] = useState<Subscription | null>(null);
  const resume = useResumeSubscription();
  const offered = useQuery(interests).data?.offered ?? [];
  const interestName = (slug: string) => offered.find((interest) => interest.slug === slug)?.name ?? slug;
  const nothingFound: EmptyTexts = {
    title: "Nenhuma inscrição encontrada",
    text: filter.status
      ? EXPLANATIONS[filter.status]
      : "Confira o e-mail digitado e o assunto de interesse escolhido.",
    action: <Button onClick={() => show(SUBSCRIPTIONS.defaults)}>Ver todas</Button>,
  };
  return (
    <Screen title="Newsletter" actions={<Actions filter={filter} />}>
      <NewsletterTabs current="subscriptions" />
      <StatusTabs list={list} />
      <ListPage
        list={list}
        query={subscriptionPage}
        search="Buscar por e-mail…"
        texts={{ one: "inscrição", many: "inscrições" }}
        caption="Inscrições na newsletter, da mais recente à mais antiga"
        columns={columnsOf({ onResume: resume.mutate, onDelete: setDeleting, interestName })}
        tools={<InterestFilter list={list} offered={offered} />}
        cards={CARDS}
        empty={filter.status ? nothingFound : EMPTY}
        nothingFound={nothingFound}
      />
      {deleting && <DeleteDialog subscription={deleting} onClose={() => setDeleting(null)} />}
    </Screen>
  );
}

/** Filters by interest. Hidden if the site offers no interests. */
function InterestFilter({ list, offered }: { list: ListState<SubscriptionFilter>; offered: Interest[] }) {
  if (offered.length === 0) return null;
  return (
    <FilterSelect
      label="Assunto de interesse"
      all="Todos os assuntos de interesse"
      options={offered.map(({ slug, name }) => ({ value: slug, label: name }))}
      value={list.filter.interest || null}
      onChange={(slug) => list.show({ interest: slug ?? "" })}
    />
  );
}

/** Buttons of the screen, with their dialogs. Only administrators can import, export and see the address for reports. */
function Actions({ filter }: { filter: SubscriptionFilter }) {
  const [open, setOpen] = useState<"import" | "interests" | "reports" | null>(null);
  const isAdmin = readSession()?.user.role === "admin";
  const close = () => setOpen(null);
  return (
    <div className="flex flex-wrap gap-2">
      <Button icon={Tags} onClick={() => setOpen("interests")}>
        Assuntos de interesse
      </Button>
      {isAdmin && (
        <>
          <Button icon={MailWarning} onClick={() => setOpen("reports")}>
            Devoluções
          </Button>
          <Button icon={Upload} onClick={() => setOpen("import")}>
            Importar
          </Button>
          <Export filter={filter} />
        </>
      )}
      {open === "import" && <ImportDialog onClose={close} />}
      {open === "interests" && <InterestsDialog onClose={close} />}
      {open === "reports" && <ReportsDialog onClose={close} />}
    </div>
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
  return (
    <ViewTabs
      label="Status"
      list={list}
      param="status"
      options={TABS}
      countOf={(status) => countIn(summary, ...(status ? [status] : STATUSES.map(({ value }) => value)))}
      keep={{ search: list.filter.search, interest: list.filter.interest }}
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
