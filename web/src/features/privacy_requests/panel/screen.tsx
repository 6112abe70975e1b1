/** The list of privacy requests (LGPD, article 18). */
import { useQuery } from "@tanstack/react-query";
import { FileCheck2, ShieldQuestion } from "lucide-react";

import type { PrivacyRequestStage } from "@/api/types";
import { paths } from "@/lib/paths";
import { SiteFormLink } from "@/panel/feedback/empty-state";
import { type EmptyTexts, ListPage } from "@/panel/list/list-page";
import { type TabCount, ViewTabs } from "@/panel/list/list-tabs";
import { useListState } from "@/panel/list/use-list-state";
import { Screen } from "@/panel/screen";
import { CARDS, COLUMNS } from "./list";
import { requestList, REQUESTS, STAGES } from "./record";
import { requestSummary } from "./summary";

const EMPTY: Record<PrivacyRequestStage, EmptyTexts> = {
  open: {
    icon: FileCheck2,
    title: "Nenhum pedido a responder",
    text: "Quem quer ver, corrigir ou apagar os próprios dados pede em /privacidade/pedido e confirma o e-mail. O pedido aparece aqui, com os 15 dias que a lei dá para a resposta.",
    action: <SiteFormLink path={paths.privacyRequest} />,
  },
  unconfirmed: {
    icon: ShieldQuestion,
    title: "Ninguém está por confirmar",
    text: "Um pedido espera aqui até a pessoa usar o link do e-mail. Sem confirmação, é apagado em 30 dias.",
  },
  closed: {
    icon: FileCheck2,
    title: "Nenhum pedido encerrado",
    text: "Pedidos concluídos e recusados ficam aqui por cinco anos, como prova de que foram atendidos.",
  },
};

export function PrivacyRequestsScreen() {
  const list = useListState(REQUESTS);
  const { data: summary } = useQuery(requestSummary);
  const countOf = (stage: PrivacyRequestStage): TabCount => {
    if (stage === "open" && summary && summary.overdue > 0)
      return {
        value: summary.overdue,
        unit: summary.overdue === 1 ? "atrasado" : "atrasados",
        tone: "danger",
      };
    return { value: summary?.[stage] };
  };
  return (
    <Screen title="Pedidos de privacidade">
      <ViewTabs
        label="Situação"
        list={list}
        param="stage"
        options={STAGES}
        countOf={countOf}
        keep={{ search: list.filter.search }}
      />
      <ListPage
        list={list}
        query={requestList}
        search="Protocolo, nome ou e-mail…"
        texts={{ one: "pedido", many: "pedidos" }}
        caption={
          list.filter.stage === "open"
            ? "Pedidos, do prazo mais próximo ao mais distante"
            : "Pedidos, do mais recente ao mais antigo"
        }
        columns={COLUMNS}
        cards={CARDS}
        empty={EMPTY[list.filter.stage]}
      />
    </Screen>
  );
}
