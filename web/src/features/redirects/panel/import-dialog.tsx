/** The dialog that imports redirects from a CSV file, after a preview of the outcome of each line. */
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, body } from "@/api/client";
import { fieldMessageOf } from "@/api/error-checks";
import type { ImportLine, ImportOutcome } from "@/api/types";
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

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const cache = useQueryClient();
  const run = useMutation({
    mutationFn: async ({ csv, dry_run }: { csv: string; dry_run: boolean }) => ({
      csv,
      ...(await body(api.POST("/api/redirects/import", { body: { csv, dry_run } }))),
    }),
    onSuccess: ({ is_applied, lines }) => {
      if (!is_applied) return;
      refresh(cache, REDIRECT);
      notify.success("Redirecionamentos importados!", summaryOf(lines));
      onClose();
    },
  });
  const { data, error, isPending } = run;
  const preview = async ([file]: File[]) =>
    file && run.mutate({ csv: decodeText(new Uint8Array(await file.arrayBuffer())), dry_run: true });
  const hasRefusedLine = data?.lines.some(({ outcome }) => outcome === "refused") ?? false;
  return (
    <Modal size="medium" title="Importar CSV" onClose={onClose}>
      <div className="grid gap-4 overflow-y-auto p-5">
        <FileBox
          label="Escolha um arquivo .csv ou arraste-o até aqui"
          hint="Em cada linha, o endereço antigo e o destino, separados por vírgula, ponto e vírgula ou tabulação: /empresa.html,/sobre. Uma terceira coluna pode ter o tipo: permanente ou temporário. A primeira linha pode ter os títulos, como origem e destino. Nada muda antes de você conferir."
          accept=".csv,.tsv,.txt"
          disabled={isPending}
          onFiles={(files) => void preview(files)}
        />
        <p role="status" className="text-sm empty:hidden">
          {error && fieldMessageOf(error, "csv")}
          {data && summaryOf(data.lines)}
          {hasRefusedLine && ". Corrija no arquivo as linhas recusadas e escolha-o de novo."}
        </p>
        {data && <BadgeList label="Linhas do arquivo" items={data.lines.map(itemOf)} />}
      </div>
      <div className="border-line border-t px-5 py-3">
        <Button
          variant="primary"
          busy={isPending}
          disabled={!data || hasRefusedLine}
          onClick={() => data && run.mutate({ csv: data.csv, dry_run: false })}
        >
          Importar
        </Button>
      </div>
    </Modal>
  );
}

const itemOf = ({ line, from_path, to_url, outcome, reason }: ImportLine): BadgeItem => ({
  text: `${line}. ${from_path} → ${to_url}`,
  detail: reason,
  badge: OUTCOMES[outcome],
});

/** Returns the number of lines of each outcome: '2 recusados, 1 novo'. */
export function summaryOf(lines: readonly Pick<ImportLine, "outcome">[]): string {
  const counts = Object.entries(OUTCOMES).flatMap(([name, { label, many }]) => {
    const count = lines.filter(({ outcome }) => outcome === name).length;
    return count > 0 ? [formatCount(count, label, many)] : [];
  });
  return counts.join(", ");
}
