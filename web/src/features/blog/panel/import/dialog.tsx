/** Imports Markdown files as drafts, and shows the result of each file. */
import { useQueryClient } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, FileUp, LoaderCircle } from "lucide-react";
import { type DragEvent, useId, useState } from "react";
import { Link } from "react-router";

import { refresh } from "@/features/blog/panel/changes";
import { notify } from "@/lib/notify";
import { panelPaths } from "@/lib/paths";
import { cn } from "@/panel/cn";
import { Modal } from "@/panel/dialog/modal";
import { formatCount } from "@/panel/format";
import type { Imported } from "./import-posts";

export function ImportDialog({ onClose, onClosed }: { onClose: () => void; onClosed: () => void }) {
  const cache = useQueryClient();
  const [files, setFiles] = useState<readonly Imported[]>([]);
  const [isBusy, setBusy] = useState(false);
  const take = async (chosen: readonly File[]) => {
    if (isBusy || chosen.length === 0) return;
    setBusy(true);
    try {
      // Loads the YAML parser only when it is needed.
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
        <FileBox disabled={isBusy} onFiles={(chosen) => void take(chosen)} />
        <p role="status" className="text-sm empty:hidden">
          {files.length > 0 && !isBusy && `${formatCount(done, "rascunho criado", "rascunhos criados")}.`}
        </p>
        {files.length > 0 && (
          <ul aria-label="Arquivos" className="divide-line border-line divide-y rounded-lg border">
            {files.map((file, index) => (
              <FileRow key={index} file={file} onOpen={onClose} />
            ))}
          </ul>
        )}
      </div>
    </Modal>
  );
}

function FileBox({ disabled, onFiles }: { disabled: boolean; onFiles: (files: File[]) => void }) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const over = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  };
  return (
    <div
      role="presentation"
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      <input
        id={id}
        type="file"
        multiple
        accept=".md,.markdown,.txt"
        className="peer sr-only"
        disabled={disabled}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // The same files can be chosen again.
          target.value = "";
          onFiles(files);
        }}
      />
      <label
        htmlFor={id}
        className={cn(
          "border-control bg-surface hover:bg-sunken peer-focus-visible:outline-focus grid cursor-pointer justify-items-center gap-2 rounded-md border border-dashed p-6 text-center text-sm peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2",
          isOver && "border-accent bg-accent-soft",
        )}
      >
        <FileUp className="text-muted size-6" aria-hidden />
        Escolha arquivos .md ou arraste-os até aqui
      </label>
      <p id={`${id}-hint`} className="text-muted mt-2 text-xs">
        Cada arquivo vira um rascunho. Entre duas linhas com --- no começo, ele pode ter title, slug, date,
        tags, category, excerpt e author. A data vale como a de publicação quando você publicar.
      </p>
    </div>
  );
}

function FileRow({ file, onOpen }: { file: Imported; onOpen: () => void }) {
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
            <Link
              className="text-accent underline underline-offset-2"
              to={panelPaths.post(file.id)}
              onClick={onOpen}
            >
              {file.title}
            </Link>
            {file.note && ` ${file.note}`}
          </span>
        )}
      </span>
    </li>
  );
}
