/**
 * The dialog that imports subscriptions from a CSV file or pasted text. First it shows a preview, which counts the rows by outcome
 * and lists those that are left out.
 */
import { fieldMessageOf } from "@/api/error-checks";
import { decodeText } from "@/lib/decode-text";
import { Button } from "@/panel/controls/button";
import { DialogButtons } from "@/panel/dialog/dialog-buttons";
import { EditorDialog, useLeaving } from "@/panel/edit/editor-dialog";
import { TextArea } from "@/panel/form/field";
import { FileBox } from "@/panel/form/file-box";
import { Declaration, Preview } from "./preview";
import { useImport } from "./use-import";

const HINT =
  "Cada linha tem até quatro colunas, separadas por vírgula, ponto e vírgula ou tabulação: o e-mail, a data do consentimento, o texto aceito ou a origem, e os assuntos de interesse, com | entre eles. Por exemplo: ana@exemplo.com.br;31/12/2025;Formulário da feira;Backup|Segurança. Só o e-mail é obrigatório. Até 50.000 linhas. Nada muda antes de você conferir.";

type Form = ReturnType<typeof useImport>;

export function ImportDialog({ onClose }: { onClose: () => void }) {
  return (
    <EditorDialog size="medium" title="Importar inscrições" onClose={onClose}>
      <ImportForm onClose={onClose} />
    </EditorDialog>
  );
}

function ImportForm({ onClose }: { onClose: () => void }) {
  const form = useImport(onClose);
  const { input, preview, error } = form;
  // A chosen file is still on the user's computer.
  const hasTyped = (input.file === null && input.csv.trim() !== "") || input.source.trim() !== "";
  const { leave } = useLeaving(hasTyped);
  return (
    <>
      <div className="grid grid-cols-1 gap-4 overflow-y-auto p-5">
        <Rows form={form} />
        <p role="status" className="text-danger text-sm empty:hidden">
          {error && fieldMessageOf(error, "csv")}
        </p>
        {preview && <Preview preview={preview} />}
        {preview && preview.confirmed > 0 && (
          <Declaration value={form.declares} refusals={form.refusals} onChange={form.declare} />
        )}
      </div>
      <Buttons form={form} onCancel={leave} />
    </>
  );
}

/** The fields for the rows, and for the text or source of their consent. */
function Rows({ form: { input, edit, check, run } }: { form: Form }) {
  const chooseFile = async ([file]: File[]) => {
    if (!file) return;
    const csv = decodeText(new Uint8Array(await file.arrayBuffer()));
    check.mutate(edit({ csv, file: file.name }));
  };
  return (
    <>
      <FileBox
        label={input.file ?? "Escolha um arquivo .csv ou arraste-o até aqui"}
        hint={HINT}
        accept=".csv,.tsv,.txt"
        disabled={check.isPending || run.isPending}
        onFiles={(files) => void chooseFile(files)}
      />
      <TextArea
        label="Ou cole as linhas"
        rows={2}
        className="max-h-48 min-h-16 font-mono"
        spellCheck={false}
        readOnly={run.isPending}
        value={input.file === null ? input.csv : ""}
        onChange={({ target }) => edit({ csv: target.value, file: null })}
      />
      <TextArea
        label="Texto ou origem do consentimento"
        hint="Para as linhas com data, mas sem texto. Fica guardado com cada inscrição."
        rows={1}
        className="min-h-10"
        readOnly={run.isPending}
        value={input.source}
        onChange={({ target }) => edit({ source: target.value })}
      />
    </>
  );
}

function Buttons({ form, onCancel }: { form: Form; onCancel: () => void }) {
  const { input, preview, check, run } = form;
  const addsRows = preview !== undefined && preview.confirmed + preview.invited > 0;
  return (
    <DialogButtons isBar onClose={onCancel}>
      <Button
        variant={preview ? undefined : "primary"}
        busy={check.isPending}
        disabled={input.csv.trim() === ""}
        onClick={() => check.mutate(input)}
      >
        Conferir
      </Button>
      {preview && (
        <Button variant="primary" busy={run.isPending} disabled={!addsRows} onClick={form.importRows}>
          Importar
        </Button>
      )}
    </DialogButtons>
  );
}
