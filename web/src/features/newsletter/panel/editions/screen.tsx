/** The list of editions, and the option for new posts. */
import { zodResolver } from "@hookform/resolvers/zod";
import { Newspaper, Plus } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";

import type { Edition } from "@/api/types";
import { NewsletterTabs } from "@/features/newsletter/panel/tabs";
import { panelPaths } from "@/lib/paths";
import { Button } from "@/panel/controls/button";
import { EditorDialog } from "@/panel/edit/editor-dialog";
import { NewRecordForm } from "@/panel/edit/record-form";
import { FormField } from "@/panel/form/field";
import { ListPage } from "@/panel/list/list-page";
import { ViewTabs } from "@/panel/list/list-tabs";
import { useListState } from "@/panel/list/use-list-state";
import { useCreate, useDelete } from "@/panel/record/changes";
import { TrashButton } from "@/panel/record/trash";
import { Screen } from "@/panel/screen";
import { CARDS, editionColumns } from "./list";
import { NewPostSetting } from "./new-posts";
import { BLANK, EDITION, editionPage, EDITIONS, editionSchema, STATES } from "./record";

const TABS = [
  { value: null, label: "Todas" },
  ...STATES.map(({ value, plural }) => ({ value, label: plural })),
];

export function EditionsScreen() {
  const list = useListState(EDITIONS);
  const remove = useDelete(EDITION);
  const [isCreating, setCreating] = useState(false);
  const add = (
    <Button icon={Plus} variant="primary" data-new={EDITION.key} onClick={() => setCreating(true)}>
      Nova edição
    </Button>
  );
  return (
    <Screen title="Newsletter" actions={add}>
      <NewsletterTabs current="editions" />
      <NewPostSetting />
      <ViewTabs
        label="Situação"
        list={list}
        param="state"
        options={TABS}
        keep={{ search: list.filter.search }}
      />
      <div data-kind={EDITION.key}>
        <ListPage
          list={list}
          query={editionPage}
          search="Assunto ou texto…"
          tools={<TrashButton kind={EDITION} />}
          texts={{ one: "edição", many: "edições" }}
          caption="Edições da newsletter, da mais recente à mais antiga"
          columns={editionColumns(remove.mutate)}
          cards={CARDS}
          empty={{
            icon: Newspaper,
            title: "Nenhuma edição ainda",
            text: "Uma edição é um e-mail para quem está inscrito: um texto, artigos do blog, ou os dois. Veja como fica, mande um teste para você e só então envie.",
          }}
        />
      </div>
      {isCreating && <NewEdition onClose={() => setCreating(false)} />}
    </Screen>
  );
}

/** Asks for the subject of a new edition, and opens its editor. */
function NewEdition({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const create = useCreate(EDITION, null);
  const open = ({ id }: Edition) => {
    onClose();
    void navigate(panelPaths.edition(id));
  };
  return (
    <EditorDialog title="Nova edição" size="small" onClose={onClose}>
      <NewRecordForm
        layout="dialog"
        action="Criar rascunho"
        draftName={`${EDITION.key}:new`}
        blank={BLANK}
        resolver={zodResolver(editionSchema)}
        create={create}
        onCreated={open}
      >
        {(form) => (
          <FormField
            form={form}
            name="subject"
            label={EDITION.labels.subject}
            hint="É a primeira coisa que se lê na caixa de entrada. Dá para mudar até o envio."
            data-autofocus
          />
        )}
      </NewRecordForm>
    </EditorDialog>
  );
}
