/** The dialog that imports Markdown files as drafts and shows the result for each file. */
import { useQueryClient } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, LoaderCircle } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";

import { refresh } from "@/features/blog/panel/changes";
import { notify } from "@/lib/notify";
import { panelPaths } from "@/lib/paths";
import { Modal } from "@/panel/dialog/modal";
import { FileBox } from "@/panel/form/file-box";
import { formatCount } from "@/panel/format";
import type { FileImport } from "./import-posts";

export function ImportDialog({ onClose, onClosed }: { onClose: () => void; onClosed: () => void }) {
  const cache = useQueryClient();
  const [files, setFiles] = useState<readonly FileImport[]>([]);
  const [isBusy, setBusy] = useState(false);
  const importFiles = async (chosen: readonly File[]) => {
    if (isBusy || chosen.length === 0) return;
    setBusy(true);
    try {
      // The YAML parser is loaded only when it is needed.
      const { importPosts } = await import("./import-posts");
      await importPosts(chosen, setFiles);
    } catch {
      notify.error("Não foi possível importar os arquivos.");
    }
    setBusy(false);
    refresh(cache);
  };
  const done = files.filter(({ phase }) => phase === "done").length;
  return (
    <Modal onClose={onClose} onClosed={onClosed} size="medium" title="Importar Markdown">
      <div className="grid gap-4 overflow-y-auto p-5">
        <FileBox
          label="Escolha arquivos .md ou arraste-os até aqui"
          hint="Cada arquivo vira um rascunho. No começo dele, entre duas linhas com ---, pode haver title, slug, date, tags, category, excerpt e author. O campo date define a data de publicação do post."
          accept=".md,.markdown,.txt"
          multiple
          disabled={isBusy}
          onFiles={(chosen) => void importFiles(chosen)}
        />
        <p role="status" className="text-sm empty:hidden">
          {files.length > 0 && !isBusy && `${formatCount(done, "rascunho criado", "rascunhos criados")}.`}
        </p>
        {files.length > 0 && (
          <ul aria-label="Arquivos" className="divide-line border-line divide-y rounded-lg border">
            {files.map((file, index) => (
              <FileRow key={index} file={file} />
            ))}
          </ul>
        )}
      </div>
    </Modal>
  );
}

function FileRow({ file }: { file: FileImport }) {
  const { name, phase } = file;
  return (
    <li className="flex items-start gap-2.5 px-3 py-2.5 text-sm">
      {phase === "done" ? (
        <CircleCheck className="text-success mt-0.5 size-4 shrink-0" aria-hidden />
      ) : phase === "failed" ? (
        <CircleAlert className="text-danger mt-0.5 size-4 shrink-0" aria-hidden />
      ) : (
        <LoaderCircle className="text-muted mt-0.5 size-4 shrink-0" aria-hidden />
      )}
      <span className="min-w-0">
        <span className="block font-medium break-all">{name}</span>
        {phase === "waiting" && <span className="text-muted">Esperando a vez…</span>}
        {phase === "failed" && <span className="text-danger">{file.reason}</span>}
        {phase === "done" && (
          <span className="text-muted">
            Rascunho{" "}
            <Link className="text-accent underline underline-offset-2" to={panelPaths.post(file.id)}>
              {file.title}
            </Link>
            {file.isSlugChanged && " (com outro slug, porque já existia um igual)"}
          </span>
        )}
      </span>
    </li>
  );
}
