/** The dialog that imports redirects from a CSV file, after a preview of the outcome of each line. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, body } from "@/api/client";
import { fieldMessageOf } from "@/api/error-checks";
import type { ImportLine, ImportOutcome, ImportResult } from "@/api/types";
import { decodeText } from "@/lib/decode-text";
import { notify } from "@/lib/notify";
import { Button } from "@/panel/controls/button";
import { Modal } from "@/panel/dialog/modal";
import { FileBox } from "@/panel/form/file-box";
import { formatCount } from "@/panel/format";
import { type BadgeItem, BadgeList } from "@/panel/list/badge-list";
import { refresh } from "@/panel/record/kind";
import { REDIRECT } from "./record";

const OUTCOMES: Readonly<Record<ImportOutcome, BadgeItem["badge"] & { many: string }>> = {
  refused: { label: "recusado", many: "recusados", tone: "danger" },
  created: { label: "novo", many: "novos", tone: "success" },
  updated: { label: "alterado", many: "alterados", tone: "info" },
  unchanged: { label: "igual", many: "iguais", tone: "neutral" },
};

/** A file, and the `plan_id` of its preview to import it; without it, the file is previewed. */
interface Input {
  csv: string;
  plan_id?: string;
}

/** Returns the preview of the chosen file, which remains if its import fails, and the call that previews or imports a file. */
function useImport(onClose: () => void) {
  const cache = useQueryClient();
  const [preview, setPreview] = useState<(ImportResult & { csv: string }) | null>(null);
  const run = useMutation({
    mutationFn: (input: Input) =>
      body(api.POST("/api/redirects/import", { body: { ...input, dry_run: !input.plan_id } })),
    onMutate: ({ plan_id }) => {
      if (!plan_id) setPreview(null);
    },
    onSuccess: (result, { csv }) => {
      if (!result.is_applied) {
        setPreview({ ...result, csv });
        return;
      }
      refresh(cache, REDIRECT);
      notify.success("Redirecionamentos importados!", summaryOf(result.lines));
      onClose();
    },
  });
  // An import that isn't applied has another plan than the confirmed preview.
  const hasChanged = run.isSuccess && run.variables.plan_id !== undefined;
  return { preview, run, hasChanged };
}

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { preview, run, hasChanged } = useImport(onClose);
  const { error, isPending } = run;
  const choose = async ([file]: File[]) =>
    file && run.mutate({ csv: decodeText(new Uint8Array(await file.arrayBuffer())) });
  const hasRefusedLine = preview?.lines.some(({ outcome }) => outcome === "refused") ?? false;
  return (
    <Modal size="medium" title="Importar CSV" onClose={onClose}>
      <div className="grid gap-4 overflow-y-auto p-5">
        <FileBox
          label="Escolha um arquivo .csv ou arraste-o até aqui"
          hint="Em cada linha, o endereço antigo e o destino, separados por vírgula, ponto e vírgula ou tabulação: /empresa.html,/sobre. Uma terceira coluna pode ter o tipo: permanente ou temporário. A primeira linha pode ter os títulos, como origem e destino. Nada muda antes de você conferir."
          accept=".csv,.tsv,.txt"
          disabled={isPending}
          onFiles={(files) => void choose(files)}
        />
        <div role="status" className="grid gap-2 text-sm empty:hidden">
          {error && <p>{fieldMessageOf(error, "csv")}</p>}
          {hasChanged && <p>Os redirecionamentos mudaram desde a prévia. Confira de novo.</p>}
          {preview && (
            <p>
              {summaryOf(preview.lines)}
              {hasRefusedLine && ". Corrija no arquivo as linhas recusadas e escolha-o de novo."}
            </p>
          )}
        </div>
        {preview && <BadgeList label="Linhas do arquivo" items={preview.lines.map(itemOf)} />}
      </div>
      <div className="border-line border-t px-5 py-3">
        <Button
          variant="primary"
          busy={isPending}
          disabled={!preview || hasRefusedLine}
          onClick={() => preview && run.mutate({ csv: preview.csv, plan_id: preview.plan_id })}
        >
          Importar
        </Button>
      </div>
    </Modal>
  );
}

const typeOf = (isPermanent: boolean | null) => (isPermanent ? "permanente" : "temporário");

/** Describes a line: 'Linha 2: /antigo → /novo', 'permanente; antes: /outro (temporário)'. */
export const itemOf = (line: ImportLine): BadgeItem => {
  const { former } = line;
  const before = former && `antes: ${former.to_url} (${typeOf(former.is_permanent)})`;
  return {
    text: `Linha ${line.line}: ${line.from_path} → ${line.to_url}`,
    detail: line.reason ?? [typeOf(line.is_permanent), before].filter(Boolean).join("; "),
    badge: OUTCOMES[line.outcome],
  };
};

/** Returns the number of lines of each outcome: '2 recusados, 1 novo'. */
export function summaryOf(lines: readonly Pick<ImportLine, "outcome">[]): string {
  const counts = Object.entries(OUTCOMES).flatMap(([name, { label, many }]) => {
    const count = lines.filter(({ outcome }) => outcome === name).length;
    return count > 0 ? [formatCount(count, label, many)] : [];
  });
  return counts.join(", ");
}
