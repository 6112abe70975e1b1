/** The screens of redirects and of missing pages, for which staff can create redirects. */
import { CircleCheck, Plus, Route, Signpost, Upload } from "lucide-react";
import type { ReactNode } from "react";

import type { Redirect } from "@/api/types";
import { panelPaths } from "@/lib/paths";
import { Button } from "@/panel/controls/button";
import { useDialog } from "@/panel/dialog/use-dialog";
import { ListPage } from "@/panel/list/list-page";
import { ListTabs } from "@/panel/list/list-tabs";
import { useListState } from "@/panel/list/use-list-state";
import { useDelete } from "@/panel/record/changes";
import { TrashButton } from "@/panel/record/trash";
import { Screen } from "@/panel/screen";
import { RedirectEditor } from "./editor";
import { ImportDialog } from "./import-dialog";
import { CARDS, MISSING_CARDS, missingColumns, redirectColumns } from "./list";
import { MISSING_PAGE, MISSING_PAGES, missingPageList, REDIRECT, redirectList, REDIRECTS } from "./record";
import { TraceDialog } from "./trace-dialog";

type OpenDialog =
  | { kind: "editor"; redirect: Redirect | null; path: string }
  | { kind: "trace"; address: string }
  | { kind: "import" };

const NEW: OpenDialog = { kind: "editor", redirect: null, path: "" };

type Open = (dialog: OpenDialog) => void;

export function RedirectsScreen() {
  const list = useListState(REDIRECTS);
  const remove = useDelete(REDIRECT);
  return (
    <RedirectsFrame path={panelPaths.redirects}>
      {(open) => (
        <ListPage
          list={list}
          query={redirectList}
          search="Endereço antigo ou destino…"
          tools={<TrashButton kind={REDIRECT} />}
          texts={{ one: "redirecionamento", many: "redirecionamentos" }}
          caption="Redirecionamentos, do mais recente ao mais antigo"
          columns={redirectColumns({
            onTrace: ({ from_path }) => open({ kind: "trace", address: from_path }),
            onEdit: (redirect) => open({ kind: "editor", redirect, path: "" }),
            onDelete: remove.mutate,
          })}
          cards={CARDS}
          empty={{
            icon: Signpost,
            title: "Nenhum redirecionamento ainda",
            text: "Quando um endereço muda, um redirecionamento leva quem usa o antigo até a página certa. Os endereços de um site anterior podem vir de um arquivo CSV.",
          }}
        />
      )}
    </RedirectsFrame>
  );
}

export function MissingPagesScreen() {
  const list = useListState(MISSING_PAGES);
  const ignore = useDelete(MISSING_PAGE);
  return (
    <RedirectsFrame path={panelPaths.missingPages}>
      {(open) => (
        <ListPage
          list={list}
          query={missingPageList}
          search="Endereço…"
          texts={{ one: "página não encontrada", many: "páginas não encontradas" }}
          caption="Páginas não encontradas, da mais pedida à menos pedida"
          columns={missingColumns({
            onRedirect: ({ path }) => open({ kind: "editor", redirect: null, path }),
            onIgnore: ignore.mutate,
          })}
          cards={MISSING_CARDS}
          empty={{
            icon: CircleCheck,
            title: "Nenhuma página não encontrada",
            text: "Aqui aparecem os endereços que visitantes pediram e que não existem, sem dados pessoais e sem as tentativas de robôs.",
          }}
        />
      )}
    </RedirectsFrame>
  );
}

/** The heading, buttons, tabs and dialogs of both screens. */
function RedirectsFrame({ path, children }: { path: string; children: (open: Open) => ReactNode }) {
  const { opened, open, close } = useDialog<OpenDialog>("redirects");
  const actions = (
    <div className="grid grid-cols-2 gap-2 max-sm:w-full sm:flex">
      <Button icon={Route} onClick={() => open({ kind: "trace", address: "" })}>
        Testar endereço
      </Button>
      <Button icon={Upload} onClick={() => open({ kind: "import" })}>
        Importar CSV
      </Button>
      <Button
        icon={Plus}
        variant="primary"
        className="max-sm:col-span-2"
        data-new={REDIRECT.key}
        onClick={() => open(NEW)}
      >
        Adicionar
      </Button>
    </div>
  );
  const tab = (label: string, to: string) => ({ label, to, isCurrent: to === path });
  return (
    <Screen title="Redirecionamentos" actions={actions}>
      <ListTabs
        label="Listas"
        tabs={[
          tab("Redirecionamentos", panelPaths.redirects),
          tab("Páginas não encontradas", panelPaths.missingPages),
        ]}
      />
      <div data-kind={REDIRECT.key}>{children(open)}</div>
      {opened?.kind === "editor" && <RedirectEditor {...opened} onClose={close} />}
      {opened?.kind === "trace" && <TraceDialog start={opened.address} onClose={close} />}
      {opened?.kind === "import" && <ImportDialog onClose={close} />}
    </Screen>
  );
}
