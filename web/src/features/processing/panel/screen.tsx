/** The record of processing: the activities of the program, which follow its configuration, and those that the company adds. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FileText, Plus } from "lucide-react";

import { messageOf } from "@/api/api-error";
import type { ProcessingActivity, ProcessingAdditions, ProcessingRecord } from "@/api/types";
import { download } from "@/lib/download";
import { panelPaths } from "@/lib/paths";
import { Button } from "@/panel/controls/button";
import { TextLink } from "@/panel/controls/text-link";
import { useDialog } from "@/panel/dialog/use-dialog";
import { HistoryButton } from "@/panel/edit/history-dialog";
import { LoadingFailed } from "@/panel/feedback/loading-failed";
import { Skeletons } from "@/panel/feedback/skeleton";
import { fileDay } from "@/panel/format";
import { ExportButton } from "@/panel/list/export-button";
import { notifyFailure } from "@/panel/notify-failure";
import { Screen } from "@/panel/screen";
import { Activity } from "./activity";
import { ActivityDialog, DeleteDialog, NoteDialog, type OpenDialog } from "./dialogs";
import {
  changesBetween,
  exportCsv,
  exportHtml,
  processingHistory,
  processingRecord,
  restoreVersion,
} from "./record";

export function ProcessingScreen() {
  const { data, error, isFetching, refetch } = useQuery(processingRecord);
  const { opened, open, close } = useDialog<OpenDialog>("processing");
  return (
    <Screen
      title="Registro de Tratamento"
      actions={
        <Actions
          activities={data?.value.activities ?? []}
          onAdd={() => open({ kind: "activity", activity: null })}
        />
      }
    >
      <p className="text-muted mb-4 max-w-prose text-sm text-pretty">
        O registro das operações de tratamento que o art. 37 da LGPD pede. As atividades do site seguem a
        configuração: mudam sozinhas quando você liga ou desliga uma ferramenta. Os prazos que a empresa
        define estão em <TextLink to={panelPaths.retention}>Prazos de guarda</TextLink>; os desligados não
        apagam nada. Anote o que for próprio da empresa e acrescente o que ela faz fora do site.
      </p>
      {data ? (
        <RecordContent record={data.value} onOpen={open} />
      ) : error ? (
        <div className="border-line bg-surface rounded-lg border">
          <LoadingFailed
            title="Erro ao carregar o registro"
            reason={messageOf(error)}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        </div>
      ) : (
        <Skeletons
          label="Carregando o registro…"
          parts={["h-24 rounded-lg", "h-56 rounded-lg"]}
          className="gap-3"
        />
      )}
      {opened?.kind === "note" && <NoteDialog activity={opened.activity} onClose={close} />}
      {opened?.kind === "activity" && <ActivityDialog activity={opened.activity} onClose={close} />}
      {opened?.kind === "delete" && <DeleteDialog activity={opened.activity} onClose={close} />}
    </Screen>
  );
}

interface ActionsProps {
  activities: readonly ProcessingActivity[];
  onAdd: () => void;
}

function Actions({ activities, onAdd }: ActionsProps) {
  const cache = useQueryClient();
  const restore = async (version: number, current: number) => {
    await restoreVersion(version, current);
    void cache.invalidateQueries({ queryKey: ["processing-record"] });
  };
  return (
    <div className="grid grid-cols-2 gap-2 max-sm:w-full sm:flex sm:flex-wrap">
      <HistoryButton
        title="Registro de tratamento"
        query={processingHistory}
        changesBetween={(older: ProcessingAdditions, newer: ProcessingAdditions) =>
          changesBetween(activities, older, newer)
        }
        restore={restore}
      />
      <ExportButton name="registro-de-tratamento" errorTitle="Erro ao exportar o registro" load={exportCsv} />
      <PrintButton />
      <Button icon={Plus} variant="primary" onClick={onAdd}>
        Adicionar atividade
      </Button>
    </div>
  );
}

/** Downloads the record as an HTML file to print. */
function PrintButton() {
  const run = useMutation({
    mutationFn: async () =>
      download(await exportHtml(), `registro-de-tratamento-${fileDay(new Date())}.html`),
    onError: (error) => notifyFailure("Erro ao exportar o registro", error),
  });
  return (
    <Button icon={FileText} busy={run.isPending} onClick={() => run.mutate()}>
      Baixar para imprimir
    </Button>
  );
}

interface RecordContentProps {
  record: ProcessingRecord;
  onOpen: (dialog: OpenDialog) => void;
}

function RecordContent({ record, onOpen }: RecordContentProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Controller {...record.controller} />
      {record.activities.map((activity, index) => (
        <Activity key={activity.key ?? `own ${index}`} activity={activity} onOpen={onOpen} />
      ))}
    </div>
  );
}

/** The screens that edit the controller's data. */
const GENERAL = { path: panelPaths.generalSettings, name: "Configurações Gerais" };
const CONTACT = { path: panelPaths.contactSettings, name: "Configurações de Contato" };

function Controller(controller: ProcessingRecord["controller"]) {
  const facts = [
    ["Controlador", controller.name, GENERAL],
    ["CNPJ", controller.cnpj, GENERAL],
    ["Endereço", controller.address, CONTACT],
    ["E-mail", controller.email, CONTACT],
    ["Encarregado", controller.data_officer, GENERAL],
    ["Canal do encarregado", controller.data_officer_contact, GENERAL],
  ] as const;
  const missingIn = (screen: typeof GENERAL | typeof CONTACT) =>
    facts.filter(([, value, editor]) => value === "" && editor === screen).map(([label]) => label);
  return (
    <section aria-label="Controlador" className="border-line bg-surface rounded-lg border px-4 py-4 sm:px-5">
      <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2 xl:grid-cols-3">
        {facts
          .filter(([, value]) => value !== "")
          .map(([label, value]) => (
            <div key={label} className="min-w-0">
              <dt className="text-muted text-xs font-medium">{label}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
      </dl>
      {[GENERAL, CONTACT].map((screen) => {
        const missing = missingIn(screen);
        return (
          missing.length > 0 && (
            <p key={screen.path} className="text-muted mt-3 text-sm">
              Falta preencher: {missing.join(", ")}. <TextLink to={screen.path}>Abrir {screen.name}</TextLink>
            </p>
          )
        );
      })}
    </section>
  );
}
