/** The blog screen: finds, sorts and publishes posts and opens them in the editor. */
import { CalendarClock, FileText, FileUp, PenLine, Plus, SearchX, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { Link, Outlet } from "react-router";

import type { Post } from "@/api/types";
import { NEW } from "@/features/blog/panel/editor/local-draft";
import { ImportDialog } from "@/features/blog/panel/import/dialog";
import { panelPaths } from "@/lib/paths";
import { Button } from "@/panel/controls/button";
import { EmptyState } from "@/panel/feedback/empty-state";
import { ListTabs } from "@/panel/list/list-tabs";
import { FilterSelect, ListToolbar } from "@/panel/list/list-toolbar";
import { RecordList } from "@/panel/list/record-list";
import { type ListState, useListState } from "@/panel/list/use-list-state";
import { useRecords } from "@/panel/list/use-records";
import { Screen } from "@/panel/screen";
import { BulkActions, CARDS, columnsOf, DeletePostDialog } from "./list";
import { type PostFilter, postPage, POSTS, SORTS, VIEWS } from "./queries";

export function BlogScreen() {
  const list = useListState(POSTS);
  const { view } = list.filter;
  const records = useRecords(postPage(list.filter));
  const [deleting, setDeleting] = useState<Post | null>(null);
  return (
    <Screen title="Blog e Artigos" actions={<Actions />}>
      <Toolbar list={list} />
      <RecordList
        // Each tab has its own selection.
        key={view}
        list={list}
        records={records}
        texts={{ one: "post", many: "posts", loading: "Carregando posts…", saysFound: true }}
        caption="Posts do blog"
        columns={columnsOf(setDeleting)}
        cards={CARDS}
        idOf={({ id }) => id}
        nameOf={({ title }) => title}
        hasKeys
        empty={<NoPosts list={list} />}
        bulk={{
          label: "Ações com os posts selecionados",
          selectAll: "Selecionar todos os posts desta página",
          selected: ["post selecionado", "posts selecionados"],
          actions: (ids, clear) => <BulkActions view={view} ids={ids} onDone={clear} />,
        }}
      />
      {deleting && <DeletePostDialog post={deleting} onClose={() => setDeleting(null)} />}
      <Outlet />
    </Screen>
  );
}

function Toolbar({ list }: { list: ListState<PostFilter> }) {
  const { filter, show } = list;
  const tabs = VIEWS.map(({ value, label }) => ({
    label,
    to: POSTS.url({ sort: filter.sort, view: value }),
    isCurrent: value === filter.view,
  }));
  return (
    <>
      <ListTabs label="Posts por status" tabs={tabs} />
      {/* The trash is short and sorted by deletion time. */}
      {filter.view !== "trash" && (
        <ListToolbar
          list={list}
          label="Buscar posts"
          placeholder="Título, texto, categoria, tag, autor…"
          clear="Limpar busca"
        >
          <FilterSelect
            label="Ordenar"
            options={SORTS}
            value={filter.sort}
            onChange={(sort) => sort && show({ sort })}
          />
        </ListToolbar>
      )}
    </>
  );
}

function Actions() {
  const { filter } = useListState(POSTS);
  const [isImporting, setImporting] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <div className="flex flex-wrap gap-2">
      <Button ref={button} onClick={() => setImporting(true)}>
        <FileUp aria-hidden />
        Importar Markdown
      </Button>
      <Button asChild variant="primary">
        <Link to={POSTS.url(filter, panelPaths.newPost)} preventScrollReset data-record={NEW}>
          <Plus aria-hidden />
          Novo Post
        </Link>
      </Button>
      {isImporting && (
        <ImportDialog onClose={() => setImporting(false)} onClosed={() => button.current?.focus()} />
      )}
    </div>
  );
}

const EMPTY_TEXTS = {
  all: {
    icon: FileText,
    title: "Nenhum post ainda",
    children:
      "Cada post publicado aparece no blog na hora. Comece pela pergunta que os seus clientes mais fazem.",
  },
  draft: {
    icon: PenLine,
    title: "Nenhum rascunho",
    children: "Enquanto você escreve, o rascunho é salvo sozinho. Só a equipe o vê.",
  },
  scheduled: {
    icon: CalendarClock,
    title: "Nada agendado",
    children:
      "Abra um rascunho e escolha em “Publicar em” o dia e a hora, no horário de Brasília. O site publica sozinho.",
  },
  trash: {
    icon: Trash2,
    title: "A lixeira está vazia",
    children: "Posts excluídos ficam aqui por 30 dias e podem ser restaurados nesse prazo.",
  },
};

/** Says why the list is empty and how posts get there. */
function NoPosts({ list: { filter, show } }: { list: ListState<PostFilter> }) {
  if (filter.search || filter.cursor) {
    return (
      <EmptyState
        icon={SearchX}
        title="Nenhum post encontrado"
        action={<Button onClick={() => show(POSTS.unfiltered)}>Limpar busca</Button>}
      >
        A busca olha título, resumo, texto, categoria, tags e autor, sem diferenciar acentos nem maiúsculas.
      </EmptyState>
    );
  }
  const view = filter.view === "published" ? "all" : filter.view;
  const create = (
    <Button asChild variant="primary">
      <Link to={POSTS.url(filter, panelPaths.newPost)}>Novo Post</Link>
    </Button>
  );
  return <EmptyState {...EMPTY_TEXTS[view]} action={(view === "all" || view === "draft") && create} />;
}
