/** The dialog that imports contacts from a CSV file, after a preview in which the columns can be changed. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, body } from "@/api/client";
import { fieldMessageOf } from "@/api/error-checks";
import type { ContactImport, ContactImportResult, DuplicateRows, ImportColumns } from "@/api/types";
import { refresh } from "@/features/contacts/panel/changes";
import { decodeText } from "@/lib/decode-text";
import { Button } from "@/panel/controls/button";
import { DialogButtons } from "@/panel/dialog/dialog-buttons";
import { Modal } from "@/panel/dialog/modal";
import { SelectField } from "@/panel/form/field";
import { FileBox } from "@/panel/form/file-box";
import { formatCount, formatNumber } from "@/panel/format";
import { BadgeList } from "@/panel/list/badge-list";
import { RecentImports, recentImports } from "./recent-imports";

const COLUMNS: readonly { name: keyof ImportColumns; label: string }[] = [
  { name: "name", label: "Nome" },
  { name: "surname", label: "Sobrenome" },
  { name: "email", label: "E-mail" },
  { name: "phone", label: "Telefone" },
  { name: "company", label: "Empresa" },
  { name: "service", label: "Serviço" },
  { name: "message", label: "Mensagem" },
  { name: "received_at", label: "Recebido em" },
  { name: "status", label: "Status" },
];

type Preview = ContactImportResult & { csv: string };

/**
 * Returns the preview of the chosen file, which remains if its import fails, the result of its import, the function that forgets the
 * result of an undone import, and the call that previews or imports the file.
 */
function useImport() {
  const cache = useQueryClient();
  const [preview, setPreview] = useState<Preview | null>(null);
  const [imported, setImported] = useState<ContactImportResult | null>(null);
  const run = useMutation({
    mutationFn: (input: ContactImport) => body(api.POST("/api/contacts/import", { body: input })),
    onSuccess: (result, { csv }) => {
      setPreview(result.is_applied ? null : { ...result, csv });
      setImported(result.is_applied ? result : null);
    },
    onSettled: (_, __, { dry_run }) => {
      if (dry_run) return;
      refresh(cache);
      void cache.invalidateQueries(recentImports);
    },
  });
  const forget = (import_id: string) => {
    if (imported?.import_id === import_id) setImported(null);
  };
  return { preview, imported, forget, run };
}

export function ImportContactsDialog({ onClose }: { onClose: () => void }) {
  const { preview, imported, forget, run } = useImport();
  const [duplicates, setDuplicates] = useState<DuplicateRows>("skip");
  const { error, isPending } = run;
  const choose = async ([file]: File[]) =>
    file &&
    run.mutate({ csv: decodeText(new Uint8Array(await file.arrayBuffer())), duplicates, dry_run: true });
  const again = (change: Partial<ContactImport>) =>
    preview &&
    run.mutate({ csv: preview.csv, columns: preview.columns, duplicates, dry_run: true, ...change });
  return (
    <Modal size="medium" title="Importar contatos" onClose={onClose}>
      <div className="grid gap-4 overflow-y-auto p-5">
        <FileBox
          label={
            preview || imported ? "Escolher outro arquivo" : "Escolha um arquivo .csv ou arraste-o até aqui"
          }
          hint="Até 5.000 contatos, com os títulos na primeira linha. Ninguém recebe e-mail, e nada muda antes de você conferir. Linhas que já foram importadas não entram de novo."
          accept=".csv,.tsv,.txt"
          disabled={isPending}
          onFiles={(files) => void choose(files)}
        />
        <div role="status" className="text-danger text-sm empty:hidden">
          {error && <p>{fieldMessageOf(error, "csv")}</p>}
        </div>
        {imported && (
          <>
            <p role="status" className="text-sm font-medium">
              Contatos importados: {summaryOf(imported)}.
            </p>
            <LeftOut title="Linhas que ficaram de fora" rows={imported.left_out} />
          </>
        )}
        {!preview && <RecentImports onUndone={forget} />}
        {preview && (
          <>
            <p role="status" className="text-sm font-medium">
              {summaryOf(preview)}
            </p>
            <p className="text-muted text-sm">{statusHint(preview)}</p>
            {lacksNames(preview) && (
              <p role="status" className="bg-warning-soft text-warning rounded-lg px-4 py-3 text-sm">
                Sem a coluna do nome, os contatos ficam com o e-mail ou o telefone como nome. Se o arquivo tem
                os nomes, escolha a coluna em “Nome”.
              </p>
            )}
            <ColumnFields preview={preview} disabled={isPending} onChange={(columns) => again({ columns })} />
            <SelectField
              label="Quem já tem um contato com o mesmo e-mail ou telefone"
              value={duplicates}
              disabled={isPending}
              onChange={({ target }) => {
                const duplicates = target.value === "add" ? "add" : "skip";
                setDuplicates(duplicates);
                again({ duplicates });
              }}
            >
              <option value="skip">Deixar de fora</option>
              <option value="add">Adicionar mesmo assim</option>
            </SelectField>
            <LeftOut title="Linhas que ficam de fora" rows={preview.left_out} />
          </>
        )}
      </div>
      <DialogButtons isBar dismiss={imported ? "Fechar" : "Cancelar"} onClose={onClose}>
        {!imported && (
          <Button
            variant="primary"
            busy={isPending}
            disabled={!preview || preview.created === 0}
            onClick={() => again({ dry_run: false })}
          >
            Importar
          </Button>
        )}
      </DialogButtons>
    </Modal>
  );
}

/** The rows that aren't imported. In a preview they are below the columns, whose choice is often the reason. */
function LeftOut({ title, rows }: { title: string; rows: ContactImportResult["left_out"] }) {
  if (rows.length === 0) return null;
  return (
    // The outer element gives the list its height. The scrolling one alone would be reduced to nothing.
    <div>
      <h3 className="mb-2 text-sm font-semibold">{title}</h3>
      <div
        role="region"
        aria-label="Linhas de fora"
        // The region scrolls, so it must be reachable by keyboard.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as axe requires of scrollable regions
        tabIndex={0}
        className="max-h-60 overflow-y-auto rounded-lg"
      >
        <BadgeList
          label={title}
          items={rows.map(({ line, name, reason }) => ({
            text: name ? `Linha ${formatNumber(line)}: ${name}` : `Linha ${formatNumber(line)}`,
            detail: reason,
            badge: { label: "de fora", tone: "warning" },
          }))}
        />
      </div>
    </div>
  );
}

interface ColumnFieldsProps {
  preview: Preview;
  disabled: boolean;
  onChange: (columns: ImportColumns) => void;
}

/** The column of the file for each field, with its first value as an example. */
function ColumnFields({ preview, disabled, onChange }: ColumnFieldsProps) {
  const { headings, example, columns } = preview;
  return (
    <fieldset className="grid gap-3 sm:grid-cols-2">
      <legend className="mb-2 text-sm font-semibold">Colunas do arquivo</legend>
      {COLUMNS.map(({ name, label }) => (
        <SelectField
          key={name}
          label={label}
          disabled={disabled}
          value={columns[name] ?? ""}
          hint={exampleOf(example, columns[name])}
          onChange={({ target: { value } }) =>
            onChange({ ...columns, [name]: value === "" ? null : Number(value) })
          }
        >
          <option value="">Nenhuma</option>
          {headings.map((heading, index) => (
            <option key={index} value={index}>
              {heading || `Coluna ${index + 1}`}
            </option>
          ))}
        </SelectField>
      ))}
    </fieldset>
  );
}

function exampleOf(example: readonly string[], column: number | null): string | undefined {
  const value = column === null ? "" : (example[column] ?? "");
  return value ? `Ex.: ${value.length > 60 ? `${value.slice(0, 60)}…` : value}` : undefined;
}

/** Returns whether an import has contacts to add, but no column with their names. */
export function lacksNames({ columns, created }: Pick<ContactImportResult, "columns" | "created">): boolean {
  return columns.name === null && created > 0;
}

/** Says what status rows get that have none. */
export function statusHint({ columns }: Pick<ContactImportResult, "columns">): string {
  return columns.status === null
    ? "Sem coluna de status, todos entram como Arquivado e não esperam resposta."
    : "Linhas sem status entram como Arquivado e não esperam resposta.";
}

/** Describes what an import does: '12 contatos novos (3 aguardam resposta), 2 de quem pediu para sair, 1 inválido'. */
export function summaryOf(result: ContactImportResult): string {
  const { created, waiting, existing, duplicates, suppressed, invalid } = result;
  const waits = waiting > 0 ? ` (${formatCount(waiting, "aguarda", "aguardam")} resposta)` : "";
  const parts = [
    `${formatCount(created, "contato novo", "contatos novos")}${waits}`,
    existing > 0 &&
      formatCount(
        existing,
        "linha já importada antes ou idêntica a outra do arquivo",
        "linhas já importadas antes ou idênticas a outra do arquivo",
      ),
    duplicates > 0 &&
      `${formatNumber(duplicates)} com e-mail ou telefone já cadastrado ou repetido no arquivo`,
    suppressed > 0 && formatCount(suppressed, "de quem pediu para sair", "de quem pediu para sair"),
    invalid > 0 && formatCount(invalid, "inválido", "inválidos"),
  ];
  return parts.filter(Boolean).join(", ");
}
