/** The campaigns that codes of the WhatsApp link can name: a section of the screen 'Resultados'. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { Megaphone, Pencil, Plus } from "lucide-react";
import type { UseFormReturn } from "react-hook-form";

import type { Campaign } from "@/api/types";
import { notify } from "@/lib/notify";
import { Button } from "@/panel/controls/button";
import { Card } from "@/panel/controls/card";
import { useDialog } from "@/panel/dialog/use-dialog";
import { EditorDialog } from "@/panel/edit/editor-dialog";
import { recordOf } from "@/panel/edit/record-fields";
import { NewRecordForm, RecordForm } from "@/panel/edit/record-form";
import { type Edit, savedText, saveRecord } from "@/panel/edit/versioned-record";
import { FormField } from "@/panel/form/field";
import { formatDateTime } from "@/panel/format";
import { ListPage } from "@/panel/list/list-page";
import { type Cards, column, type RecordColumn } from "@/panel/list/record-list";
import { RowAction } from "@/panel/list/row-actions";
import { RowButton } from "@/panel/list/row-link";
import { refresh } from "@/panel/record/kind";
import { OpenedRecord } from "@/panel/record/loading";
import { useChange, useSendOnce } from "@/panel/use-change";
import { CAMPAIGN, type CampaignFields, campaignList, campaignSchema } from "./campaign";
import type { ResultsList } from "./queries";

const CARDS: Cards = {
  narrow: '"name actions" "utm actions" "created actions" / minmax(0, 1fr) auto',
  medium: '"name utm created actions" / minmax(0, 1fr) minmax(0, 1fr) 9rem 2.5rem',
};

const columns = (onEdit: (campaign: Campaign) => void): RecordColumn<Campaign>[] => [
  column(
    "name",
    "Nome",
    (campaign) => <RowButton id={campaign.id} text={campaign.name} onClick={() => onEdit(campaign)} />,
    { width: "minmax(0, 1fr)", className: "text-ink font-medium overflow-visible" },
  ),
  column("utm", "utm_campaign", ({ utm_campaign }) => <span title={utm_campaign}>{utm_campaign}</span>, {
    width: "minmax(0, 1fr)",
  }),
  column("created", "Criada em", ({ created_at }) => formatDateTime(created_at), { width: "9rem" }),
  column(
    "actions",
    "Ações",
    (campaign) => (
      <RowAction
        icon={Pencil}
        label="Editar"
        name={`Editar ${campaign.name}`}
        onClick={() => onEdit(campaign)}
      />
    ),
    { width: "2.5rem", isHeadingHidden: true },
  ),
];

export function Campaigns({ list }: { list: ResultsList }) {
  const { opened, open, close } = useDialog<{ id: string | null }>("campaign");
  return (
    <Card
      title="Campanhas"
      action={
        <Button icon={Plus} size="sm" data-new={CAMPAIGN.key} onClick={() => open({ id: null })}>
          Adicionar
        </Button>
      }
    >
      <p className="text-muted mb-3 max-w-prose text-sm">
        Cadastre aqui o valor de utm_campaign dos seus anúncios: assim o protocolo das conversas que começam
        pelo botão de WhatsApp do site também diz de que campanha a pessoa veio.
      </p>
      <div data-kind={CAMPAIGN.key}>
        <ListPage
          list={list}
          query={campaignList}
          texts={{ one: "campanha", many: "campanhas" }}
          caption="Campanhas, da mais recente à mais antiga"
          columns={columns(({ id }) => open({ id }))}
          cards={CARDS}
          empty={{
            icon: Megaphone,
            title: "Nenhuma campanha ainda",
            text: "O link de um anúncio pode terminar em ?utm_campaign=nome. Com a campanha cadastrada, você vê quantos contatos ela trouxe, também pelo WhatsApp.",
          }}
        />
      </div>
      {opened && <CampaignEditor id={opened.id} onClose={close} />}
    </Card>
  );
}

function CampaignEditor({ id, onClose }: { id: string | null; onClose: () => void }) {
  const create = useCreateCampaign();
  const save = useSaveCampaign();
  const resolver = zodResolver(campaignSchema);
  const fields = (form: UseFormReturn<CampaignFields>) => <Fields form={form} />;
  return (
    <EditorDialog title={id ? "Editar campanha" : "Nova campanha"} size="small" onClose={onClose}>
      {id ? (
        <OpenedRecord kind={CAMPAIGN} id={id} onClose={onClose} className="px-5 py-5">
          {(opened) => (
            <RecordForm
              layout="dialog"
              kind={CAMPAIGN}
              opened={opened}
              resolver={resolver}
              send={save.mutateAsync}
              onSaved={onClose}
            >
              {fields}
            </RecordForm>
          )}
        </OpenedRecord>
      ) : (
        <NewRecordForm
          layout="dialog"
          action="Adicionar"
          draftName={`${CAMPAIGN.key}:new`}
          blank={{ name: "", utm_campaign: "" }}
          resolver={resolver}
          create={create}
          onCreated={onClose}
        >
          {fields}
        </NewRecordForm>
      )}
    </EditorDialog>
  );
}

function Fields({ form }: { form: UseFormReturn<CampaignFields> }) {
  return (
    <>
      <FormField form={form} name="name" label={CAMPAIGN.labels.name} data-autofocus />
      <FormField
        form={form}
        name="utm_campaign"
        label={CAMPAIGN.labels.utm_campaign}
        hint="Como está no link do anúncio, depois de utm_campaign=. Maiúsculas e minúsculas não importam. A campanha pode ser corrigida, mas não excluída: protocolos em uso a citam."
      />
    </>
  );
}

function useCreateCampaign() {
  const cache = useQueryClient();
  const send = useSendOnce((fields: CampaignFields, key: string) => CAMPAIGN.create(fields, null, key));
  return useChange(CAMPAIGN.messages.creating, () => refresh(cache, CAMPAIGN), {
    mutationFn: send,
    onSuccess: ({ name }) => void notify.success(CAMPAIGN.messages.created, name),
  });
}

function useSaveCampaign() {
  const cache = useQueryClient();
  return useChange(CAMPAIGN.messages.updating, () => refresh(cache, CAMPAIGN), {
    mutationFn: (edit: Edit<Campaign, CampaignFields>) => saveRecord(recordOf(CAMPAIGN), edit),
    onSuccess: (outcome) => {
      if (outcome.status === "conflict") return;
      notify.success(CAMPAIGN.messages.updated, savedText(outcome.isMerged, outcome.saved.value.name));
    },
  });
}
