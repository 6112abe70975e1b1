/** The blog screen: a list in which staff find, sort, publish and delete posts, and open them in the editor. */
import { CalendarClock, FileText, FileUp, PenLine, Plus } from "lucide-react";
import { useRef, useState } from "react";
import { Link } from "react-router";

import type { Post } from "@/api/types";
import { NEW_POST_ID } from "@/features/blog/panel/editor/local-draft";
import { ImportDialog } from "@/features/blog/panel/import/dialog";
import { panelPaths } from "@/lib/paths";
import { Button } from "@/panel/controls/button";
import { useDialog } from "@/panel/dialog/use-dialog";
import { EMPTY_TRASH } from "@/panel/feedback/empty-state";
import { ClearFilters, type EmptyTexts, ListPage } from "@/panel/list/list-page";
import { ViewTabs } from "@/panel/list/list-tabs";
import { FilterSelect } from "@/panel/list/list-toolbar";
import { useListState } from "@/panel/list/use-list-state";
import { Screen } from "@/panel/screen";
import { BulkActions, CARDS, columnsOf, DeletePostDialog } from "./list";
import { type PostFilter, postPage, POSTS, SORTS, VIEWS } from "./queries";

const NO_POSTS: EmptyTexts = {
  icon: FileText,
  title: "Nenhum post ainda",
  text: "Cada post publicado aparece no blog na hora. Comece pela pergunta que os seus clientes mais fazem.",
  action: <NewPostLink />,
};

/** Texts for each empty tab: why it is empty, and how posts get there. */
const EMPTY: Readonly<Record<PostFilter["view"], EmptyTexts>> = {
  all: NO_POSTS,
  published: NO_POSTS,
  draft: {
    icon: PenLine,
    title: "Nenhum rascunho",
    text: "Enquanto você escreve, o rascunho é salvo sozinho. Só a equipe o vê.",
    action: <NewPostLink />,
  },
  scheduled: {
    icon: CalendarClock,
    title: "Nada agendado",
    text: "Abra um rascunho e escolha em “Publicar em” o dia e a hora, no horário de Brasília. O site publica sozinho.",
  },
  trash: {
    ...EMPTY_TRASH,
    text: "Posts excluídos ficam aqui por 30 dias e podem ser restaurados nesse prazo.",
  },
};

export function BlogScreen() {
  const list = useListState(POSTS);
  const { view, sort } = list.filter;
  const [deleting, setDeleting] = useState<Post | null>(null);
  return (
    <Screen title="Blog e Artigos" actions={<Actions />}>
      <ViewTabs label="Posts por status" list={list} param="view" options={VIEWS} keep={{ sort }} />
      <ListPage
        list={list}
        query={postPage}
        // Without a search, the order is hidden too. The trash is short and sorted by deletion time.
        search={view === "trash" ? undefined : "Título, texto, categoria, tag, autor…"}
        tools={
          <FilterSelect
            label="Ordenar"
            options={SORTS}
            value={sort}
            onChange={(sort) => sort && list.show({ sort })}
          />
        }
        texts={{ one: "post", many: "posts", saysFound: true }}
        caption="Posts do blog"
        columns={columnsOf(setDeleting)}
        cards={CARDS}
        nameOf={({ title }) => title}
        hasKeys
        rowsOpen={view !== "trash"}
        empty={EMPTY[view]}
        nothingFound={{
          title: "Nenhum post encontrado",
          text: "A busca olha título, resumo, texto, categoria, tags e autor, sem diferenciar acentos nem maiúsculas.",
          action: <ClearFilters list={list} />,
        }}
        bulk={{
          label: "Ações com os posts selecionados",
          selected: ["post selecionado", "posts selecionados"],
          actions: (ids, clear) => <BulkActions view={view} ids={ids} onDone={clear} />,
        }}
      />
      {deleting && <DeletePostDialog post={deleting} onClose={() => setDeleting(null)} />}
    </Screen>
  );
}

function Actions() {
  const { linkTo } = useListState(POSTS);
  const { opened, open, close } = useDialog<true>("import", { hasForm: false });
  const button = useRef<HTMLButtonElement>(null);
  return (
    <div className="flex flex-wrap gap-2">
      <Button ref={button} onClick={() => open(true)}>
        <FileUp aria-hidden />
        Importar Markdown
      </Button>
      <Button asChild variant="primary">
        <Link {...linkTo(panelPaths.newPost)} data-record={NEW_POST_ID}>
          <Plus aria-hidden />
          Novo Post
        </Link>
      </Button>
      {opened && <ImportDialog onClose={close} onClosed={() => button.current?.focus()} />}
    </div>
  );
}

function NewPostLink() {
  const { linkTo } = useListState(POSTS);
  return (
    <Button asChild variant="primary">
      <Link {...linkTo(panelPaths.newPost)}>Novo Post</Link>
    </Button>
  );
}
