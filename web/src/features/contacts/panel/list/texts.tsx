/** Texts of the list of contacts: its captions, and what it shows without contacts. */
import { CalendarCheck, Hourglass, Inbox, ShieldCheck } from "lucide-react";

import type { ContactListView } from "@/api/types";
import { paths } from "@/lib/paths";
import { EMPTY_TRASH, SiteFormLink } from "@/panel/feedback/empty-state";
import type { EmptyTexts } from "@/panel/list/list-page";
import { type ContactFilter, UNORDERED_VIEWS } from "../record";

const CAPTIONS = {
  late_first: "Contatos, os atrasados primeiro e depois do mais recente ao mais antigo",
  newest: "Contatos, do mais recente ao mais antigo",
};
const DEADLINE_CAPTION = "Contatos que aguardam resposta, o prazo mais próximo primeiro";
const STEPS_CAPTION = "Contatos com os seus próximos passos, o mais próximo primeiro";

const PART: EmptyTexts = {
  icon: Inbox,
  title: "Nenhum contato aqui",
  text: "Nenhum contato está nesta situação agora.",
};

/** Texts for an empty view: which contacts it lists. */
export const EMPTY: Readonly<Record<ContactListView, EmptyTexts>> = {
  all: {
    icon: Inbox,
    title: "Nenhum contato ainda",
    text: "Cada pedido enviado pelo formulário de contato aparece aqui na hora, com status Novo.",
    action: <SiteFormLink path={paths.contact} />,
  },
  waiting: {
    icon: Hourglass,
    title: "Ninguém espera resposta",
    text: "Quem escreve pelo site aparece aqui até que a resposta seja entregue.",
  },
  late: {
    icon: Hourglass,
    title: "Nada atrasado",
    text: "Todas as respostas prometidas estão dentro do prazo.",
  },
  mine: {
    icon: Inbox,
    title: "Nenhum contato seu",
    text: "Os contatos de que você cuida aparecem aqui. Com um contato aberto, a tecla a define o responsável.",
  },
  unassigned: PART,
  new: PART,
  next_steps: {
    icon: CalendarCheck,
    title: "Nenhum passo planejado",
    text: "Com um contato aberto, “Planejar” define o que fazer e quando. No dia, você recebe um lembrete, conforme os seus avisos.",
  },
  spam: {
    icon: ShieldCheck,
    title: "Nada suspeito",
    text: "Envios com cara de robô são separados aqui em vez de apagados. Se um deles for de verdade, abra-o e use “Não é suspeito”.",
  },
  trash: {
    ...EMPTY_TRASH,
    text: "Contatos excluídos ficam aqui por 30 dias e podem ser restaurados nesse prazo.",
  },
};

export const NOTHING_FOUND = {
  title: "Nenhum contato encontrado",
  text: "A busca procura o trecho, com as palavras nessa ordem, em nome, e-mail, empresa, telefone e mensagem. Acentos e maiúsculas não fazem diferença.",
};

export function captionOf({ view, order }: ContactFilter): string {
  if (view === "next_steps") return STEPS_CAPTION;
  if (UNORDERED_VIEWS.includes(view)) return CAPTIONS.newest;
  const isByDeadline = order === "late_first" && (view === "waiting" || view === "late");
  return isByDeadline ? DEADLINE_CAPTION : CAPTIONS[order];
}
