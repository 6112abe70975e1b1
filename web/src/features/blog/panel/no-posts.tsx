import { CalendarClock, FileText, PenLine, SearchX, Trash2 } from "lucide-react";
import { Link } from "react-router";

import { Button } from "@/panel/controls/button";
import { EmptyState } from "@/panel/feedback/empty-state";
import { newPostPath } from "./post-filter";
import type { PostListPlace } from "./use-post-list";

/** Says why the list is empty and how posts get there. */
export function NoPosts({ place: { filter, show } }: { place: PostListPlace }) {
  if (filter.search || filter.cursor) {
    return (
      <EmptyState
        icon={SearchX}
        title="Nenhum post encontrado"
        action={<Button onClick={() => show({ search: "" })}>Limpar busca</Button>}
      >
        A busca olha título, resumo, texto, categoria, tags e autor, sem diferenciar acentos nem maiúsculas.
      </EmptyState>
    );
  }
  if (filter.view === "trash") {
    return (
      <EmptyState icon={Trash2} title="A lixeira está vazia">
        Posts excluídos ficam aqui por 30 dias e podem ser restaurados nesse prazo.
      </EmptyState>
    );
  }
  if (filter.view === "scheduled") {
    return (
      <EmptyState icon={CalendarClock} title="Nada agendado">
        Abra um rascunho e escolha em “Publicar em” o dia e a hora, no horário de Brasília. O site publica
        sozinho.
      </EmptyState>
    );
  }
  const create = (
    <Button asChild variant="primary">
      <Link to={newPostPath(filter)}>Novo Post</Link>
    </Button>
  );
  if (filter.view === "draft") {
    return (
      <EmptyState icon={PenLine} title="Nenhum rascunho" action={create}>
        Enquanto você escreve, o rascunho é salvo sozinho. Só a equipe o vê.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={FileText} title="Nenhum post ainda" action={create}>
      Cada post publicado aparece no blog na hora. Comece pela pergunta que os seus clientes mais fazem.
    </EmptyState>
  );
}
