/** The screen of the templates of replies. */
import { NotepadText, Pencil, Plus, Trash2 } from "lucide-react";

import type { ReplyTemplate } from "@/api/types";
import { Button } from "@/panel/controls/button";
import { useDialog } from "@/panel/dialog/use-dialog";
import { formatDateTime } from "@/panel/format";
import { ListPage } from "@/panel/list/list-page";
import { type Cards, column, type RecordColumn } from "@/panel/list/record-list";
import { actionsColumn } from "@/panel/list/row-actions";
import { RowButton } from "@/panel/list/row-link";
import { useListState } from "@/panel/list/use-list-state";
import { useDelete } from "@/panel/record/changes";
import { TrashButton } from "@/panel/record/trash";
import { Screen } from "@/panel/screen";
import { TemplateEditor } from "./editor";
import { TEMPLATE, templateList, TEMPLATES } from "./record";

const CARDS: Cards = {
  narrow: '"name actions" "text text" "updated updated" / minmax(0, 1fr) auto',
  medium: '"name updated actions" "text text text" / minmax(0, 1fr) 9rem auto',
};

export function TemplatesScreen() {
  const list = useListState(TEMPLATES);
  const remove = useDelete(TEMPLATE);
  const { opened, open, close } = useDialog<{ template: ReplyTemplate | null }>("templates");
  const edit = (template: ReplyTemplate) => open({ template });
  return (
    <Screen
      title="Modelos de Resposta"
      actions={
        <Button
          icon={Plus}
          variant="primary"
          data-new={TEMPLATE.key}
          onClick={() => open({ template: null })}
        >
          Adicionar
        </Button>
      }
    >
      <div data-kind={TEMPLATE.key}>
        <ListPage
          list={list}
          query={templateList}
          search="Nome ou texto…"
          tools={<TrashButton kind={TEMPLATE} />}
          texts={{ one: "modelo", many: "modelos" }}
          caption="Modelos de resposta, do mais recente ao mais antigo"
          columns={columns(edit, remove.mutate)}
          cards={CARDS}
          empty={{
            icon: NotepadText,
            title: "Nenhum modelo ainda",
            text: "Um modelo é um texto pronto para responder por e-mail ou WhatsApp. A equipe toda usa os mesmos, e o nome do contato entra sozinho.",
          }}
        />
      </div>
      {opened && <TemplateEditor {...opened} onClose={close} />}
    </Screen>
  );
}

type Act = (template: ReplyTemplate) => void;

const columns = (onEdit: Act, onDelete: Act): RecordColumn<ReplyTemplate>[] => [
  column(
    "name",
    "Nome",
    (template) => <RowButton id={template.id} text={template.name} onClick={() => onEdit(template)} />,
    { width: "minmax(0, 0.5fr)", className: "text-ink font-medium overflow-visible" },
  ),
  column("text", "Texto", ({ text }) => text, { width: "minmax(0, 1fr)" }),
  column("updated", "Alterado em", ({ updated_at }) => formatDateTime(updated_at), { width: "9rem" }),
  actionsColumn<ReplyTemplate>(
    TEMPLATE,
    [
      { icon: Pencil, label: "Editar", run: onEdit },
      { icon: Trash2, label: "Excluir", run: onDelete, isDanger: true },
    ],
    { hasRowLink: true },
  ),
];
