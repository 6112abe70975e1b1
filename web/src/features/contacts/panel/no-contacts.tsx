import { Inbox, SearchX, ShieldCheck, Trash2 } from "lucide-react";

import { paths } from "@/lib/paths";
import { Button } from "@/panel/controls/button";
import { EmptyState } from "@/panel/feedback/empty-state";
import { isFiltered, UNFILTERED } from "./contact-filter";
import type { ContactList } from "./use-contact-list";

/** Says why the list is empty and how contacts get there. */
export function NoContacts({ list: { filter, show } }: { list: ContactList }) {
  if (isFiltered(filter) || filter.cursor) {
    return (
      <EmptyState
        icon={SearchX}
        title="Nenhum contato encontrado"
        action={<Button onClick={() => show(UNFILTERED)}>Limpar filtros</Button>}
      >
        A busca olha nome, e-mail, empresa, telefone e mensagem, sem diferenciar acentos nem maiúsculas.
      </EmptyState>
    );
  }
  if (filter.folder === "spam") {
    return (
      <EmptyState icon={ShieldCheck} title="Nada suspeito">
        Envios com cara de robô são separados aqui em vez de apagados. Se um deles for de verdade, abra-o e
        marque “Não é spam”.
      </EmptyState>
    );
  }
  if (filter.folder === "trash") {
    return (
      <EmptyState icon={Trash2} title="A lixeira está vazia">
        Contatos excluídos ficam aqui por 30 dias e podem ser restaurados nesse prazo.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={Inbox}
      title="Nenhum contato ainda"
      action={
        <Button asChild>
          <a href={paths.contact} target="_blank" rel="noreferrer">
            Ver o formulário do site
          </a>
        </Button>
      }
    >
      Cada pedido enviado pelo formulário de contato aparece aqui na hora, com status Novo.
    </EmptyState>
  );
}
